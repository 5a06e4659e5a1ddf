import { useEffect, useState } from 'react'
import { isEmail } from '../../domain/email.ts'
import { messages } from '../../domain/messages.ts'
import type { ShippingDetails } from '../../domain/quiz.ts'
import { keepInTab, readFromTab } from '../browser/tab-storage.ts'
import { useShop } from '../shop/use-shop.ts'
import { choosePublishableKey, loadStripe, useLoaded } from '../stripe/load-stripe.ts'
import { SlowNote } from '../ui/busy-button.tsx'
import { EmailSuggestion } from '../ui/email-suggestion.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AddressFields } from './address-fields.tsx'
import { useSettled } from './use-quiz.ts'

type LoadedAddressProps = {
  publishableKey: string
  googleMapsKey: string | null
  address: ShippingDetails
  onChange: (changes: Partial<ShippingDetails>) => void
  /** it can't be shown, so the address has to be typed by hand */
  onFailed: () => void
}

const load = async (key: string) => {
  const [stripe, { StripeAddress }] = await Promise.all([loadStripe(key), import('./stripe-address.tsx')])
  return { stripe, StripeAddress }
}

/** The provider's address element, loaded when this step is shown. Failures go to the console only (spec §8). */
function LoadedAddress({ publishableKey, onFailed, ...props }: LoadedAddressProps) {
  const loaded = useLoaded(load, publishableKey)
  const failure = loaded.state === 'failed' ? loaded.error : null

  function fail(error: unknown) {
    console.error('The address element could not be loaded:', error)
    onFailed()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per failure
  useEffect(() => {
    if (failure) fail(failure)
  }, [failure])

  if (loaded.state !== 'ready') {
    return (
      <div className={props.googleMapsKey ? 'address-wait' : 'address-wait all-fields'} role="status">
        <span className="sr">Loading the address form</span>
        <SlowNote isBusy>The address form is taking a while. You can also type your address below.</SlowNote>
      </div>
    )
  }
  const { stripe, StripeAddress } = loaded.value
  return <StripeAddress {...props} stripe={stripe} onLoadError={fail} />
}

// The choice to type by hand lasts for this tab.
const modeKey = 'addressEntry'

type AddressEntryProps = {
  address: ShippingDetails
  onChange: (changes: Partial<ShippingDetails>) => void
  /** the buyer's own; a gift goes to someone else, whose email is asked for elsewhere */
  isOwnAddress: boolean
}

/**
 * Name, email and address. With payment keys the provider's address element is the default and typing by hand the
 * alternative, keeping what was typed (spec §4); without keys the fields are plain.
 */
export function AddressEntry({ address, onChange, isOwnAddress }: AddressEntryProps) {
  const { stripe } = useShop()
  const key = stripe && choosePublishableKey(stripe, window.location.hostname)
  const [prefersManual, setPrefersManual] = useState(() => readFromTab(modeKey) === 'manual')
  const isManual = !key || prefersManual

  function choose(manual: boolean) {
    keepInTab(modeKey, manual ? 'manual' : null)
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
          {isManual
            ? stripe.googleMapsKey
              ? 'Use address autocomplete instead'
              : 'Use the address form instead'
            : 'Enter the address manually'}
        </button>
      )}
    </>
  )
}

type EmailFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  name: string
  width?: string
  hint?: string
  /** "off" for someone else's address */
  autoComplete?: string
}

/** An email field that reports an invalid address (spec §5). */
export function EmailField({ autoComplete = 'email', value, ...field }: EmailFieldProps) {
  const { isSettled, leave } = useSettled(value)
  const isWrong = isSettled && value !== '' && !isEmail(value)
  return (
    <TextField
      {...field}
      note={isSettled && <EmailSuggestion email={value} onTake={field.onChange} />}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      spellCheck={false}
      value={value}
      onBlur={leave}
      error={isWrong ? messages.quiz.invalidEmail : null}
    />
  )
}
