import { useState } from 'react'
import { Link } from 'react-router'
import type { PersonMembership, PersonView } from '../../../domain/admin/people-contracts.ts'
import { leftStates } from '../../../domain/box.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import { dropName, dropTitle } from '../../../domain/drop.ts'
import { shipsText } from '../../../domain/first-belt.ts'
import { sizeAsMeasured } from '../../../domain/measured.ts'
import { formatCents } from '../../../domain/money.ts'
import { callName } from '../../../domain/slug.ts'
import { useToday } from '../../shop/use-shop.ts'
import { useStaff } from '../client/use-admin.ts'
import { MembershipActionDialog } from './membership-action-dialog.tsx'

/** The most memberships shown expanded; with more, each is a line to expand. */
const mostOpen = 3

/** "Where is my belt?" across all memberships: what is on its way, then what ships next. */
export function OnTheirWay({ person }: { person: PersonView }) {
  const today = useToday()
  const boxes = person.memberships.flatMap(({ view, orderNumber }) =>
    view.boxes
      .filter((box) => box.state === 'packed' || box.state === 'shipped')
      .map((box) => ({ ...box, orderNumber, wearer: view.wearer })),
  )
  if (boxes.length === 0) return null
  return (
    <section className="panel" aria-label="On their way">
      <h2>On their way</h2>
      <ul className="order-lines">
        {boxes.map((box) => (
          <li key={box.id}>
            <span className="num">
              {box.shippedOn ? formatDay(box.shippedOn, today) : shipsText(box, 'they', today)}
            </span>
            <span>
              <b>{box.belt?.name ?? `${dropName(box.drop)} belt`}</b>
              {box.size ? `, size ${box.size}` : ''}, {box.shippedOn ? 'shipped' : 'packed'}
              {box.wearer ? ` to ${box.wearer}` : ''}{' '}
              <small className="quiet">
                {box.orderNumber}
                {box.tracking && ', tracking '}
                {box.tracking && <Tracking tracking={box.tracking} />}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Box = PersonMembership['view']['boxes'][number]

function Tracking({ tracking }: { tracking: NonNullable<Box['tracking']> }) {
  return tracking.link ? (
    <a className="num" href={tracking.link}>
      {tracking.number}
    </a>
  ) : (
    <span className="num">{tracking.number}</span>
  )
}

/** Active memberships first, then ended ones; if there are many, each is a line to expand. */
export function Memberships({ person }: { person: PersonView }) {
  const today = useToday()
  const isOver = ({ view }: PersonMembership) => view.status === 'ended' && view.next === null
  const sorted = [...person.memberships.filter((each) => !isOver(each)), ...person.memberships.filter(isOver)]
  if (sorted.length <= mostOpen)
    return sorted.map((membership) => (
      <section
        className="panel"
        key={membership.view.id}
        aria-label={`Membership of ${membership.orderNumber}`}
      >
        <div className="person-head">
          <div>
            <h2>{titleOf(membership)}</h2>
            <Origin membership={membership} />
          </div>
          <Act membership={membership} />
        </div>
        <Details membership={membership} />
      </section>
    ))
  return (
    <section className="panel" aria-label="Memberships">
      <h2>{sorted.length} memberships</h2>
      <ul className="person-many">
        {sorted.map((membership) => (
          <li key={membership.view.id}>
            <details>
              <summary>
                <b>{titleOf(membership)}</b>
                <span className="quiet">{summaryOf(membership, today)}</span>
              </summary>
              <div className="person-head">
                <Origin membership={membership} />
                <Act membership={membership} />
              </div>
              <Details membership={membership} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

function titleOf({ view }: PersonMembership): string {
  return view.isGift ? `Gift: ${view.wearer}` : (view.money?.planName ?? 'Membership')
}

/** A line that identifies a membership without expanding it. */
function summaryOf({ view, orderNumber }: PersonMembership, today: string): string {
  const { money, next, status, taste } = view
  return [
    orderNumber,
    taste ? [sizeAsMeasured(taste.size, taste.measured), ...taste.styles].join(' ') : null,
    status.replace('_', ' '),
    next ? `next ${dropTitle(next.drop)}` : null,
    next?.holdReason ? 'held' : null,
    money?.isChargingPaused
      ? 'charges paused'
      : money?.nextChargeOn
        ? `charged ${formatDay(money.nextChargeOn, today)}`
        : null,
  ]
    .filter(Boolean)
    .join(', ')
}

function Origin({ membership }: { membership: PersonMembership }) {
  const today = useToday()
  const { view, orderId, orderNumber, other, handover } = membership
  return (
    <div>
      <p className="quiet">
        <Link to={`/admin/orders/${orderId}`}>{orderNumber}</Link>, {view.status.replace('_', ' ')}
        {view.isGift && view.giver ? `, from ${view.giver}` : ''}
        {other && (
          <>
            , <Link to={`/admin/people/${other.personId}`}>{other.email}</Link>
          </>
        )}
      </p>
      {handover && (
        <p className="person-note">
          We’ve asked {handover.name} ({handover.email}) to take it over, by{' '}
          {formatDay(handover.until, today)}.
        </p>
      )}
    </div>
  )
}

function Act({ membership }: { membership: PersonMembership }) {
  const staff = useStaff()
  const [isActing, setActing] = useState(false)
  if (!staff.may('actForMember')) return null
  return (
    <>
      <button className="btn btn-2" type="button" onClick={() => setActing(true)}>
        Do something for them
        <span className="sr">: {membership.orderNumber}</span>
      </button>
      {isActing && (
        <MembershipActionDialog
          view={membership.view}
          orderId={membership.orderId}
          isAsked={membership.handover !== null}
          onClose={() => setActing(false)}
        />
      )}
    </>
  )
}

function Details({ membership: { view } }: { membership: PersonMembership }) {
  const today = useToday()
  const { money, taste, next } = view
  const sent = view.boxes.filter(({ state }) => leftStates.includes(state))
  return (
    <>
      <dl className="person-facts">
        <Fact name="Next belt">
          {next
            ? `${dropTitle(next.drop)}, ships ${shipsText(next, callName(view.wearer) || 'they', today)}`
            : 'None'}
          {next?.holdReason ? `, held: ${next.holdReason}` : ''}
        </Fact>
        <Fact name="Next charge">
          {money?.nextChargeOn
            ? `${formatDay(money.nextChargeOn, today)}, ${money.isChargingPaused ? 'but payments are paused' : money.nextChargeCents === null ? 'the payment provider would charge another sum' : `${formatCents(money.nextChargeCents)} before tax`}${money.nextCreditCents > 0 ? `, less ${formatCents(money.nextCreditCents)} of store credit` : ''}`
            : 'None'}
          {money?.pastDueSince ? `, card refused since ${formatDay(money.pastDueSince, today)}` : ''}
        </Fact>
        <Fact name="Sent">{`${view.sentCount} in all, ${view.term.sent} of ${view.term.count} this term`}</Fact>
        {taste && <Fact name="Size and styles">{[taste.size, ...taste.styles].join(', ')}</Fact>}
        {taste && (
          <Fact name="Goes to">
            {[
              taste.address.fullName,
              taste.address.address,
              taste.address.address2,
              taste.address.city,
              `${taste.address.state} ${taste.address.zipCode}`,
            ]
              .filter((part) => part.trim() !== '')
              .join(', ')}
          </Fact>
        )}
      </dl>
      {sent.length > 0 && (
        <ul className="order-lines">
          {sent.map((box) => (
            <li key={box.id}>
              <span className="num">{dropTitle(box.drop)}</span>
              <span>
                {box.belt?.name ?? 'Belt'}
                {box.size ? `, size ${box.size}` : ''} <small className="quiet">{box.state}</small>{' '}
                <small className="quiet">{box.tracking && <Tracking tracking={box.tracking} />}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="quiet">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
