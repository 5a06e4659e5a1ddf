import { Link } from 'react-router'
import { formatDay } from '../../../domain/calendar-date.ts'
import { useChange, useStaff } from '../client/use-admin.ts'
import type { Thread } from './inbox-labels.ts'
import { tell } from './tell.ts'

type Membership = NonNullable<Thread['beside']>['memberships'][number]
type Box = Membership['boxes'][number]

/** Who wrote, and what is open for them; nothing where we do not know that it is them. */
export function Beside({ thread }: { thread: Thread }) {
  if (!thread.beside) return <NotVerified thread={thread} />
  const { personId, memberships } = thread.beside
  return (
    <aside className="beside" aria-label="Who’s writing">
      <h3>{thread.beside.name || thread.name}</h3>
      {personId && <Link to={`/admin/people/${personId}`}>Everything about them</Link>}
      {memberships.length === 0 && <p className="quiet">No membership under this address.</p>}
      {memberships.map((membership) => (
        <MembershipCard key={membership.id} membership={membership} />
      ))}
    </aside>
  )
}

function MembershipCard({ membership }: { membership: Membership }) {
  const { orderId, orderNumber, wearer, status, isGift, size, boxes } = membership
  return (
    <section>
      <p>
        <Link to={`/admin/orders/${orderId}`} className="num">
          {orderNumber}
        </Link>
        <span className="quiet">
          {isGift ? ` gift for ${wearer}` : ''}, {status.replaceAll('_', ' ')}
          {size ? `, size ${size}` : ''}
        </span>
      </p>
      <ul>
        {boxes.map((box) => (
          <li key={box.id}>
            <b>{box.name}’s belt</b>
            {box.belt ? `: ${box.belt}` : ''}
            <br />
            <span className="quiet">{stateOf(box)}</span>
            {box.tracking && (
              <>
                <br />
                {box.tracking.link ? (
                  <a href={box.tracking.link} target="_blank" rel="noreferrer" className="num">
                    {box.tracking.number}
                  </a>
                ) : (
                  <span className="num">{box.tracking.number}</span>
                )}
              </>
            )}
          </li>
        ))}
        {boxes.length === 0 && <li className="quiet">No box is open.</li>}
      </ul>
    </section>
  )
}

const holdWords: Record<string, string> = {
  size: 'no size chosen',
  address: 'the address is incomplete',
  unseen: 'no belt left that they haven’t had',
  stock: 'none left in the size',
  dispute: 'the bank is reviewing the payment',
}

function stateOf({ state, shipBy, shippedOn, deliveredOn, holdReason, changeUntil }: Box): string {
  if (deliveredOn) return `Delivered ${formatDay(deliveredOn)}`
  if (state === 'returned') return 'Came back'
  if (shippedOn) return `Left ${formatDay(shippedOn)}`
  const change = changeUntil ? `, can be changed until ${formatDay(changeUntil)}` : ''
  if (state === 'held')
    return `Held: ${holdWords[holdReason ?? ''] ?? holdReason}. Due by ${formatDay(shipBy)}`
  return `Ships by ${formatDay(shipBy)}${change}`
}

function NotVerified({ thread }: { thread: Thread }) {
  const staff = useStaff()
  const trust = useChange('changeMessage', { changes: ['/api/admin/messages'], onError: tell })
  if (!thread.email) return null
  return (
    <aside className="beside" aria-label="Who’s writing">
      <h3>Not verified</h3>
      <p>
        Anyone can write under {thread.email}. Your answer goes to that address and nowhere else. Don’t change
        an order on this message’s word alone.
      </p>
      {staff.may('changeMessage') && (
        <button
          className="btn btn-2"
          type="button"
          disabled={trust.isPending}
          onClick={() => trust.mutate({ messageId: thread.id, isThem: true })}
        >
          It’s them, show their orders
        </button>
      )}
    </aside>
  )
}
