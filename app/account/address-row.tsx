import { useState } from 'react'
import type { AddressView } from '../../domain/account/account-view.ts'
import { AddressForm } from './address-form.tsx'
import { placeWords } from './belts-words.ts'

/** Where the belts go, and the form that changes it. */
export function AddressRow({ membershipId, address }: { membershipId: string; address: AddressView }) {
  const [isOpen, setOpen] = useState(false)
  const formId = `address-${membershipId}`
  return (
    <div>
      <dt>Address</dt>
      <dd>{[address.fullName, placeWords(address)].filter(Boolean).join(', ') || 'No address yet'}</dd>
      <dd>
        <button
          className="btn btn-3"
          type="button"
          aria-expanded={isOpen}
          aria-controls={formId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Keep it' : 'Change'}
          <span className="sr"> the address</span>
        </button>
      </dd>
      {isOpen && (
        <dd className="account-row-form" id={formId}>
          <AddressForm membershipId={membershipId} address={address} onDone={() => setOpen(false)} />
        </dd>
      )}
    </div>
  )
}
