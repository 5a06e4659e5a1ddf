import { useState } from 'react'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { toastFailedChange, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { useSaveOver } from '../ui/use-save-over.tsx'

type Canned = AdminReply<'listCannedAnswers'>['answers'][number]

const changes = ['/api/admin/canned-answers']

/**
 * Saved answers: written once, then a starting point for any answer. Shown only after the content above has loaded, so
 * that no button moves.
 */
export function CannedAnswers({ isShown }: { isShown: boolean }) {
  const staff = useStaff()
  const answers = useAdmin('listCannedAnswers', {})
  const [editing, setEditing] = useState<Canned | 'new' | null>(null)
  const remove = useChange('deleteCannedAnswer', { changes, onError: toastFailedChange })
  if (!isShown || answers.isPending || !staff.may('createCannedAnswer')) return null
  const edit = (answer: Canned) => (
    <button className="text-btn" type="button" onClick={() => setEditing(answer)}>
      Edit<span className="sr"> {answer.title}</span>
    </button>
  )
  const { answers: own = [], starters = [] } = answers.data ?? {}
  return (
    <section className="panel canned" aria-labelledby="canned-title">
      <h2 id="canned-title">Saved answers</h2>
      <p className="quiet">
        Words in braces fill themselves in: {'{name}'}, {'{order}'}, {'{next box}'}, {'{ship by}'},{' '}
        {'{change by}'}, {'{sent box}'}, {'{shipped on}'}, {'{tracking}'}, {'{belt}'}, {'{my page}'}, {'{me}'}
        .
      </p>
      <ul>
        {own.map((answer) => (
          <li key={answer.id}>
            <b>{answer.title}</b>
            {edit(answer)}
            <button
              className="text-btn"
              type="button"
              disabled={remove.isPending}
              onClick={() => remove.mutate({ answerId: answer.id })}
            >
              Delete<span className="sr"> {answer.title}</span>
            </button>
          </li>
        ))}
        {starters.map((answer) => (
          <li key={answer.id}>
            <b>{answer.title}</b>
            {edit(answer)}
          </li>
        ))}
      </ul>
      {editing === null ? (
        <button className="btn btn-2" type="button" onClick={() => setEditing('new')}>
          Write one
        </button>
      ) : (
        <CannedForm
          key={editing === 'new' ? 'new' : editing.id}
          known={editing === 'new' ? null : editing}
          isOwn={editing !== 'new' && own.some(({ id }) => id === editing.id)}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  )
}

type FormProps = { known: Canned | null; isOwn: boolean; onClose: () => void }

/** Editing a built-in answer saves it as the shop's own. */
function CannedForm({ known, isOwn, onClose }: FormProps) {
  const [title, setTitle] = useState(known?.title ?? '')
  const [text, setText] = useState(known?.text ?? '')
  const done = { changes, onSuccess: onClose, onError: toastFailedChange }
  const create = useChange('createCannedAnswer', done)
  const [began] = useState({ title, text })
  const { change: edit, question } = useSaveOver('editCannedAnswer', done)
  const isBusy = create.isPending || edit.isPending
  return (
    <form
      className="answer"
      onSubmit={(event) => {
        event.preventDefault()
        if (known && isOwn) edit.mutate({ answerId: known.id, title, text, was: began })
        else create.mutate({ title, text })
      }}
    >
      <TextField label="Title" value={title} onChange={setTitle} maxLength={120} />
      <TextArea label="Answer" value={text} onChange={setText} rows={7} maxLength={4000} />
      <div className="message-do">
        <button
          className="btn btn-1"
          type="submit"
          disabled={isBusy || title.trim() === '' || text.trim() === ''}
        >
          Keep it
        </button>
        <button className="text-btn" type="button" onClick={onClose}>
          Not now
        </button>
      </div>
      {question}
    </form>
  )
}
