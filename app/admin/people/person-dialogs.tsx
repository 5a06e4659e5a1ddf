import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PersonView } from '../../../domain/admin/people-contracts.ts'
import { formatCents } from '../../../domain/money.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, toastFailedChange, toastUnmade, useAdmin, useChange } from '../client/use-admin.ts'
import { AskDialog, ConfirmDialog } from '../ui/dialogs.tsx'

/** Merges another address of the same person, after a search and a preview. */
export function MergePersonDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState('')
  const preview = useChange('previewJoinPeople', { changes: [] })
  const join = useChange('joinPeople', {
    changes: ['/api/admin/people'],
    onSuccess: () => {
      showToast({ title: 'Joined', description: 'Both addresses are one person now.' })
      onClose()
    },
    onError: toastFailedChange,
  })
  const isReady = preview.data ? reason.trim() !== '' : email.trim() !== ''
  const personId = person.id
  return (
    <AskDialog
      title={`Another address of ${person.name}`}
      action={preview.data ? 'Join them' : 'See what changes'}
      isBusy={!isReady || preview.isPending || join.isPending}
      onClose={onClose}
      onConfirm={() =>
        preview.data ? join.mutate({ personId, email, reason }) : preview.mutate({ personId, email })
      }
    >
      <TextField
        label="The other email"
        type="email"
        value={email}
        maxLength={254}
        onChange={(typed) => {
          setEmail(typed)
          preview.reset()
        }}
      />
      <TextArea label="Why, for the audit log" value={reason} onChange={setReason} rows={2} maxLength={500} />
      {preview.data && (
        <div className="person-preview" role="status">
          <b>{preview.data.name}</b>
          <ul>
            {preview.data.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="quiet">We’ll email {preview.data.mailTo.join(' and ')}.</p>
        </div>
      )}
      {preview.isError && <p role="alert">{sentenceOf(preview.error, 'You can’t do that now.')}</p>}
    </AskDialog>
  )
}

type SeparateProps = { person: PersonView; email: string; onClose: () => void }

/** Undoes a merge. */
export function SeparateDialog({ person, email, onClose }: SeparateProps) {
  const [reason, setReason] = useState('')
  const separate = useChange('separateMailbox', {
    changes: ['/api/admin/people'],
    onSuccess: () => {
      showToast({ title: 'Separated', description: `${email} is a separate person again.` })
      onClose()
    },
    onError: toastFailedChange,
  })
  return (
    <AskDialog
      title={`Separate ${email}?`}
      action="Separate"
      isBusy={separate.isPending || reason.trim() === ''}
      onClose={onClose}
      onConfirm={() => separate.mutate({ personId: person.id, email, reason })}
    >
      <p>It opens only what belongs to it alone. No money moves, no card changes. We’ll email both.</p>
      <TextArea label="Why, for the audit log" value={reason} onChange={setReason} rows={2} maxLength={500} />
    </AskDialog>
  )
}

/** Deletes a person's data on request; refused for the same reasons as on their own page. */
export function DeletePerson({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const remove = useChange('deletePerson', {
    changes: ['/api/admin/people'],
    onSuccess: () => {
      showToast({
        title: 'Data deleted',
        description: 'Only what tax law makes us keep stays, without their name.',
      })
      void navigate('/admin/people')
    },
    onError: (error) => toastUnmade(error, 'Nothing was deleted.'),
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
