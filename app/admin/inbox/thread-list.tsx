import { Link, useLocation } from 'react-router'
import { Instant } from '../ui/screen.tsx'
import { asideWords, type Message } from './inbox-labels.ts'

/** The conversations, with the open one marked. */
export function ThreadList({ messages, open }: { messages: Message[]; open: string | null }) {
  const { search } = useLocation()
  const to = (id: string) => {
    const parts = new URLSearchParams(search)
    parts.set('thread', id)
    return `?${parts}`
  }
  return (
    <ul className="threads">
      {messages.map((message) => (
        <li key={message.id}>
          <Link
            to={to(message.id)}
            preventScrollReset
            aria-current={message.id === open ? 'true' : undefined}
            data-thread={message.id}
          >
            <span className="thread-who">
              <b>{message.name}</b>
              <Due message={message} />
            </span>
            <span className="thread-subject">{message.subject}</span>
            <span className="thread-words quiet">{message.message}</span>
            {(message.assignee || message.writer) && (
              <span className="quiet">
                {message.writer ? `${message.writer} is answering` : `Taken by ${message.assignee}`}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The promised response time, or the outcome. */
export function Due({ message }: { message: Message }) {
  const { doneAt, answeredAt, dueAt, isLate, aside, snoozedUntil } = message
  if (aside) return <span className="st full">{asideWords[aside]}</span>
  if (snoozedUntil)
    return (
      <span className="st half">
        Until <Instant at={snoozedUntil} />
      </span>
    )
  if (answeredAt)
    return (
      <span className="st ok">
        Answered <Instant at={answeredAt} />
      </span>
    )
  if (doneAt) return <span className="st full">Done</span>
  return (
    <span className={isLate ? 'st no' : 'st wn'}>
      {isLate ? 'Late, was due' : 'Answer by'} <Instant at={dueAt} />
    </span>
  )
}
