import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PersonView } from '../../../domain/admin/people-contracts.ts'
import { formatCents } from '../../../domain/money.ts'
import { TextArea } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, useAdmin, useChange } from '../client/use-admin.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Deletes what is kept of somebody who asked for it; what is refused on their own page is refused here. */
export function DeletePerson({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const remove = useChange('deletePerson', {
    changes: ['/api/admin/people'],
    onSuccess: () => {
      showToast({
        title: 'Data deleted',
        description: 'Their orders stay, without the person, because tax law requires it.',
      })
      void navigate('/admin/people')
    },
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'Nothing was deleted.'),
        destructive: true,
      }),
  })
  const preview = useAdmin('previewDeletePerson', { personId: person.id })
  const creditCents = preview.data?.creditCents ?? 0
  const isBlocked = !preview.data || preview.data.blockedBy !== null
  return (
    <ConfirmDialog
      title={`Delete the data of ${person.name}?`}
      action="Delete it"
      isBusy={isBlocked || remove.isPending || reason.trim() === ''}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate({
          ...{ personId: person.id, reason },
          ...(creditCents > 0 ? { givesUpCreditCents: creditCents } : {}),
        })
      }
    >
      {preview.isError && (
        <p role="alert">{sentenceOf(preview.error, 'We couldn’t see what would go. Try again.')}</p>
      )}
      {preview.data?.blockedBy && (
        <p role="alert">
          <b>It has to wait.</b> Their own page would tell them: “{preview.data.blockedBy}”
        </p>
      )}
      {preview.data && (
        <ul className="person-preview">
          {preview.data.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {creditCents > 0 && <p>They lose {formatCents(creditCents)} of store credit. Do they know?</p>}
      <TextArea label="Why, for the audit log" value={reason} onChange={setReason} rows={2} maxLength={500} />
    </ConfirmDialog>
  )
}
