import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type HandoverView, handoverContracts } from '../../domain/account/handover-contracts.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { formatCents } from '../../domain/money.ts'
import { ApiError, sendCall } from '../browser/call-api.ts'
import { SafeLine } from '../checkout/safe-line.tsx'
import type { Confirmation } from '../checkout/start-payment.ts'
import { useToday } from '../shop/use-shop.ts'
import { Agree } from '../ui/text-field.tsx'
import { focusFirstInvalid } from '../ui/use-refusal.ts'

export type CardStepProps = {
  view: HandoverView
  token: string
  onChange: (view: HandoverView) => void
  onBack: () => void
}

type CardSheetProps = CardStepProps & {
  /** the provider's fields aren't there yet */
  isWaiting?: boolean
  /** absent: the card was given already */
  confirm?: () => Promise<Confirmation>
  /** the card fields */
  children?: ReactNode
}

/** The terms, the card and the button. The consent is stored before the card is saved. */
export function CardSheet({ view, token, onChange, onBack, confirm, isWaiting, children }: CardSheetProps) {
  const today = useToday()
  const title = useRef<HTMLHeadingElement>(null)
  // The terms themselves, because others may come: those need another tick.
  const [agreedTo, setAgreedTo] = useState<string | null>(null)
  const [errors, setErrors] = useState<{ terms?: string; form?: string }>({})
  const [isBusy, setBusy] = useState(false)
  useEffect(() => title.current?.focus(), [])
  const { card } = view
  if (!card) return null
  const isAgreed = agreedTo === card.terms

  async function take(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || isWaiting || !card) return
    if (!isAgreed) {
      const terms = 'Please confirm that you know how your plan renews.'
      return focusFirstInvalid(event.currentTarget, () => setErrors({ terms }))
    }
    setBusy(true)
    setErrors({})
    try {
      await sendCall(handoverContracts.agreeToHandover, { token, terms: card.terms })
      const result = await confirm?.()
      if (!result || result.outcome === 'succeeded' || result.outcome === 'processing')
        return onChange(await sendCall(handoverContracts.takeHandover, { token }))
      setErrors({ form: result.outcome === 'asks' ? 'Your bank didn’t answer. Try again.' : result.message })
    } catch (error) {
      const known = error instanceof ApiError ? error.sentence : null
      setErrors({ form: known || 'We couldn’t reach the shop. You haven’t been charged. Please try again.' })
      // The terms may have changed: fetch them again.
      if (error instanceof ApiError && error.code === 'price_changed')
        onChange(await sendCall(handoverContracts.openHandover, { token }))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="sheet handover-card" onSubmit={take} noValidate aria-labelledby="card-title">
      <h2 id="card-title" ref={title} tabIndex={-1}>
        Your card
      </h2>
      <p>
        Nothing’s charged today. On {formatDay(card.on, today)} your card is charged{' '}
        <b className="num">{formatCents(card.amountCents)}</b> before tax.
      </p>
      {children ?? <p>Your card is saved. Agree to these terms, and the belts are yours.</p>}
      <Agree
        isChecked={isAgreed}
        error={errors.terms}
        onChange={(isChecked) => {
          setAgreedTo(isChecked ? card.terms : null)
          setErrors(({ terms: _, ...others }) => others)
        }}
      >
        {card.terms}
      </Agree>
      {errors.form && (
        <p className="alert bad" role="alert">
          {errors.form}
        </p>
      )}
      <div className="given-do">
        <button className="btn btn-3" type="button" onClick={onBack}>
          Change size or address
        </button>
        <button className="btn btn-1" type="submit" aria-disabled={isBusy || isWaiting || undefined}>
          {isBusy ? 'One moment…' : children ? 'Save my card and take over' : 'Agree and take over'}
        </button>
      </div>
      <SafeLine />
    </form>
  )
}
