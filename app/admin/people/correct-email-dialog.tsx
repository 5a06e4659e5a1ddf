import { useState } from 'react'
import type { PersonView } from '../../../domain/admin/people-contracts.ts'
import { dataLinkTime } from '../../../domain/term-words.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { toastUnmade, useChange } from '../client/use-admin.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { CheckField } from '../ui/fields.tsx'

/** Asks the right address of orders made with a mistyped one to confirm. Several orders may be several people’s. */
export function CorrectEmailDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const [orderIds, setOrderIds] = useState(() =>
    person.orders.length === 1 ? person.orders.map(({ id }) => id) : [],
  )
  const correct = useChange('correctEmail', {
    changes: ['/api/admin/people'],
    onSuccess: () => {
      showToast({ title: 'Asked', description: `${email.trim()} has ${dataLinkTime} to confirm.` })
      onClose()
    },
    onError: (error) => toastUnmade(error, 'Nothing was changed.'),
  })
  const isReady = email.trim() !== '' && reason.trim() !== '' && orderIds.length > 0
  return (
    <AskDialog
      title={`Correct the email of ${person.name}`}
      action="Ask the right address"
      isBusy={!isReady || correct.isPending}
      onClose={onClose}
      onConfirm={() => correct.mutate({ personId: person.id, email, orderIds, reason })}
    >
      <TextField label="The right email" type="email" value={email} maxLength={254} onChange={setEmail} />
      <fieldset className="person-preview">
        <legend>Orders made with the wrong one</legend>
        {person.orders.map(({ id, orderNumber }) => (
          <CheckField
            key={id}
            isChecked={orderIds.includes(id)}
            onChange={(isChecked) =>
              setOrderIds((before) => (isChecked ? [...before, id] : before.filter((each) => each !== id)))
            }
          >
            {orderNumber}
          </CheckField>
        ))}
      </fieldset>
      <p className="quiet">
        {`We’ll email a link to the right address, good for ${dataLinkTime}, and tell the wrong one. Once confirmed, receipts, notices and sign-in links go to the right one, and links sent to the wrong one stop working. Until then nothing moves.`}
      </p>
      <TextArea label="Why, for the audit log" value={reason} onChange={setReason} rows={2} maxLength={500} />
    </AskDialog>
  )
}
