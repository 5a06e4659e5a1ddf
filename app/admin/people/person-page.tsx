import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { PersonView } from '../../../domain/admin/people-contracts.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import { disputeWords } from '../../../domain/dispute.ts'
import { formatCents } from '../../../domain/money.ts'
import { signInTime } from '../../../domain/term-words.ts'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, toastUnmade, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { kindLabel, stateOf } from '../exchanges/exchange-labels.ts'
import { Download } from '../ui/download.tsx'
import { Instant, ListState, ScreenHead } from '../ui/screen.tsx'
import { TrackRecordLine } from '../ui/track-record.tsx'
import { CorrectEmailDialog } from './correct-email-dialog.tsx'
import { DeletePerson, MergePersonDialog, SeparateDialog } from './person-dialogs.tsx'
import { Memberships, OnTheirWay } from './person-memberships.tsx'
import '../orders/orders.css'
import './people.css'
import { useToday } from '../../shop/use-shop.ts'

/** Everything about a person: memberships, charges, emails and messages. */
export default function PersonPage() {
  const { personId = '' } = useParams()
  const person = useAdmin('getPerson', { personId })
  return (
    <>
      <ScreenHead
        back={<Link to="/admin/people">People</Link>}
        title={person.data?.name ?? 'Person'}
        note={
          person.data &&
          [person.data.email, person.data.place, ...person.data.otherNames].filter(Boolean).join(', ')
        }
        more={person.data && <OtherMailboxes person={person.data} />}
      >
        {person.data && <PersonTools person={person.data} />}
      </ScreenHead>
      <ListState query={person}>
        {(data) => (
          <div className="person">
            <div className="person-main">
              <Record person={data} />
              <Unreachable person={data} />
              <Disputes person={data} />
              <OnTheirWay person={data} />
              <Memberships person={data} />
              <Said person={data} />
              <Orders person={data} />
            </div>
            <div className="person-side">
              <Timeline person={data} />
              <Kept person={data} />
            </div>
          </div>
        )}
      </ListState>
    </>
  )
}

/** The addresses merged into this person, each with a way to separate it. */
function OtherMailboxes({ person }: { person: PersonView }) {
  const staff = useStaff()
  const [separating, setSeparating] = useState<string | null>(null)
  if (person.otherMailboxes.length === 0) return null
  return (
    <ul className="person-boxes quiet">
      {person.otherMailboxes.map(({ id, email, since }) => (
        <li key={id}>
          Also {email}, since <Instant at={since} />{' '}
          {staff.may('separateMailbox') && (
            <button className="text-btn" type="button" onClick={() => setSeparating(email)}>
              Separate<span className="sr"> {email}</span>
            </button>
          )}
        </li>
      ))}
      {separating && (
        <SeparateDialog person={person} email={separating} onClose={() => setSeparating(null)} />
      )}
    </ul>
  )
}

/** What they paid, claimed and got back. */
function Record({ person: { trackRecord = [] } }: { person: PersonView }) {
  if (trackRecord.length === 0) return null
  return (
    <section className="panel" aria-label="Record">
      <TrackRecordLine parts={trackRecord} />
    </section>
  )
}

/** Payments of theirs that a bank is looking into. */
function Disputes({ person: { disputes = [] } }: { person: PersonView }) {
  if (disputes.length === 0) return null
  return (
    <section className="panel" aria-label="Disputes">
      <h2>Disputes</h2>
      {disputes.map(({ id, orderNumber, status, amountCents, dueBy }) => (
        <p key={id} role="alert">
          {disputeWords(status)}: {formatCents(amountCents)} of {orderNumber}.
          {dueBy && (
            <>
              {' '}
              Answer before <Instant at={dueBy} />.
            </>
          )}{' '}
          <Link to={`/admin/disputes/${id}`}>Evidence for the bank</Link>
        </p>
      ))}
    </section>
  )
}

/** Emails to them bounce: what is still sent, and how to end it. */
function Unreachable({ person: { id, unreachable } }: { person: PersonView }) {
  const staff = useStaff()
  const reach = useChange('reachPerson', {
    changes: [`/api/admin/people/${id}`, '/api/admin/subscribers'],
    onSuccess: () => showToast({ title: 'Noted', description: 'They get our email again.' }),
    onError: toastFailedChange,
  })
  if (!unreachable) return null
  const { kind, words, at } = unreachable
  return (
    <section className="panel" aria-label="Email">
      <h2>{kind === 'bounce' ? 'Email to them bounces' : 'They called our email spam'}</h2>
      <p>
        <Instant at={at} />, <span className="quiet">{words}</span>
      </p>
      <p className="quiet">
        They get no letters and no reminders. We still try what’s about money, their orders and signing in.
      </p>
      {staff.may('reachPerson') && (
        <button
          className="btn btn-2"
          type="button"
          disabled={reach.isPending}
          onClick={() => reach.mutate({ personId: id })}
        >
          It works again
        </button>
      )}
    </section>
  )
}

function PersonTools({ person }: { person: PersonView }) {
  const staff = useStaff()
  const [isDeleting, setDeleting] = useState(false)
  const [isJoining, setJoining] = useState(false)
  const [isCorrecting, setCorrecting] = useState(false)
  const link = useChange('sendSignInLink', {
    changes: [`/api/admin/people/${person.id}`],
    onSuccess: () => showToast({ title: 'Link sent', description: `It works once, for ${signInTime}.` }),
    onError: (error) => toastUnmade(error, 'No link was sent.'),
  })
  return (
    <div className="adm-tools">
      {staff.may('sendSignInLink') &&
        person.memberships.length > 0 &&
        [person, ...person.otherMailboxes].map(({ id, email }) => (
          <button
            key={id}
            className="btn btn-2"
            type="button"
            disabled={link.isPending}
            onClick={() => link.mutate({ personId: id })}
          >
            {person.otherMailboxes.length > 0 ? `Send a sign-in link to ${email}` : 'Send a sign-in link'}
          </button>
        ))}
      {staff.may('exportPerson') && (
        <Download of="exportPerson" input={{ personId: person.id }}>
          Export their data
        </Download>
      )}
      {staff.may('deletePerson') && (
        <button className="text-btn" type="button" onClick={() => setDeleting(true)}>
          Delete their data
        </button>
      )}
      {staff.may('joinPeople') && (
        <button className="text-btn" type="button" onClick={() => setJoining(true)}>
          Join another address
        </button>
      )}
      {staff.may('correctEmail') && person.orders.length > 0 && (
        <button className="text-btn" type="button" onClick={() => setCorrecting(true)}>
          Correct the email
        </button>
      )}
      {isCorrecting && <CorrectEmailDialog person={person} onClose={() => setCorrecting(false)} />}
      {isJoining && <MergePersonDialog person={person} onClose={() => setJoining(false)} />}
      {isDeleting && <DeletePerson person={person} onClose={() => setDeleting(false)} />}
    </div>
  )
}

/** Their messages, returns and feedback. */
function Said({ person }: { person: PersonView }) {
  const { messages, exchanges, feedback } = person
  return (
    <>
      {messages.length > 0 && (
        <section className="panel">
          <h2>Messages</h2>
          <ul className="order-lines">
            {messages.map((message) => (
              <li key={message.id}>
                <Instant at={message.createdAt} />
                <span>
                  <b>{message.subject}</b>{' '}
                  {message.isOpen && <Link to={`/admin/inbox?thread=${message.id}`}>Answer it</Link>}{' '}
                  <span className="order-message">{message.message}</span>
                  {message.replies.map((reply) => (
                    <span key={reply.createdAt} className="order-message quiet">
                      {reply.username}: {reply.text}
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {exchanges.length + feedback.length > 0 && (
        <section className="panel">
          <h2>Returns, and what they said</h2>
          <ul className="order-lines">
            {exchanges.map((exchange) => (
              <li key={exchange.id}>
                <Instant at={exchange.createdAt} />
                <span>
                  {exchange.number}: {exchange.belt}{' '}
                  <small className="quiet">
                    {kindLabel(exchange)}. {stateOf(exchange)}.
                  </small>
                </span>
              </li>
            ))}
            {feedback.map(({ belt, fit, taste, at }) => (
              <li key={at}>
                <Instant at={at} />
                <span>
                  {belt} <small className="quiet">{[fit, taste].filter(Boolean).join(', ')}</small>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Orders({ person }: { person: PersonView }) {
  const today = useToday()
  const { orders, notes, memberships, creditCents } = person
  const receipts = memberships.flatMap(({ view }) => view.money?.receipts ?? [])
  if (orders.length === 0 && creditCents === 0) return null
  return (
    <section className="panel">
      <h2>Orders and charges</h2>
      <ul className="order-lines">
        {orders.map(({ id, orderNumber, status, totalAmount, createdAt }) => (
          <li key={id}>
            <Instant at={createdAt} />
            <span>
              <Link to={`/admin/orders/${id}`}>{orderNumber}</Link> <small className="quiet">{status}</small>{' '}
              <span className="num">{totalAmount && formatCents(Math.round(Number(totalAmount) * 100))}</span>
            </span>
          </li>
        ))}
        {receipts.map((receipt) => (
          <li key={receipt.id}>
            <span className="num">{formatDay(receipt.paidOn, today)}</span>
            <span className="num">
              {receipt.amountCents + receipt.taxCents === 0
                ? 'Free belts'
                : `Paid ${formatCents(receipt.amountCents + receipt.taxCents)}`}
              {receipt.refunds.map((refund) => `, refunded ${formatCents(refund.amountCents)}`).join('')}
            </span>
          </li>
        ))}
      </ul>
      {creditCents > 0 && <p className="num">Store credit: {formatCents(creditCents)}</p>}
      {notes.map((note) => (
        <p key={note.id}>
          <span className="order-message">{note.text}</span>{' '}
          <small className="quiet">
            {note.username}, {note.orderNumber}
          </small>
        </p>
      ))}
    </section>
  )
}

function Timeline({ person }: { person: PersonView }) {
  return (
    <section className="panel">
      <h2>What happened</h2>
      <ol className="order-lines">
        {person.timeline.map((event, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: past events don't move
          <li key={place}>
            <Instant at={event.at} />
            <span>
              {event.what}
              {event.who && <small className="quiet"> by {event.who}</small>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Their consents and newsletter status. */
function Kept({ person }: { person: PersonView }) {
  const { newsletter, consents } = person
  if (!newsletter && consents.length === 0) return null
  return (
    <section className="panel">
      <h2>Consents</h2>
      {newsletter && (
        <p>
          Newsletter: {newsletter.confirmedAt ? newsletter.status : `${newsletter.status}, not confirmed`}
          {newsletter.source ? `, from ${newsletter.source}` : ''}
        </p>
      )}
      {consents.map((consent) => (
        <details key={consent.orderNumber + consent.agreedAt}>
          <summary>
            Renewal terms of {consent.orderNumber}, <Instant at={consent.agreedAt} />
          </summary>
          <p className="order-message">{consent.text}</p>
        </details>
      ))}
    </section>
  )
}
