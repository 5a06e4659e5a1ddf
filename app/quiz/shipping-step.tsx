import { useState } from 'react'
import { type CalendarDate, zoneName } from '../../domain/calendar-date.ts'
import type { CartItem } from '../../domain/cart.ts'
import { messages } from '../../domain/messages.ts'
import type { GiftDetails, QuizAnswers, ShippingDetails } from '../../domain/quiz.ts'
import { useCart } from '../browser/cart-storage.ts'
import { useShop } from '../shop/use-shop.ts'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { AddressEntry, EmailField } from './address-entry.tsx'
import { MonthCalendar } from './month-calendar.tsx'
import { useEditedId } from './quiz-storage.ts'
import { type StepProps, useSettled } from './use-quiz.ts'

/** The most characters that the server accepts (domain/api.ts). */
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
        <legend>The gift email</legend>
        <div className="fields">
          <EmailField
            label="Recipient email"
            width="f6"
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
            width="f3 beside-sheet"
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

/** The day the gift is announced (spec §5), not before today. */
function SendDateField({ value, today, onChange }: SendDateFieldProps) {
  const { timeZone } = useShop()
  const { isSettled, leave } = useSettled(value)
  const isPast = isSettled && value !== '' && value < today
  return (
    <TextField
      label="Send date"
      width="f3 has-sheet"
      name="send-date"
      type="date"
      min={today}
      max="9999-12-31"
      value={value}
      onChange={onChange}
      onBlur={leave}
      hint={`At 9 AM that day, ${zoneName(timeZone)}.`}
      error={isPast ? messages.quiz.dateInPast : null}
      note={<MonthCalendar label="Choose a send date" value={value} first={today} onChange={onChange} />}
    />
  )
}

/** Offers the address of the cart's first item, as long as nothing is typed yet. */
function KnownAddress({
  answers,
  answer,
  onTaken,
}: Pick<StepProps, 'answers' | 'answer'> & { onTaken: () => void }) {
  const [first] = useCart() ?? []
  const known = first?.shippingDetails
  const { shippingDetails, recipientType } = answers
  const { address, city, zipCode } = shippingDetails
  if (!known?.address || [address, city, zipCode].some((typed) => typed !== '')) return null
  function take() {
    answer((before) => ({ ...before, ...knownAnswers(first!, before) }))
    onTaken()
  }
  return (
    <p>
      <button className="btn btn-2" type="button" onClick={take}>
        {recipientType === 'gift' ? 'Send it to' : 'Use'} {known.address}, {known.city}
      </button>
    </p>
  )
}

/** This step's answers from an earlier cart item: the address and the buyer. */
function knownAnswers(first: CartItem, { recipientType, giftDetails, shippingDetails }: QuizAnswers) {
  const { fullName, email, address, address2 = '', city, state, zipCode } = first.shippingDetails!
  const wasGift = first.recipientType === 'gift'
  const buyer = {
    name: wasGift ? (first.giftDetails?.senderName ?? '') : fullName,
    email: wasGift ? (first.giftDetails?.senderEmail ?? '') : email,
  }
  const isGift = recipientType === 'gift'
  return {
    giftDetails: isGift
      ? {
          ...giftDetails,
          senderName: giftDetails.senderName || buyer.name,
          senderEmail: giftDetails.senderEmail || buyer.email,
        }
      : giftDetails,
    shippingDetails: {
      ...shippingDetails,
      address,
      address2,
      city,
      state,
      zipCode,
      ...(isGift ? {} : { fullName: buyer.name, email: buyer.email }),
    },
  }
}

export function ShippingStep(props: StepProps) {
  const { answers, answer } = props
  const isGift = answers.recipientType === 'gift'
  const { shippingDetails } = answers
  // The provider's element only reads its initial values, so another address needs a new element.
  const [taken, setTaken] = useState(0)
  const isEdited = useEditedId() !== null
  const set = (changes: Partial<ShippingDetails>) =>
    answer((before) => ({ ...before, shippingDetails: { ...before.shippingDetails, ...changes } }))
  return (
    <>
      {isGift && <GiftFields {...props} />}
      <fieldset className="group">
        <legend className={isGift ? undefined : 'sr'}>Where to send the belts</legend>
        {!isEdited && (
          <KnownAddress answers={answers} answer={answer} onTaken={() => setTaken((times) => times + 1)} />
        )}
        <AddressEntry
          key={`${taken} ${isGift}`}
          address={shippingDetails}
          onChange={set}
          isOwnAddress={!isGift}
        />
      </fieldset>
    </>
  )
}
