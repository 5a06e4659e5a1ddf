import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { stateCode, typedAddressProblems } from '../../domain/address.ts'
import { type Gender, type Style, styleNames, styles } from '../../domain/belt.ts'
import { openAnswers } from '../../domain/gift-copy.ts'
import type { AddressView } from '../../domain/membership-view.ts'
import { ApiError } from '../browser/call-api.ts'
import { StateField } from '../quiz/address-fields.tsx'
import { Choice } from '../quiz/choice.tsx'
import { useInheritedFocus } from '../ui/dialog.tsx'
import { styleShot } from '../ui/picture.tsx'
import { FieldError, TextField } from '../ui/text-field.tsx'
import { useRefusal } from '../ui/use-refusal.ts'
import { GiftSize } from './gift-size.tsx'
import '../quiz/quiz-choices.css'

export type AddressFieldsProps = {
  address: AddressView
  onChange: (changes: Partial<AddressView>) => void
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
    hint: 'Apartment, suite or company, if any.',
  },
  { key: 'city', label: 'City', width: 'f2', autoComplete: 'shipping address-level2' },
  { key: 'state', label: 'State', width: 'f2 half', autoComplete: 'shipping address-level1' },
  { key: 'zipCode', label: 'ZIP code', width: 'f2 half', autoComplete: 'shipping postal-code' },
]

/** The shipping address, field by field. */
export function AddressFields({ address, onChange, errors }: AddressFieldsProps) {
  return (
    <div className="fields">
      {fields.map(({ key, ...field }) => {
        const Field = key === 'state' ? StateField : TextField
        return (
          <Field
            key={key}
            {...field}
            name={key}
            value={address[key]}
            error={errors[key]}
            maxLength={key === 'zipCode' ? 10 : 200}
            onChange={(value: string) => onChange({ [key]: value })}
          />
        )
      })}
    </div>
  )
}

type StyleChoicesProps = {
  gender: Gender
  styles: Style[]
  onChange: (styles: Style[]) => void
  error: string | undefined
}

// Spec §9 "Widths".
const details: Record<Style, string> = { dress: '30-35 mm', casual: '35-40 mm', stretch: 'Braided' }

/** Style choices as in the quiz. */
function StyleChoices({ gender, styles: chosen, onChange, error }: StyleChoicesProps) {
  const id = useId()
  const toggled = (style: Style) =>
    styles.filter((each) => (each === style ? !chosen.includes(each) : chosen.includes(each)))
  return (
    <fieldset
      className="group"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
    >
      <legend>What do you wear?</legend>
      <div className="choices choices-3">
        {styles.map((style) => (
          <Choice
            key={style}
            type="checkbox"
            name="style"
            value={style}
            label={styleNames[style]}
            detail={details[style]}
            {...styleShot(gender, style, 3)}
            checked={chosen.includes(style)}
            onChange={() => onChange(toggled(style))}
          />
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

type Chosen = { styles: Style[]; size: string; measured?: number | null; address: AddressView }

type WearerFormProps = {
  gender: Gender
  /** what was chosen before */
  start: Chosen & { isConfirmed: boolean }
  /** it replaces what had the focus */
  isHeir: boolean
  /** someone else typed the first address, so it isn't checked unless it was changed */
  isAddressKnown?: boolean
  addressFields: (fields: AddressFieldsProps) => ReactNode
  onSend: (chosen: Chosen) => Promise<void>
  /** the end of the sheet, with the button that sends it */
  end: (isBusy: boolean) => ReactNode
}

/** Style, size and address on one sheet, and one button. */
export function WearerForm(props: WearerFormProps) {
  const { gender, start, isHeir, isAddressKnown, addressFields, onSend, end } = props
  const { form, errors, refuse, correct } = useRefusal()
  useInheritedFocus(form, isHeir)
  const [styles, setStyles] = useState(start.styles)
  const [size, setSize] = useState(start.size)
  const [measured, setMeasured] = useState(start.measured ?? null)
  const [isConfirmed, setConfirmed] = useState(start.isConfirmed)
  const [address, setAddress] = useState(start.address)
  const [isBusy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const isKnown = isAddressKnown && address === start.address
    const missing = {
      ...openAnswers(gender, { styles, size, isConfirmed }),
      ...(isKnown ? {} : typedAddressProblems(address)),
    }
    if (Object.keys(missing).length > 0) return refuse(missing)
    setBusy(true)
    try {
      await onSend({
        styles,
        size,
        ...(measured === null ? {} : { measured }),
        address: { ...address, state: stateCode(address.state) },
      })
      setBusy(false)
    } catch (error) {
      const known = error instanceof ApiError ? error : null
      // The server names fields by their path in the body.
      const fields = Object.entries(known?.fields ?? {}).map(([path, sentence]) => [
        path.split('.').at(-1)!,
        sentence,
      ])
      const form = known?.sentence || 'We couldn’t reach the shop. Please try again.'
      setBusy(false)
      refuse(fields.length > 0 ? Object.fromEntries(fields) : { form })
    }
  }

  return (
    <form
      className="sheet gift-form"
      ref={form}
      tabIndex={-1}
      onSubmit={save}
      noValidate
      aria-label="What you wear"
    >
      {/* The answer replaces the form, so nothing is typed that it would lose. */}
      <div className="gift-parts" inert={isBusy}>
        <StyleChoices
          gender={gender}
          styles={styles}
          onChange={(chosen) => {
            setStyles(chosen)
            correct('styles')
          }}
          error={errors.styles}
        />
        <GiftSize
          gender={gender}
          size={size}
          {...{ isConfirmed, measured }}
          onChange={(chosen, confirmed, inches) => {
            setSize(chosen)
            setMeasured(inches)
            setConfirmed(confirmed)
            correct('size', 'confirm')
          }}
          error={errors.size}
          confirmError={errors.confirm}
        />
        {addressFields({
          address,
          errors,
          onChange: (changes) => {
            setAddress((before) => ({ ...before, ...changes }))
            correct(...Object.keys(changes))
          },
        })}
        <FieldError id="gift-error" error={errors.form} />
      </div>
      <div className="given-do">{end(isBusy)}</div>
    </form>
  )
}
