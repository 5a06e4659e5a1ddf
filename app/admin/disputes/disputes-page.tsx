import { Link } from 'react-router'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { asksShop, disputeWords, stageOf } from '../../../domain/dispute.ts'
import { formatCents } from '../../../domain/money.ts'
import { useAdmin, useStaff } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { FilterSelect } from '../ui/fields.tsx'
import { Instant, ListState, Pager, ScreenHead, usePages } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'
import { History } from './dispute-history.tsx'

type Dispute = AdminReply<'listDisputes'>['disputes'][number]

const filters = { open: 'Open', asks: 'Waiting for us', decided: 'Decided', all: 'All' } as const
type Filter = keyof typeof filters

const nothing: Record<Filter, string> = {
  open: 'No payment is disputed.',
  asks: 'No bank waits for an answer.',
  decided: 'No dispute has been decided yet.',
  all: 'No payment has been disputed yet.',
}
const signs = { inquiry: 'wn', open: 'wn', won: 'ok', lost: 'no' } as const

/** Disputed payments: those that wait for an answer first. */
export default function DisputesPage() {
  const staff = useStaff()
  const [query, setQuery] = useSearch()
  const asked = query.get('state') ?? 'open'
  const state = asked in filters ? (asked as Filter) : 'open'
  const pages = usePages()
  const disputes = useAdmin('listDisputes', { state, ...(pages.cursor ? { cursor: pages.cursor } : {}) })
  return (
    <>
      <ScreenHead
        title="Disputes"
        status={disputes.data ? `${disputes.data.open} open, ${disputes.data.asks} waiting for us` : null}
      >
        <div className="adm-tools">
          <FilterSelect
            label="State"
            value={state}
            options={Object.entries(filters)}
            onChange={(value) => {
              setQuery('state', value === 'open' ? '' : value)
              pages.first()
            }}
          />
        </div>
      </ScreenHead>
      <ListState query={disputes} empty={(data) => (data.disputes.length > 0 ? null : nothing[state])}>
        {(data) => <DisputeTable disputes={data.disputes} mayAnswer={staff.may('readEvidence')} />}
      </ListState>
      <Pager
        pages={pages}
        nextCursor={disputes.data?.nextCursor ?? null}
        words={state === 'open' || state === 'asks' ? ['Back', 'More'] : ['Newer', 'Older']}
      />
    </>
  )
}

function DisputeTable({ disputes, mayAnswer }: { disputes: Dispute[]; mayAnswer: boolean }) {
  return (
    <Table
      label="Disputes"
      className="num disputes"
      rows={disputes}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Order',
          cell: ({ orderId, orderNumber, name, email }) => (
            <span>
              <Link to={`/admin/orders/${orderId}`}>{orderNumber}</Link>
              <small>{[name, email].filter(Boolean).join(', ')}</small>
            </span>
          ),
        },
        {
          head: 'Amount',
          isFigure: true,
          cell: ({ amountCents, reason }) => (
            <span>
              {formatCents(amountCents)} <small>{reason.replaceAll('_', ' ')}</small>
            </span>
          ),
        },
        { head: 'Where it stands', cell: (dispute) => <Standing dispute={dispute} /> },
        {
          head: 'Answer by',
          cell: ({ status, dueBy }) =>
            asksShop(status) && dueBy ? <Instant at={dueBy} /> : <span className="quiet">Nothing due</span>,
        },
        {
          head: 'Answer',
          isHeadHidden: true,
          cell: ({ id, status, orderNumber }) =>
            mayAnswer && (
              <Link className="btn btn-2" to={`/admin/disputes/${id}`}>
                {asksShop(status) ? 'Answer' : 'Evidence'}
                <span className="sr"> for {orderNumber}</span>
              </Link>
            ),
        },
      ]}
    />
  )
}

function Standing({ dispute: { status, history } }: { dispute: Dispute }) {
  return (
    <span>
      <span className={`st ${signs[stageOf(status)]}`}>{disputeWords(status)}</span>
      {history.length > 1 && (
        <details className="dispute-history">
          <summary>{history.length} steps</summary>
          <History history={history} />
        </details>
      )}
    </span>
  )
}
