import { Link } from 'react-router'
import { ListState } from '../list-state.tsx'
import { useAdmin } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'
import { ExceptionMend } from './exception-mend.tsx'
import { likes } from './proposal-row.tsx'

type ExceptionsProps = { drop: string; notCurated: number; onChoose: (boxId: string) => void }

/** The boxes that got no belt, each with its reason and what mends it (club.md "Curate"). */
export function Exceptions({ drop, notCurated, onChoose }: ExceptionsProps) {
  const staff = useStaff()
  const query = useAdmin('listExceptions', { drop })
  return (
    <section aria-labelledby="exceptions">
      <h2 id="exceptions" className="drop-title">
        Waiting for you <small className="num">{query.data?.total.toLocaleString('en-US')}</small>
      </h2>
      {notCurated > 0 && (
        <p className="adm-note">
          {notCurated === 1 ? '1 box has' : `${notCurated.toLocaleString('en-US')} boxes have`} not been
          looked at since something changed. Curate to give {notCurated === 1 ? 'it a belt' : 'them belts'}.
        </p>
      )}
      <ListState
        query={query}
        empty={({ total }) => (total === 0 ? 'Nothing: every box that was looked at has its belt.' : null)}
      >
        {({ exceptions, total }) => (
          <>
            <div className="t-wrap">
              <table className="grid-t cards-sm exceptions">
                <thead>
                  <tr>
                    <th scope="col">For</th>
                    <th scope="col">Wishes</th>
                    <th scope="col">Why it waits</th>
                    <th scope="col">What mends it</th>
                  </tr>
                </thead>
                <tbody>
                  {exceptions.map((each) => (
                    <tr key={each.boxId}>
                      <td data-l="For">
                        <span>
                          {each.name || 'No name'}
                          <small>
                            <Link className="num" to={`/admin/orders/${each.orderId}`}>
                              {each.orderNumber}
                            </Link>
                          </small>
                        </span>
                      </td>
                      <td data-l="Wishes">
                        <span>
                          {each.size}
                          <small>{likes(each.styles)}</small>
                        </span>
                      </td>
                      <td data-l="Why">{each.sentence}</td>
                      <td data-l="Mend">
                        {staff.may('setWearerSize') && (
                          <ExceptionMend exception={each} drop={drop} onChoose={() => onChoose(each.boxId)} />
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {total > exceptions.length && (
              <p className="quiet">
                The first {exceptions.length} of them. Mended ones make room for the next.
              </p>
            )}
          </>
        )}
      </ListState>
    </section>
  )
}
