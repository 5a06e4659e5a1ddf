import { useState } from 'react'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { useAdmin, useChange } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'

type Canned = AdminReply<'listCannedAnswers'>['answers'][number]

const changes = ['/api/admin/canned-answers']
const tell = (error: Error) =>
  showToast({ title: 'Error', description: sentenceOf(error, 'Nothing was changed.'), destructive: true })

/**
 * The answers that are given often: written once, begun with in every answer. Not shown before what stands above is
 * there, or a button would move away under the hand.
 */
export function CannedAnswers({ isShown }: { isShown: boolean }) {
  const staff = useStaff()
  const answers = useAdmin('listCannedAnswers', {})
  const [editing, setEditing] = useState<Canned | 'new' | null>(null)
  const remove = useChange('deleteCannedAnswer', { changes, onError: tell })
  if (!isShown || answers.isPending || !staff.may('createCannedAnswer')) return null
  return (
    <section className="panel canned" aria-labelledby="canned-title">
      <h2 id="canned-title">Answers given often</h2>
      <ul>
        {answers.data?.answers.map((answer) => (
          <li key={answer.id}>
            <b>{answer.title}</b>
            <button className="text-btn" type="button" onClick={() => setEditing(answer)}>
              Edit<span className="sr"> {answer.title}</span>
            </button>
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
      </ul>
      {editing === null ? (
        <button className="btn btn-2" type="button" onClick={() => setEditing('new')}>
          Write one
        </button>
      ) : (
        <CannedForm
          key={editing === 'new' ? 'new' : editing.id}
          known={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  )
}

function CannedForm({ known, onClose }: { known: Canned | null; onClose: () => void }) {
  const [title, setTitle] = useState(known?.title ?? '')
  const [text, setText] = useState(known?.text ?? '')
  const done = { changes, onSuccess: onClose, onError: tell }
  const create = useChange('createCannedAnswer', done)
  const edit = useChange('editCannedAnswer', done)
  const isBusy = create.isPending || edit.isPending
  return (
    <form
      className="answer"
      onSubmit={(event) => {
        event.preventDefault()
        if (known) edit.mutate({ answerId: known.id, title, text })
        else create.mutate({ title, text })
      }}
    >
      <TextField label="Title" value={title} onChange={setTitle} maxLength={120} />
      <TextArea label="Answer" value={text} onChange={setText} rows={5} maxLength={4000} />
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
    </form>
  )
}
