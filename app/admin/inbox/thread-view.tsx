import { useState } from 'react'
import { Link } from 'react-router'
import { splitQuote } from '../../../domain/admin/split-quote.ts'
import { contactCategoryNames } from '../../../domain/contact.ts'
import { addressOf, useStaff } from '../client/use-admin.ts'
import { Instant } from '../ui/list-state.tsx'
import { AnswerForm, NoteForm } from './answer-form.tsx'
import { Beside } from './beside.tsx'
import type { Thread } from './inbox-labels.ts'
import { ThreadActions, type Writing } from './thread-actions.tsx'
import { Due } from './thread-list.tsx'

type ViewProps = { thread: Thread; writing: Writing; setWriting: (writing: Writing) => void }

/** One conversation: what was said, who it is, and what can be done. */
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
        <Beside thread={thread} />
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
  if (entry.problem) return <p className="note-line">Not sent yet: {entry.problem}</p>
  if (!entry.sentAt) return <p className="quiet">On its way out.</p>
  return (
    <p className="quiet">
      Sent <Instant at={entry.sentAt} />
    </p>
  )
}
