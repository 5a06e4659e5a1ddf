import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PersonView } from '../../../domain/admin/people-contracts.ts'
import { formatCents } from '../../../domain/money.ts'
import { TextArea } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, useChange } from '../client/use-admin.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Deletes what is kept of somebody who asked for it; what is refused on their own page is refused here. */
export function DeletePerson({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const remove = useChange('deletePerson', {
    changes: ['/api/admin/people'],
    onSuccess: () => {
      showToast({ title: 'Data deleted', description: 'Orders stay without the person, as tax law wants.' })
      void navigate('/admin/people')
    },
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'Nothing was deleted.'),
        destructive: true,
      }),
  })
  const { creditCents } = person
  return (
    <ConfirmDialog
      title={`Delete the data of ${person.name}?`}
      action="Delete it"
      isBusy={remove.isPending || reason.trim() === ''}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate({
          ...{ personId: person.id, reason },
          ...(creditCents > 0 ? { givesUpCreditCents: creditCents } : {}),
        })
      }
    >
      <p>Messages, letters and sign-ins are gone for good. Orders stay without name, email and street.</p>
      {creditCents > 0 && <p>They lose {formatCents(creditCents)} of store credit. Do they know?</p>}
      <TextArea label="Why, for the audit log" value={reason} onChange={setReason} rows={2} maxLength={500} />
    </ConfirmDialog>
  )
}
