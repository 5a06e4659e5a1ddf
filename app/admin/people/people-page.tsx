import { Link } from 'react-router'
import { counted } from '../../../domain/count.ts'
import { useAdmin } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { SearchField } from '../ui/fields.tsx'
import { Instant, ListState, Pager, ScreenHead, usePages } from '../ui/screen.tsx'
import './people.css'

/** Everyone whose email address the shop knows, with a search over everything. */
export default function PeoplePage() {
  const [params, setPart] = useSearch()
  const search = params.get('search') ?? ''
  const pages = usePages()
  const people = useAdmin(
    'listPeople',
    { ...(search ? { search } : {}), ...(pages.cursor ? { cursor: pages.cursor } : {}) },
    { keeps: true },
  )
  return (
    <>
      <ScreenHead
        title="People"
        note="Name, email, order, city, ZIP, tracking number, or the end of a box’s reference"
      >
        <div className="adm-tools">
          <SearchField
            label="Search people"
            placeholder="Find someone"
            value={search}
            onChange={(value) => {
              setPart('search', value)
              pages.first()
            }}
          />
        </div>
      </ScreenHead>
      <ListState
        keeps
        query={people}
        empty={(data) =>
          data.people.length > 0
            ? null
            : search
              ? 'No one matches. Try part of a name, an email, or an order number.'
              : 'No one has bought or written yet.'
        }
      >
        {(data) => (
          <ul className="panel people">
            {data.people.map(({ id, name, email, place, memberships, running, orders, lastAt }) => (
              <li key={id}>
                <Link to={`/admin/people/${id}`}>
                  <b>{name}</b>
                  <span className="quiet">{email}</span>
                </Link>
                <span className="quiet">{place}</span>
                <span className="quiet num">{sayCounts({ memberships, running, orders })}</span>
                <small className="quiet">
                  <Instant at={lastAt} />
                </small>
              </li>
            ))}
          </ul>
        )}
      </ListState>
      <Pager pages={pages} nextCursor={people.data?.nextCursor ?? null} />
    </>
  )
}

function sayCounts(count: { memberships: number; running: number; orders: number }): string {
  if (count.memberships === 0) return 'No membership'
  const all = counted(count.memberships, 'membership')
  return count.running === count.memberships ? all : `${all}, ${count.running} running`
}
