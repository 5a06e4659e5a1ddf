import { Suspense } from 'react'
import { type CalendarDate, zoneName } from '../../domain/calendar-date.ts'
import { cartItemOf } from '../../domain/cart.ts'
import { messages } from '../../domain/messages.ts'
import type { GiftDetails, ShippingDetails } from '../../domain/quiz.ts'
import { useShop } from '../shop/use-shop.ts'
import { late } from '../ui/late.tsx'

import { TextArea, TextField } from '../ui/text-field.tsx'
import { AddressEntry } from './address-entry.tsx'
import { EmailField } from './email-field.tsx'
import type { StepProps } from './steps.ts'

import { useSettled } from './use-quiz.ts'

/** Characters of a personal message; the server takes no more (domain/api.ts). */
const longestMessage = 1000

function GiftFields({ answers, answer, today }: StepProps) {
  const { giftDetails } = answers
  const set = (changes: Partial<GiftDetails>) =>
    answer((before) => ({ ...before, giftDetails: { ...before.giftDetails, ...changes } }))
  return (
    <>
      <fieldset className="group">
        <legend>From you</legend>
        <div className="fields">
          <TextField
            label="Your name"
            width="f3"
            name="sender-name"
            autoComplete="name"
            value={giftDetails.senderName}
            onChange={(senderName) => set({ senderName })}
          />
          <EmailField
            label="Your email"
            width="f3"
            name="sender-email"
            hint="Receipts go here."
            value={giftDetails.senderEmail}
            onChange={(senderEmail) => set({ senderEmail })}
          />
        </div>
      </fieldset>
      <fieldset className="group">
        <legend>The notice</legend>
        <div className="fields">
          <EmailField
            label="Recipient email"
            width="f3"
            name="recipient-email"
            autoComplete="off"
            value={giftDetails.recipientEmail}
            onChange={(recipientEmail) => set({ recipientEmail })}
          />
          <SendDateField
            today={today}
            value={giftDetails.emailDate}
            onChange={(emailDate) => set({ emailDate })}
          />
          <TextArea
            label="Personal message"
            name="message"
            maxLength={longestMessage}
            hint="Optional. We’ll print it on the slip in the first box, too."
            value={giftDetails.giftMessage}
            onChange={(giftMessage) => set({ giftMessage })}
          />
        </div>
      </fieldset>
    </>
  )
}

type SendDateFieldProps = {
  value: CalendarDate | ''
  /** the shop's day: the first that can be chosen */
  today: CalendarDate
  onChange: (date: CalendarDate | '') => void
}

/** The day of the notice (spec §5): not before today. */
function SendDateField({ value, today, onChange }: SendDateFieldProps) {
  const { timeZone } = useShop()
  const { isSettled, leave } = useSettled(value)
  const isPast = isSettled && value !== '' && value < today
  return (
    <TextField
      label="Send date"
      width="f3"
      name="send-date"
      type="date"
      min={today}
      max="9999-12-31"
      value={value}
      onChange={onChange}
      onBlur={leave}
      hint={`At 9:00 in the morning that day, ${zoneName(timeZone)}.`}
      error={isPast ? messages.quiz.dateInPast : null}
    />
  )
}

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
        {isGift && <legend>Where to send the belts</legend>}
        {!isGift && <legend className="sr">Where to send the belts</legend>}
        <AddressEntry address={shippingDetails} onChange={set} isOwnAddress={!isGift} />
      </fieldset>
      {isGift && (
        <section className="group" aria-labelledby="gift-preview-title">
          <h4 id="gift-preview-title">What they’ll get</h4>
          <Suspense fallback={<div className="step-wait" aria-busy="true" />}>
            <GiftPreview item={cartItemOf(answers, 0, plans)} paidOn={today} />
          </Suspense>
        </section>
      )}
    </>
  )
}
