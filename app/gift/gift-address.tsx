import { useState } from 'react'
import type { AddressView } from '../../domain/account/account-view.ts'
import { TextField } from '../ui/text-field.tsx'
import { addressLine } from './address-line.ts'

type GiftAddressProps = {
  address: AddressView
  onChange: (address: AddressView) => void
  /** by field */
  errors: Record<string, string>
}

type Field = { key: keyof AddressView; label: string; width: string; autoComplete: string; hint?: string }

const fields: Field[] = [
  { key: 'fullName', label: 'Full name', width: 'f6', autoComplete: 'shipping name' },
  { key: 'address', label: 'Address', width: 'f6', autoComplete: 'shipping address-line1' },
  {
    key: 'address2',
    label: 'Address line 2',
    width: 'f6',
    autoComplete: 'shipping address-line2',
    hint: 'Apartment, suite or company, if there is one.',
  },
  { key: 'city', label: 'City', width: 'f2', autoComplete: 'shipping address-level2' },
  { key: 'state', label: 'State', width: 'f2 half', autoComplete: 'shipping address-level1' },
  { key: 'zipCode', label: 'ZIP code', width: 'f2 half', autoComplete: 'shipping postal-code' },
]

/** The address that the giver typed, to be confirmed by leaving it, or to be changed. */
export function GiftAddress({ address, onChange, errors }: GiftAddressProps) {
  const [isTyping, setTyping] = useState(false)
  const isWrong = fields.some(({ key }) => errors[key])
  return (
    <fieldset className="group">
      <legend>Send it here?</legend>
      {isTyping || isWrong ? (
        <div className="fields">
          {fields.map(({ key, ...field }) => (
            <TextField
              key={key}
              {...field}
              name={key}
              value={address[key]}
              error={errors[key]}
              maxLength={key === 'zipCode' ? 10 : 200}
              onChange={(value) => onChange({ ...address, [key]: value })}
            />
          ))}
        </div>
      ) : (
        <>
          <p className="gift-address">{addressLine(address)}</p>
          <p>
            <button className="btn btn-3" type="button" onClick={() => setTyping(true)}>
              Use another address
            </button>
          </p>
        </>
      )}
    </fieldset>
  )
}
