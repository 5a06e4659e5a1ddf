import { useState } from 'react'
import { Link } from 'react-router'
import type { Exception } from '../../../domain/admin/curation-calls.ts'
import type { Gender } from '../../../domain/belt.ts'
import { beltSizes } from '../../../domain/sizing.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useChange } from '../use-admin.ts'
import { AddressDialog } from './address-dialog.tsx'
import { dropAddresses } from './drop-addresses.ts'
import { tellFailure } from './told.ts'

type MendProps = { exception: Exception; drop: string; onChoose: () => void }

/** What the owner can do about one box that waits. */
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
    onError: tellFailure,
  })
  const ask = useChange('askWearer', {
    onSuccess: ({ to }) => showToast({ title: 'Asked', description: `A mail goes to ${to}.` }),
    onError: tellFailure,
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
