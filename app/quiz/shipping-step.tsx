import type { ShippingDetails } from '../../domain/quiz.ts'
import { TextField } from '../ui/text-field.tsx'
import { AddressFields } from './address-fields.tsx'
import { EmailField } from './email-field.tsx'
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
        <div className="fields">
          <TextField
            label="Full name"
            width={isGift ? 'f6' : 'f3'}
            name="full-name"
            autoComplete={isGift ? 'off' : 'name'}
            value={shippingDetails.fullName}
            onChange={(fullName) => set({ fullName })}
          />
          {!isGift && (
            <EmailField
              label="Email"
              width="f3"
              name="email"
              hint="The receipt and tracking go here."
              value={shippingDetails.email}
              onChange={(email) => set({ email })}
            />
          )}
          <AddressFields address={shippingDetails} onChange={set} isOwnAddress={!isGift} />
        </div>
      </fieldset>
    </>
  )
}
