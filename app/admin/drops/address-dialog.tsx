import { type FormEvent, useState } from 'react'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import { ApiError } from '../../browser/call-api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { sentenceOf } from '../call-admin.ts'
import { useAdmin, useChange } from '../use-admin.ts'
import { dropAddresses } from './drop-addresses.ts'

type Address = AdminReply<'readWearerAddress'>

const fields: { part: keyof Address; label: string }[] = [
  { part: 'fullName', label: 'Full name' },
  { part: 'address', label: 'Address' },
  { part: 'address2', label: 'Apartment, suite (optional)' },
  { part: 'city', label: 'City' },
  { part: 'state', label: 'State' },
  { part: 'zipCode', label: 'ZIP code' },
]

/** Where a box goes, completed by the owner. */
export function AddressDialog({ boxId, onClose }: { boxId: string; onClose: () => void }) {
  const known = useAdmin('readWearerAddress', { boxId })
  return (
    <Dialog open onClose={onClose} labelledBy="address-title" className="adm adm-dialog adm-confirm">
      <div className="adm-dialog-form adm-stack">
        <h2 id="address-title">Address</h2>
        {known.data ? (
          <AddressForm boxId={boxId} address={known.data} onClose={onClose} />
        ) : (
          <p role="status">{known.error ? sentenceOf(known.error, 'It could not be read.') : 'Reading …'}</p>
        )}
      </div>
    </Dialog>
  )
}

function AddressForm({ boxId, address, onClose }: { boxId: string; address: Address; onClose: () => void }) {
  const [typed, setTyped] = useState(address)
  const save = useChange('setWearerAddress', { changes: dropAddresses, onSuccess: onClose })
  const wrong = save.error instanceof ApiError ? save.error.fields : {}
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({ boxId, ...typed })
  }
  return (
    <form className="adm-stack" noValidate onSubmit={submit}>
      {fields.map(({ part, label }) => (
        <TextField
          key={part}
          label={label}
          value={typed[part]}
          error={wrong?.[part] ?? null}
          onChange={(value) => setTyped({ ...typed, [part]: value })}
        />
      ))}
      {save.error && Object.keys(wrong ?? {}).length === 0 && (
        <p className="err" role="alert">
          {sentenceOf(save.error, 'The address was not saved. Try again.')}
        </p>
      )}
      <div className="adm-tools">
        <button className="btn btn-1" type="submit" disabled={save.isPending}>
          Save address
        </button>
        <button className="btn btn-2" type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}
