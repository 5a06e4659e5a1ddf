import { useState } from 'react'
import { Link } from 'react-router'
import { splitQuote } from '../../../domain/admin/split-quote.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import { contactCategoryNames } from '../../../domain/contact.ts'
import { shipsText } from '../../../domain/first-belt.ts'
import { useToday } from '../../shop/use-shop.ts'
import { addressOf, toastFailedChange, useChange, useStaff } from '../client/use-admin.ts'
import { Instant } from '../ui/screen.tsx'
import { AnswerForm, NoteForm } from './answer-form.tsx'
import type { Thread } from './inbox-labels.ts'
import { ThreadActions, type Writing } from './thread-actions.tsx'
import { Due } from './thread-list.tsx'

type ViewProps = { thread: Thread; writing: Writing; setWriting: (writing: Writing) => void }

/** A conversation: its messages, its sender and the actions. */
export function ThreadView({ thread, writing, setWriting }: ViewProps) {
  const staff = useStaff()
  const { subject, category, orderNumber, orderId, writer } = thread
  return (
    <article className="thread" aria-labelledby={`m-${thread.id}`}>
      <header>
        <h2 id={`m-${thread.id}`}>{subject}</h2>
        <Due message={thread} />
        <p className="quiet">
          {thread.email && <a href={`mailto:${thread.email}`}>{thread.email}</a>}
          {category && `, ${contactCategoryNames[category]}`}
          {orderNumber && ', '}
          {orderId ? <Link to={`/admin/orders/${orderId}`}>{orderNumber}</Link> : orderNumber}
          {thread.assignee && `, taken by ${thread.assignee}`}
        </p>
      </header>
      {thread.follows && (
        <p className="note-line">
          This answers <Link to={`?thread=${thread.follows}&state=all`}>a conversation</Link> with another
          address.
        </p>
      )}
      <div className="thread-body">
        <ol className="entries">
          {thread.entries.map((entry) => (
            <li key={entry.id}>
              <EntryView entry={entry} />
            </li>
          ))}
        </ol>
        <CustomerPanel thread={thread} />
      </div>
      {writer && (
        <p className="note-line" role="status">
          {writer} is answering right now.
        </p>
      )}
      {staff.may('answerMessage') && (
        <>
          {writing === 'answer' && (
            <AnswerForm key={thread.id} thread={thread} onClose={() => setWriting(null)} />
          )}
          {writing === 'note' && (
            <NoteForm key={thread.id} thread={thread} onClose={() => setWriting(null)} />
          )}
          {writing === null && <ThreadActions thread={thread} setWriting={setWriting} />}
        </>
      )}
    </article>
  )
}

type Entry = Thread['entries'][number]

function EntryView({ entry }: { entry: Entry }) {
  const [isWhole, setWhole] = useState(false)
  const { said, quoted } = entry.kind === 'in' ? splitQuote(entry.text) : { said: entry.text, quoted: '' }
  return (
    <div className={`entry entry-${entry.kind}`}>
      <p className="quiet">
        <b>{entry.who}</b>
        {entry.kind === 'note' && ' wrote a note'}, <Instant at={entry.at} />
        {entry.kind === 'in' && !entry.isVerified && <span className="unproven"> Not verified</span>}
      </p>
      {entry.asksFor && (
        <p className="note-line">Asks for an answer at {entry.asksFor}. Your answer won’t go there.</p>
      )}
      <p className="said">{said}</p>
      {quoted && (
        <>
          <button
            className="text-btn"
            type="button"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? 'Hide' : 'Show'} what it repeats
          </button>
          {isWhole && <p className="said quiet">{quoted}</p>}
        </>
      )}
      <Attachments files={entry.attachments} />
      {entry.kind === 'out' && <Sent entry={entry} />}
    </div>
  )
}

function Attachments({ files }: { files: Entry['attachments'] }) {
  const staff = useStaff()
  if (files.length === 0) return null
  return (
    <ul className="files" aria-label="Attachments">
      {files.map((file) => (
        <li key={file.id}>
          {file.isKept && staff.may('downloadAttachment') ? (
            <a href={addressOf('downloadAttachment', { attachmentId: file.id })} download>
              {file.name}
            </a>
          ) : (
            file.name
          )}{' '}
          <span className="quiet num">{sizeOf(file.bytes)}</span>
          {!file.isKept && <span className="quiet">, left out for safety. It’s in your mailbox.</span>}
        </li>
      ))}
    </ul>
  )
}

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

function Sent({ entry }: { entry: Entry }) {
  if (entry.problem)
    return (
      <p className="note-line">
        {entry.sentAt ? 'It came back' : 'Not sent yet'}: {entry.problem}
      </p>
    )
  if (!entry.sentAt) return <p className="quiet">On its way out.</p>
  return (
    <p className="quiet">
      Sent <Instant at={entry.sentAt} />
    </p>
  )
}

type Membership = NonNullable<Thread['beside']>['memberships'][number]
type Box = Membership['boxes'][number]

/** The sender's memberships; nothing until we know that it's really them. */
function CustomerPanel({ thread }: { thread: Thread }) {
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
  const today = useToday()
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
            <span className="quiet">{stateOf(box, today)}</span>
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

function stateOf(box: Box, today: string): string {
  const { state, shipBy, shippedOn, deliveredOn, holdReason, changeUntil } = box
  if (deliveredOn) return `Delivered ${formatDay(deliveredOn, today)}`
  if (state === 'returned') return 'Came back'
  if (shippedOn) return `Left ${formatDay(shippedOn, today)}`
  const change = changeUntil ? `, can be changed until ${formatDay(changeUntil, today)}` : ''
  if (state === 'held')
    return `Held: ${holdWords[holdReason ?? ''] ?? holdReason}. Due by ${formatDay(shipBy, today)}`
  return `Ships ${shipsText(box, 'they', today)}${change}`
}

function NotVerified({ thread }: { thread: Thread }) {
  const staff = useStaff()
  const trust = useChange('changeMessage', { changes: ['/api/admin/messages'], onError: toastFailedChange })
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
