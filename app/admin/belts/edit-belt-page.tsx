import { Link, useNavigate } from 'react-router'
import { sentenceOf, toastError, useAdmin, useChange, useReadAgain } from '../client/use-admin.ts'
import { ListState } from '../ui/screen.tsx'
import { useSaveOver } from '../ui/use-save-over.tsx'
import type { Route } from './+types/edit-belt-page'
import './belts.css'
import { useId, useState } from 'react'
import type { BeltView } from '../../../domain/admin/belt-contracts.ts'
import { ApiError } from '../../browser/call-api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { type DraftErrors, draftOf, takenOf, writtenOf } from './belt-draft.ts'
import { BeltForm } from './belt-form.tsx'

/** Edits, hides or deletes a belt. */
export default function EditBeltPage({ params: { beltId } }: Route.ComponentProps) {
  const read = useAdmin('getBelt', { beltId })
  return <ListState query={read}>{({ belt }) => <BeltEditor key={beltId} known={belt} />}</ListState>
}

/** The form of a belt. If someone else saved it meanwhile, it asks before overwriting. */
function BeltEditor({ known }: { known: BeltView }) {
  const navigate = useNavigate()
  // As it was when the form opened: the belt may be refetched while it's being edited.
  const [opened] = useState(known)
  const [taken, setTaken] = useState<DraftErrors>({})
  const { change: update, question } = useSaveOver('updateBelt', {
    changes: ['/api/admin/belts', '/api/admin/drops'],
    onSuccess: ({ belt }) => {
      showToast({ title: 'Belt Updated', description: `${belt.name} is saved.` })
      void navigate(`/admin/belts?drop=${belt.drop}`)
    },
    onError: (error) => {
      const sentence = sentenceOf(error, 'We couldn’t save the belt. Try again.')
      if (error instanceof ApiError && error.code === 'taken') setTaken(takenOf(error))
      showToast({ title: 'Error', description: sentence, destructive: true })
    },
  })
  return (
    <>
      <BeltForm
        title={opened.name}
        drop={opened.drop}
        start={draftOf(opened)}
        takenSkus={null}
        taken={taken}
        isUsed={known.isUsed}
        // Stays busy after saving, so that nothing counts as unsaved while the list loads.
        busy={update.isPending || update.isSuccess}
        onSave={(belt) => {
          setTaken({})
          update.mutate({ beltId: opened.id, belt, was: writtenOf(opened) })
        }}
      >
        <Link className="btn btn-3" to={`/belts/${known.slug}`}>
          See its page
        </Link>
        <DeleteBelt belt={known} />
      </BeltForm>
      {question}
    </>
  )
}

/** Deletes a belt that was never sent, after asking; for others it says what to do instead. */
function DeleteBelt({ belt }: { belt: BeltView }) {
  const navigate = useNavigate()
  const title = useId()
  const [asking, setAsking] = useState(false)
  const readAgain = useReadAgain()
  const remove = useChange('deleteBelt', {
    changes: ['/api/admin/drops'],
    onSuccess: () => {
      showToast({ title: 'Belt Deleted', description: `${belt.name} is gone from its drop.` })
      // Leave the page first: the deleted belt can't be fetched again.
      void Promise.resolve(navigate(`/admin/belts?drop=${belt.drop}`)).then(() =>
        readAgain('/api/admin/belts'),
      )
    },
    onError: (error) => {
      setAsking(false)
      toastError(error, 'We couldn’t delete the belt. Try again.')
    },
  })
  if (belt.isUsed) {
    return (
      <p className="hint belt-kept">
        This belt was sent or promised to a member, so you can’t delete it. Turn off Active to put it away.
        Its history stays.
      </p>
    )
  }
  return (
    <>
      <button className="btn btn-3 belt-delete" type="button" onClick={() => setAsking(true)}>
        Delete belt
      </button>
      <Dialog open={asking} onClose={() => setAsking(false)} labelledBy={title} className="belt-dialog">
        <h2 id={title}>Delete {belt.name}?</h2>
        <p>It’s deleted for good, with its stock. No one was sent one.</p>
        <div className="belt-dialog-end">
          <button className="btn btn-2" type="button" onClick={() => setAsking(false)}>
            Keep it
          </button>
          <button
            className="btn btn-ink"
            type="button"
            disabled={remove.isPending}
            onClick={() => remove.mutate({ beltId: belt.id })}
          >
            Delete it
          </button>
        </div>
      </Dialog>
    </>
  )
}
