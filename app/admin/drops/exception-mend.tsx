import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import type { Exception } from '../../../domain/admin/curation-contracts.ts'
import type { Gender } from '../../../domain/belt.ts'
import { beltSizes } from '../../../domain/sizing.ts'
import { ApiError } from '../../browser/call-api.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf, toastFailedChange, useAdmin, useChange } from '../client/use-admin.ts'
import { FormDialog } from '../ui/dialogs.tsx'
import { dropAddresses } from './use-drop.ts'

type Address = AdminReply<'readWearerAddress'>

const fields: { part: keyof Address; label: string }[] = [
  { part: 'fullName', label: 'Full name' },
  { part: 'address', label: 'Address' },
  { part: 'address2', label: 'Apartment, suite (optional)' },
  { part: 'city', label: 'City' },
  { part: 'state', label: 'State' },
  { part: 'zipCode', label: 'ZIP code' },
]

/** Completes a box's address. */
function AddressDialog({ boxId, onClose }: { boxId: string; onClose: () => void }) {
  const known = useAdmin('readWearerAddress', { boxId })
  return (
    <FormDialog onClose={onClose} labelledBy="address-title" className="adm adm-dialog adm-confirm">
      <div className="adm-dialog-form adm-stack">
        <h2 id="address-title">Address</h2>
        {known.data ? (
          <AddressForm boxId={boxId} address={known.data} onClose={onClose} />
        ) : (
          <p role="status">
            {known.error ? sentenceOf(known.error, 'We couldn’t load it. Try again.') : 'Reading …'}
          </p>
        )}
      </div>
    </FormDialog>
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
          {sentenceOf(save.error, 'We couldn’t save the address. Try again.')}
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

type MendProps = { exception: Exception; drop: string; onChoose: () => void }

/** The fix for a box that is on hold. */
export function ExceptionMend({ exception, drop, onChoose }: MendProps) {
  const { boxId, reason, gender, name } = exception
  const [isAddressOpen, setAddressOpen] = useState(false)
  const setSize = useChange('setWearerSize', {
    changes: dropAddresses,
    onSuccess: (_, { size }) =>
      showToast({
        title: 'Size Saved',
        description: `${name || 'This box'} gets ${size} at the next curation.`,
      }),
    onError: toastFailedChange,
  })
  const ask = useChange('askWearer', {
    onSuccess: ({ to }) => showToast({ title: 'Asked', description: `We’re emailing ${to}.` }),
    onError: toastFailedChange,
  })
  const askButton = (
    <button
      className="btn btn-2"
      type="button"
      disabled={ask.isPending}
      onClick={() => ask.mutate({ boxId })}
    >
      Ask again<span className="sr">: {name || 'the member'}</span>
    </button>
  )
  if (reason === 'size') {
    return (
      <div className="adm-tools mend">
        <select
          className="input"
          aria-label={`Size of ${name || 'the member'}`}
          value=""
          disabled={setSize.isPending}
          onChange={(event) => event.target.value && setSize.mutate({ boxId, size: event.target.value })}
        >
          <option value="">Set size</option>
          {beltSizes[gender as Gender].map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
        {askButton}
      </div>
    )
  }
  if (reason === 'address') {
    return (
      <div className="adm-tools mend">
        <button className="btn btn-2" type="button" onClick={() => setAddressOpen(true)}>
          Complete<span className="sr"> the address of {name || 'the member'}</span>
        </button>
        {askButton}
        {isAddressOpen && <AddressDialog boxId={boxId} onClose={() => setAddressOpen(false)} />}
      </div>
    )
  }
  return (
    <div className="adm-tools mend">
      <button className="btn btn-2" type="button" onClick={onChoose}>
        See belts<span className="sr"> for {name || 'this box'}</span>
      </button>
      <Link className="text-btn" to={`/admin/belts/stock?drop=${drop}`}>
        Add pieces
      </Link>
    </div>
  )
}
