import type { ShippingDetails } from '../../domain/quiz.ts'
import { AddressEntry } from './address-entry.tsx'
import { GiftFields } from './gift-fields.tsx'
import type { StepProps } from './step-props.ts'

export function ShippingStep(props: StepProps) {
  const { answers, answer } = props
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
    </>
  )
}
