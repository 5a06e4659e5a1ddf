import { useEffect, useId, useRef } from 'react'
import { addressProblems, stateOfZip, states } from '../../domain/address.ts'
import type { ShippingDetails } from '../../domain/quiz.ts'
import { TextField, type TextFieldProps } from '../ui/text-field.tsx'
import { useSettled } from './use-quiz.ts'

type AddressFieldsProps = {
  address: ShippingDetails
  onChange: (changes: Partial<ShippingDetails>) => void
  /** lets the browser offer the visitor's own address; false for a gift, where it's someone else's */
  isOwnAddress: boolean
  /** by field */
  errors?: Partial<Record<string, string>>
}

/** The address typed by hand: US only, no phone (spec §5). */
export function AddressFields({ address, onChange, isOwnAddress, errors }: AddressFieldsProps) {
  const { state, zipCode } = address
  const suggestCity = useSuggestedCity(address, onChange)
  const stateSettled = useSettled(state)
  const zipSettled = useSettled(zipCode)
  const wrong = addressProblems({ state, zipCode })
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
      {/* If empty, city and state are filled in from the ZIP code. */}
      <StateField
        width="f2 half"
        name="state"
        autoComplete={complete('address-level1')}
        value={state}
        error={(stateSettled.isSettled && wrong.state) || errors?.state}
        onBlur={stateSettled.leave}
        onChange={(value) => onChange({ state: value })}
      />
      <TextField
        label="ZIP code"
        width="f2 half"
        name="zip"
        inputMode="numeric"
        maxLength={10}
        autoComplete={complete('postal-code')}
        value={zipCode}
        error={(zipSettled.isSettled && wrong.zipCode) || errors?.zipCode}
        onBlur={zipSettled.leave}
        onChange={(value) => {
          const offered = state.trim() === '' ? stateOfZip(value) : null
          onChange({ zipCode: value, ...(offered ? { state: offered } : {}) })
          void suggestCity(value)
        }}
      />
    </>
  )
}

/** Fills in an empty city once the ZIP code is complete. Anything typed meanwhile, in either field, wins. */
function useSuggestedCity(
  address: { city: string; zipCode: string },
  onChange: (changes: { city: string }) => void,
) {
  const now = useRef(address)
  useEffect(() => {
    now.current = address
  })
  return async (zipCode: string) => {
    if (now.current.city.trim() !== '') return
    const city = await cityOfZip(zipCode)
    if (city && now.current.city.trim() === '' && now.current.zipCode === zipCode) onChange({ city })
  }
}

/** A state from the list of those we ship to: typed as code or name, autofilled, or picked. */
export function StateField(props: Omit<TextFieldProps, 'label' | 'list'>) {
  const list = useId()
  return (
    <>
      <TextField {...props} label="State" list={list} autoCapitalize="characters" />
      <datalist id={list}>
        {states.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}

/**
 * The city of a ZIP code, from files written by the build (scripts/build.ts). Null if it isn't known or can't be
 * fetched: it's only a suggestion, and the field stays empty.
 */
async function cityOfZip(zipCode: string): Promise<string | null> {
  const [digits] = /^\d{5}/.exec(zipCode.trim()) ?? []
  if (!digits) return null
  try {
    const answer = await fetch(`/zips/${digits.slice(0, 2)}.json`)
    const cities: Record<string, string> = answer.ok ? await answer.json() : {}
    return cities[digits] ?? null
  } catch {
    return null
  }
}
