import { exchangeStates } from '../../../domain/exchange.ts'
import { useAdmin } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { FilterSelect } from '../ui/fields.tsx'
import { ListState, Pager, ScreenHead, usePages } from '../ui/screen.tsx'
import { ExchangeCard } from './exchange-card.tsx'
import { stateLabel } from './exchange-labels.ts'
import './exchanges.css'

const filters = { open: 'Open', done: 'Done', all: 'All', ...stateLabel }
type Filter = keyof typeof filters

const nothing: Partial<Record<Filter, string>> = {
  open: 'No belt is on its way back, and no one’s waiting.',
  claimed: 'No warranty claim waits for an answer.',
  all: 'No one’s sent a belt back yet.',
}

/** Exchanges and returns, longest waiting first (spec §1 "Returns policy"). */
export default function ExchangesPage() {
  const [query, setQuery] = useSearch()
  const asked = query.get('state') ?? 'open'
  const state = asked in filters ? (asked as Filter) : 'open'
  const pages = usePages()
  const exchanges = useAdmin('listExchanges', {
    state,
    ...(pages.cursor ? { cursor: pages.cursor } : {}),
  })
  return (
    <>
      <ScreenHead
        title="Exchanges"
        status={
          exchanges.data ? `${exchanges.data.open} open, ${exchanges.data.late} past the promised day` : null
        }
      >
        <div className="adm-tools">
          <FilterSelect
            label="State"
            value={state}
            options={(['open', 'done', 'all', ...exchangeStates] as const).map((each) => [
              each,
              filters[each],
            ])}
            onChange={(value) => {
              setQuery('state', value === 'open' ? '' : value)
              pages.first()
            }}
          />
        </div>
      </ScreenHead>
      <ListState
        query={exchanges}
        empty={(data) =>
          data.exchanges.length > 0 ? null : (nothing[state] ?? 'No exchanges in this state.')
        }
      >
        {(data) => (
          <ul className="exchanges">
            {data.exchanges.map((exchange) => (
              <li key={exchange.id}>
                <ExchangeCard exchange={exchange} />
              </li>
            ))}
          </ul>
        )}
      </ListState>
      <Pager
        pages={pages}
        nextCursor={exchanges.data?.nextCursor ?? null}
        words={state === 'open' ? ['Back', 'More'] : ['Newer', 'Older']}
      />
    </>
  )
}
