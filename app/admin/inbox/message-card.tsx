import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import { contactCategoryNames } from '../../../domain/contact.ts'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { Instant } from '../instant.tsx'
import { useChange } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'
import { AnswerForm } from './answer-form.tsx'

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
        {name}, <a href={`mailto:${email}`}>{email}</a>, <Instant at={message.createdAt} />
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
