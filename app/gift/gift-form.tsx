import { type FormEvent, useRef, useState } from 'react'
import { type GiftPageView, giftCalls } from '../../domain/account/gift-calls.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { ApiError } from '../browser/call-api.ts'
import { sendCall } from '../browser/send-call.ts'
import { stateCode } from '../quiz/state-code.ts'
import '../quiz/quiz-choices.css'
import { FieldError } from '../ui/text-field.tsx'
import { GiftAddress } from './gift-address.tsx'
import { GiftSize } from './gift-size.tsx'
import { GiftStyles } from './gift-styles.tsx'

type GiftFormProps = {
  gift: GiftPageView
  token: string
  onSaved: (gift: GiftPageView) => void
  /** leaves everything as it is; absent while something is left to choose */
  onLeave: (() => void) | undefined
}

const noAnswer = 'We got no answer, and nothing was changed. Please try again.'

/** Style, size and address on one sheet, and one button. */
export function GiftForm({ gift, token, onSaved, onLeave }: GiftFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [styles, setStyles] = useState(gift.styles)
  const [size, setSize] = useState(gift.size)
  const [address, setAddress] = useState(gift.address)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const missing = {
      ...(styles.length === 0 ? { styles: 'Choose at least one style.' } : {}),
      ...(size === '' ? { size: 'Choose your belt size, or that you are not sure.' } : {}),
    }
    if (Object.keys(missing).length > 0) return refuse(missing)
    setBusy(true)
    try {
      const sent = { token, styles, size, address: { ...address, state: stateCode(address.state) } }
      onSaved((await sendCall(giftCalls.chooseForGift, sent)) as GiftPageView)
    } catch (error) {
      const known = error instanceof ApiError ? error : null
      const fields = known ? withoutPaths(known.fields) : {}
      refuse(Object.keys(fields).length > 0 ? fields : { form: known?.sentence || noAnswer })
      setBusy(false)
    }
  }

  function refuse(found: Record<string, string>) {
    setErrors(found)
    // After the errors stand: to the first of them (WCAG 3.3.1).
    requestAnimationFrame(() =>
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid=true] input, input[aria-invalid=true]')
        ?.focus(),
    )
  }

  return (
    <form className="sheet gift-form" ref={form} onSubmit={save} noValidate aria-label="What you wear">
      <div className="gift-parts">
        <GiftStyles gender={gift.gender} styles={styles} onChange={setStyles} error={errors.styles} />
        <GiftSize gender={gift.gender} size={size} onChange={setSize} error={errors.size} />
        <GiftAddress address={address} onChange={setAddress} errors={errors} />
        <FieldError id="gift-error" error={errors.form} />
      </div>
      <div className="given-do">
        <p className="note">
          {gift.chooseBy ? `You can change all of this until ${formatDay(gift.chooseBy)}.` : ''}
        </p>
        {onLeave && (
          <button className="btn btn-3" type="button" onClick={onLeave}>
            Leave it
          </button>
        )}
        <button className="btn btn-1" type="submit" aria-disabled={isBusy || undefined}>
          {gift.isChosen ? 'Save' : gift.boxes.length === 1 ? 'Send me my belt' : 'Send me belts'}
        </button>
      </div>
    </form>
  )
}

/** The server names a field by its path in the body. */
function withoutPaths(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, sentence]) => [path.split('.').at(-1)!, sentence]),
  )
}
