import { useState } from 'react'
import type { ShippingDetails } from '../../domain/quiz.ts'
import { useShop } from '../layout/use-shop.ts'
import { choosePublishableKey } from '../stripe/publishable-key.ts'
import { TextField } from '../ui/text-field.tsx'
import { AddressFields } from './address-fields.tsx'
import { keepAddressMode, prefersManualAddress } from './address-mode.ts'
import { EmailField } from './email-field.tsx'
import { LoadedAddress } from './loaded-address.tsx'

type AddressEntryProps = {
  address: ShippingDetails
  onChange: (changes: Partial<ShippingDetails>) => void
  /** for oneself; a gift goes to somebody else, and its email is asked elsewhere */
  isOwnAddress: boolean
}

/**
 * Name, email and address. With payment keys the provider's address element is the default and typing by hand the
 * other way, with what was typed carried over (spec §4); without keys it is typed by hand.
 */
export function AddressEntry({ address, onChange, isOwnAddress }: AddressEntryProps) {
  const { stripe } = useShop()
  const key = stripe && choosePublishableKey(stripe, window.location.hostname)
  const [prefersManual, setPrefersManual] = useState(prefersManualAddress)
  const isManual = !key || prefersManual

  function choose(manual: boolean) {
    keepAddressMode(manual)
    setPrefersManual(manual)
  }

  return (
    <>
      <div className="fields">
        {isManual && (
          <TextField
            label="Full name"
            width={isOwnAddress ? 'f3' : 'f6'}
            name="full-name"
            autoComplete={isOwnAddress ? 'name' : 'off'}
            value={address.fullName}
            onChange={(fullName) => onChange({ fullName })}
          />
        )}
        {isOwnAddress && (
          <EmailField
            label="Email"
            width={isManual ? 'f3' : 'f6'}
            name="email"
            hint="The receipt and tracking go here."
            value={address.email}
            onChange={(email) => onChange({ email })}
          />
        )}
        {isManual && <AddressFields address={address} onChange={onChange} isOwnAddress={isOwnAddress} />}
      </div>
      {!isManual && (
        <LoadedAddress
          publishableKey={key}
          googleMapsKey={stripe.googleMapsKey}
          address={address}
          onChange={onChange}
          onFailed={() => setPrefersManual(true)}
        />
      )}
      {key && (
        <button className="btn btn-3 address-mode" type="button" onClick={() => choose(!isManual)}>
          {isManual ? 'Use address autocomplete instead' : 'Enter the address manually'}
        </button>
      )}
    </>
  )
}
