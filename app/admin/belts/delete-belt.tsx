import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { BeltView } from '../../../domain/admin/belt-calls.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { useChange, useReadAgain } from '../use-admin.ts'

/** Deletes a belt that nobody was sent, after asking; of one that was, it says what to do instead. */
export function DeleteBelt({ belt }: { belt: BeltView }) {
  const navigate = useNavigate()
  const title = useId()
  const [asking, setAsking] = useState(false)
  const readAgain = useReadAgain()
  const remove = useChange('deleteBelt', {
    changes: ['/api/admin/drops'],
    onSuccess: () => {
      showToast({ title: 'Belt Deleted', description: `${belt.name} is gone from its drop.` })
      // Away from it first: the belt itself cannot be read again.
      void Promise.resolve(navigate(`/admin/belts?drop=${belt.drop}`)).then(() =>
        readAgain('/api/admin/belts'),
      )
    },
    onError: (error) => {
      setAsking(false)
      const description = sentenceOf(error, 'The belt could not be deleted. Try again.')
      showToast({ title: 'Error', description, destructive: true })
    },
  })
  if (belt.isUsed) {
    return (
      <p className="hint belt-kept">
        This belt was sent or is promised to a member, so it cannot be deleted. Take away Active to put it
        away: its history stays.
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
        <p>It goes for good, with its stock. Nobody was sent one.</p>
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
