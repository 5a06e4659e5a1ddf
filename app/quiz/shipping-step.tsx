import { Suspense } from 'react'
import { cartItemOf } from '../../domain/cart.ts'
import type { ShippingDetails } from '../../domain/quiz.ts'
import { useShop } from '../layout/use-shop.ts'
import { late } from '../ui/late.tsx'
import { AddressEntry } from './address-entry.tsx'
import { GiftFields } from './gift-fields.tsx'
import type { StepProps } from './step-props.ts'

const GiftPreview = late(async () => (await import('../gift-preview/gift-preview.tsx')).GiftPreview)

export function ShippingStep(props: StepProps) {
  const { answers, answer, today } = props
  const { plans } = useShop()
  const isGift = answers.recipientType === 'gift'
  const { shippingDetails } = answers
  const set = (changes: Partial<ShippingDetails>) =>
    answer((before) => ({ ...before, shippingDetails: { ...before.shippingDetails, ...changes } }))
  return (
    <>
      {isGift && <GiftFields {...props} />}
      <fieldset className="group">
        {isGift && <legend>Where the belts go</legend>}
        {!isGift && <legend className="sr">Where the belts go</legend>}
        <AddressEntry address={shippingDetails} onChange={set} isOwnAddress={!isGift} />
      </fieldset>
      {isGift && (
        <section className="group" aria-labelledby="gift-preview-title">
          <h4 id="gift-preview-title">What the recipient will get</h4>
          <Suspense fallback={<div className="step-wait" aria-busy="true" />}>
            <GiftPreview item={cartItemOf(answers, 0, plans)} paidOn={today} />
          </Suspense>
        </section>
      )}
    </>
  )
}
