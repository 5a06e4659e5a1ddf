import { useEffect, useRef, useState } from 'react'
import { fillAnswer, openFields } from '../../../domain/admin/starter-answers.ts'
import { TextArea } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { callAdmin, toastUnmade, useAdmin, useChange, useReadAgain, useStaff } from '../client/use-admin.ts'
import { useDraft } from '../client/use-draft.ts'
import type { Thread } from './inbox-labels.ts'

/** The most characters of an answer (domain/admin/inbox-contracts.ts). */
const longest = 4000
/** How often, in milliseconds, others are told that an answer is being written. */
const tellEvery = 10_000

type FormProps = { thread: Thread; onClose: () => void }

/** The answer form; a saved answer can be the start, with known facts filled in. */
export function AnswerForm({ thread, onClose }: FormProps) {
  const draft = useDraft(`answer:${thread.id}`, { text: '' })
  const { text } = draft.value
  const place = useRef<HTMLFormElement>(null)
  const answers = useAdmin('listCannedAnswers', {})
  const readAgain = useReadAgain()
  const send = useChange('answerMessage', {
    changes: ['/api/admin/messages', '/api/admin/health', '/api/admin/promises'],
    onSuccess: () => {
      draft.saved()
      showToast({ title: 'Answer sent', description: `To ${thread.email}.` })
      onClose()
    },
    onError: (error) => {
      void readAgain('/api/admin/messages')
      toastUnmade(
        error,
        'Your answer wasn’t sent. It’s still here, so try again.',
        'The shop’s answer got lost. Send yours again: it goes out only once.',
      )
    },
  })
  useEffect(() => place.current?.querySelector('textarea')?.focus(), [])
  useWriting(thread.id, text.trim() !== '')
  const all = [...(answers.data?.starters ?? []), ...(answers.data?.answers ?? [])]
  const open = openFields(text)
  // Facts that were missing when the saved answer was chosen may be known now, because the sender has been verified
  // since.
  const known = fillAnswer(text, thread.fields)
  useEffect(() => {
    if (known !== text) draft.change({ text: known })
  }, [known, text, draft.change])
  const submit = () => {
    if (text.trim() !== '' && !send.isPending)
      send.mutate({ messageId: thread.id, text, version: thread.version })
  }
  return (
    <form
      ref={place}
      className="answer"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit()
      }}
    >
      {all.length > 0 && (
        <label className="field">
          Begin with
          <select
            className="input"
            value=""
            onChange={(event) => {
              const chosen = all.find(({ id }) => id === event.target.value)
              if (!chosen) return
              const filled = fillAnswer(chosen.text, thread.fields)
              // Another saved answer replaces one that wasn't edited.
              const isUntouched = all.some((each) => fillAnswer(each.text, thread.fields) === text)
              draft.change({ text: isUntouched || text.trim() === '' ? filled : `${text}\n\n${filled}` })
              place.current?.querySelector('textarea')?.focus()
            }}
          >
            <option value="">Saved answers…</option>
            {all.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      <TextArea
        label={`Answer to ${thread.name}, ${thread.email}`}
        value={text}
        onChange={(value) => draft.change({ text: value })}
        rows={9}
        maxLength={longest}
        error={
          open.length > 0
            ? `Fill in ${open.map((field) => `{${field}}`).join(', ')} before you send.${thread.beside ? '' : ' We fill in what we know once you press “It’s them.”'}`
            : null
        }
      />
      <div className="message-do">
        <button
          className="btn btn-1"
          type="submit"
          disabled={send.isPending || text.trim() === '' || open.length > 0}
        >
          Send the answer
        </button>
        <button
          className="text-btn"
          type="button"
          onClick={() => {
            draft.giveUp()
            onClose()
          }}
        >
          Not now
        </button>
      </div>
    </form>
  )
}

/** Tells others who is writing an answer, once there is text. */
function useWriting(messageId: string, isWriting: boolean) {
  const staff = useStaff()
  const may = staff.may('writeAnswer')
  useEffect(() => {
    if (!isWriting || !may) return
    const say = (is: boolean) =>
      // If it fails, the next refresh of the conversation shows the same.
      void callAdmin('writeAnswer', { messageId, isWriting: is }).catch(() => {})
    say(true)
    const timer = setInterval(() => say(true), tellEvery)
    return () => {
      clearInterval(timer)
      say(false)
    }
  }, [messageId, isWriting, may])
}

/** The form for an internal note. */
export function NoteForm({ thread, onClose }: FormProps) {
  const [text, setText] = useState('')
  const place = useRef<HTMLFormElement>(null)
  const keep = useChange('noteMessage', {
    changes: ['/api/admin/messages'],
    onSuccess: onClose,
    onError: (error) =>
      toastUnmade(
        error,
        'Your note wasn’t saved. It’s still here, so try again.',
        'The shop’s answer got lost. If your note isn’t above, save it again.',
      ),
  })
  useEffect(() => place.current?.querySelector('textarea')?.focus(), [])
  return (
    <form
      ref={place}
      className="answer"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') keep.mutate({ messageId: thread.id, text })
      }}
    >
      <TextArea
        label="Note for your colleagues"
        hint="It’s never sent."
        value={text}
        onChange={setText}
        rows={4}
        maxLength={longest}
      />
      <div className="message-do">
        <button className="btn btn-1" type="submit" disabled={keep.isPending || text.trim() === ''}>
          Save note
        </button>
        <button className="text-btn" type="button" onClick={onClose}>
          Not now
        </button>
      </div>
    </form>
  )
}
