import { useEffect, useRef, useState } from 'react'
import { TextArea } from '../../ui/text-area.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { useAdmin, useChange } from '../use-admin.ts'
import type { Message } from './message-card.tsx'

/** Characters that an answer has at most (domain/admin/inbox-calls.ts). */
const longest = 4000

/** The answer to one message; an answer that is given often can be taken as its beginning. */
export function AnswerForm({ message, onClose }: { message: Message; onClose: () => void }) {
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
            <option value="">An answer given often …</option>
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
