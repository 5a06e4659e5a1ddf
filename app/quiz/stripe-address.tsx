import { AddressElement } from '@stripe/react-stripe-js'
import type { Stripe, StripeAddressElementOptions } from '@stripe/stripe-js'
import { useState } from 'react'
import { stateCode } from '../../domain/address.ts'
import type { ShippingDetails } from '../../domain/quiz.ts'
import { ShopElements } from '../stripe/shop-elements.tsx'

type StripeAddressProps = {
  stripe: Stripe
  googleMapsKey: string | null
  address: ShippingDetails
  onChange: (changes: Partial<ShippingDetails>) => void
  onLoadError: (error: unknown) => void
}

/** Name and address in the provider's element: US only, no phone (spec §5). It starts with what was typed before. */
export function StripeAddress(props: StripeAddressProps) {
  const { stripe, googleMapsKey, address, onChange, onLoadError } = props
  const [options] = useState(() => addressOptions(address, googleMapsKey))
  return (
    <ShopElements stripe={stripe}>
      <AddressElement
        options={options}
        onChange={({ value }) =>
          onChange({
            fullName: value.name,
            address: value.address.line1,
            address2: value.address.line2 ?? '',
            city: value.address.city,
            state: value.address.state,
            zipCode: value.address.postal_code,
          })
        }
        onLoadError={({ error }) => onLoadError(error)}
      />
    </ShopElements>
  )
}

/** US only, no phone (spec §5); autocomplete by the maps service if there is a key (spec §7). */
export function addressOptions(
  typed: ShippingDetails,
  googleMapsKey: string | null,
): StripeAddressElementOptions {
  return {
    mode: 'shipping',
    allowedCountries: ['US'],
    fields: { phone: 'never' },
    autocomplete: googleMapsKey ? { mode: 'google_maps_api', apiKey: googleMapsKey } : { mode: 'disabled' },
    defaultValues: {
      name: typed.fullName,
      address: {
        line1: typed.address,
        line2: typed.address2,
        city: typed.city,
        state: stateCode(typed.state),
        postal_code: typed.zipCode,
        country: 'US',
      },
    },
  }
}
