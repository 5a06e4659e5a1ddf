import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { contactCategoryNames } from '../../../domain/contact.ts'
import { TextArea } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { Instant } from '../ui/list-state.tsx'

/** Characters that an answer has at most (domain/admin/inbox-contracts.ts). */
const longest = 4000

/** The answer to one message; an answer that is given often can be taken as its beginning. */
function AnswerForm({ message, onClose }: { message: Message; onClose: () => void }) {
  const [text, setText] = useState('')
  const place = useRef<HTMLFormElement>(null)
  const answers = useAdmin('listCannedAnswers', {})
  const send = useChange('answerMessage', {
    changes: ['/api/admin/messages', '/api/admin/health'],
    onSuccess: () => showToast({ title: 'Answer sent', description: `To ${message.email}.` }),
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'The answer was not sent. It is still here: try again.'),
        destructive: true,
      }),
  })
  useEffect(() => place.current?.querySelector('textarea')?.focus(), [])
  return (
    <form
      ref={place}
      className="answer"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') send.mutate({ messageId: message.id, text })
      }}
    >
      {answers.data && answers.data.answers.length > 0 && (
        <label className="field">
          Begin with
          <select
            className="input"
            value=""
            onChange={(event) => {
              const chosen = answers.data.answers.find(({ id }) => id === event.target.value)
              if (chosen)
                setText((known) => (known.trim() === '' ? chosen.text : `${known}\n\n${chosen.text}`))
            }}
          >
            <option value="">Saved answers…</option>
            {answers.data.answers.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      <TextArea
        label={`Answer to ${message.name}`}
        value={text}
        onChange={setText}
        rows={7}
        maxLength={longest}
      />
      <div className="message-do">
        <button className="btn btn-1" type="submit" disabled={send.isPending || text.trim() === ''}>
          Send the answer
        </button>
        <button className="text-btn" type="button" onClick={onClose}>
          Not now
        </button>
      </div>
    </form>
  )
}

export type Message = AdminReply<'listMessages'>['messages'][number]

/** One message: who, what, until when, and the way to answer it. */
export function MessageCard({ message }: { message: Message }) {
  const staff = useStaff()
  const [answering, setAnswering] = useState(false)
  const setDone = useChange('setMessageDone', {
    changes: ['/api/admin/messages', '/api/admin/health'],
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'Nothing was changed.'),
        destructive: true,
      }),
  })
  const { name, email, subject, category, orderNumber, orderId, doneAt } = message
  return (
    <article className="panel message" aria-labelledby={`m-${message.id}`}>
      <header>
        <h2 id={`m-${message.id}`}>{subject}</h2>
        <Due message={message} />
      </header>
      <p className="quiet">
        {name}, {email && <a href={`mailto:${email}`}>{email}</a>}
        {email && ', '}
        <Instant at={message.createdAt} />
        {category && `, ${contactCategoryNames[category]}`}
        {orderNumber && ', '}
        {orderId ? <Link to={`/admin/orders/${orderId}`}>{orderNumber}</Link> : orderNumber}
      </p>
      <p className="said">{message.message}</p>
      {message.replies.map((reply) => (
        <div key={reply.id} className="reply">
          <p className="quiet">
            {reply.username}, <Instant at={reply.createdAt} />
          </p>
          <p className="said">{reply.text}</p>
        </div>
      ))}
      {staff.may('answerMessage') &&
        (answering ? (
          <AnswerForm message={message} onClose={() => setAnswering(false)} />
        ) : (
          <div className="message-do">
            <button className="btn btn-2" type="button" onClick={() => setAnswering(true)}>
              Answer
            </button>
            <button
              className="text-btn"
              type="button"
              disabled={setDone.isPending}
              onClick={() => setDone.mutate({ messageId: message.id, done: doneAt === null })}
            >
              {doneAt === null ? 'Done, no answer needed' : 'Open again'}
            </button>
          </div>
        ))}
    </article>
  )
}

function Due({ message: { doneAt, answeredAt, dueAt, isLate } }: { message: Message }) {
  if (answeredAt) {
    return (
      <span className="st ok">
        Answered <Instant at={answeredAt} />
      </span>
    )
  }
  if (doneAt) return <span className="st full">Done</span>
  return (
    <span className={isLate ? 'st no' : 'st wn'}>
      {isLate ? 'Late, was due' : 'Answer by'} <Instant at={dueAt} />
    </span>
  )
}
