import type { ShippingDetails } from '../../domain/quiz.ts'
import { TextField } from '../ui/text-field.tsx'

type AddressFieldsProps = {
  address: ShippingDetails
  onChange: (changes: Partial<ShippingDetails>) => void
  /** lets the browser offer the visitor's own address; for a gift it is somebody else's */
  isOwnAddress: boolean
  /** by field */
  errors?: Partial<Record<string, string>>
}

/** The address typed by hand: US only, no phone (spec §5). */
export function AddressFields({ address, onChange, isOwnAddress, errors }: AddressFieldsProps) {
  const complete = (token: string) => (isOwnAddress ? `shipping ${token}` : 'off')
  return (
    <>
      <TextField
        label="Address"
        width="f6"
        name="address"
        autoComplete={complete('address-line1')}
        value={address.address}
        error={errors?.address}
        onChange={(value) => onChange({ address: value })}
      />
      <TextField
        label="Address line 2"
        width="f6"
        name="address-2"
        hint="Apartment, suite or company, if any."
        autoComplete={complete('address-line2')}
        value={address.address2}
        onChange={(value) => onChange({ address2: value })}
      />
      <TextField
        label="City"
        width="f2"
        name="city"
        autoComplete={complete('address-level2')}
        value={address.city}
        error={errors?.city}
        onChange={(value) => onChange({ city: value })}
      />
      <TextField
        label="State"
        width="f2 half"
        name="state"
        autoComplete={complete('address-level1')}
        autoCapitalize="characters"
        value={address.state}
        error={errors?.state}
        onChange={(value) => onChange({ state: value })}
      />
      <TextField
        label="ZIP code"
        width="f2 half"
        name="zip"
        inputMode="numeric"
        maxLength={10}
        autoComplete={complete('postal-code')}
        value={address.zipCode}
        error={errors?.zipCode}
        onChange={(value) => onChange({ zipCode: value })}
      />
    </>
  )
}
