import { Link } from 'react-router'
import { givenWords } from '../../../domain/giving.ts'
import { formatCents } from '../../../domain/money.ts'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { Instant } from '../ui/screen.tsx'
import { RecordOf } from '../ui/track-record.tsx'

/** What staff asked to give away over their day: an owner agrees or refuses. */
export function Approvals() {
  const staff = useStaff()
  const asked = useAdmin('listApprovals', {}, { enabled: staff.may('listApprovals') })
  const decide = useChange('decideApproval', {
    changes: ['/api/admin/approvals', '/api/admin/orders'],
    onSuccess: (_, { agrees }) =>
      showToast({ title: agrees ? 'Given, as they asked' : 'Refused', description: '' }),
    onError: (error) => toastFailedChange(error),
  })
  const rows = asked.data?.approvals ?? []
  if (rows.length === 0) return null
  return (
    <div className="today">
      <section className="panel" aria-label="To agree to">
        <h2>To agree to</h2>
        <ul>
          {rows.map(({ id, username, kind, amountCents, orderId, reason, createdAt }) => (
            <li key={id} className="today-asked">
              <span>
                <b className="num">{formatCents(amountCents)}</b> {givenWords[kind].toLowerCase()}, asked by{' '}
                {username}, <Instant at={createdAt} />
                {reason && `: ${reason}`}{' '}
                {orderId && <Link to={`/admin/orders/${orderId}`}>See the order</Link>}
              </span>
              {orderId && <RecordOf orderId={orderId} />}
              <span className="adm-tools">
                <button
                  className="btn btn-2"
                  type="button"
                  disabled={decide.isPending}
                  onClick={() => decide.mutate({ approvalId: id, agrees: true })}
                >
                  Give it
                </button>
                <button
                  className="text-btn"
                  type="button"
                  disabled={decide.isPending}
                  onClick={() => decide.mutate({ approvalId: id, agrees: false })}
                >
                  Refuse
                </button>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
