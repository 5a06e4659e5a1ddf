import { useState } from 'react'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useChange } from '../use-admin.ts'
import type { Made } from './made-password.tsx'

type ResetDialogProps = {
  person: { id: string; username: string; hasTwoStep: boolean }
  onMade: (made: Made) => void
  onClose: () => void
}

/** A made password in place of a forgotten one. */
export function ResetDialog({ person, onMade, onClose }: ResetDialogProps) {
  const [removeTwoStep, setRemove] = useState(false)
  const reset = useChange('resetStaffPassword', {
    changes: ['/api/admin/staff', '/api/admin/audit'],
    onSuccess: ({ password }) => {
      onMade({ username: person.username, password })
      onClose()
    },
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'The password stays. Try again.'),
        destructive: true,
      }),
  })
  return (
    <ConfirmDialog
      title={`A new password for ${person.username}?`}
      action="Make a password"
      isBusy={reset.isPending}
      onConfirm={() => reset.mutate({ userId: person.id, removeTwoStep })}
      onClose={onClose}
    >
      <p>The old one opens nothing any more, and every device of {person.username} is signed out.</p>
      {person.hasTwoStep && (
        <label className="adm-check">
          <input
            type="checkbox"
            checked={removeTwoStep}
            onChange={(event) => setRemove(event.target.checked)}
          />
          The telephone is lost: turn two-step sign-in off
        </label>
      )}
    </ConfirmDialog>
  )
}
