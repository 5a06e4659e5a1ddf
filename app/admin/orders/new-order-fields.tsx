import { states } from '../../../domain/address.ts'
import type { AdminSent } from '../../../domain/admin/contracts.ts'
import { type Style, styleNames, styles } from '../../../domain/belt.ts'
import { answersOf, type CartItem, cartItemOf } from '../../../domain/cart.ts'
import {
  type ManualOrderKind,
  type OfflinePaymentMethod,
  offlinePaymentLabels,
  offlinePaymentMethods,
} from '../../../domain/manual-order.ts'
import { type Plan, plansOnSale } from '../../../domain/plan.ts'
import { emptyAnswers, recipientPicksStyle, type StyleChoice } from '../../../domain/quiz.ts'
import { beltSizes, recipientChoosesSize, unsureSize } from '../../../domain/sizing.ts'
import { useShop, useToday } from '../../shop/use-shop.ts'
import { TextField } from '../../ui/text-field.tsx'
import { SelectField } from '../ui/fields.tsx'
import { ReplacementFields } from './replacement-fields.tsx'

/** The form's values as typed. */
export type OrderText = {
  kind: ManualOrderKind
  paidBy: OfflinePaymentMethod
  reason: string
  /** the buyer */
  buyer: string
  email: string
  isGift: boolean
  planId: string
  gender: 'male' | 'female'
  size: string
  styles: StyleChoice[]
  fullName: string
  address: string
  address2: string
  city: string
  state: string
  zipCode: string
  recipientEmail: string
  emailDate: string
  giftMessage: string
  boxId: string
}

type Unfinished = { kind: ManualOrderKind; reason: string; email: string | null; unfinished: CartItem }

/** An empty form, with the plan most people buy, or the first one still sold. */
export function emptyOrder(plans: readonly Plan[]): OrderText {
  const sold = plansOnSale(plans)
  return {
    ...{ kind: 'link', paidBy: 'cash', reason: '', buyer: '', email: '', isGift: false },
    ...{ planId: (sold.find(({ popular }) => popular) ?? sold[0])?.id ?? '', gender: 'male', size: '36' },
    ...{ styles: ['dress'], fullName: '', address: '', address2: '', city: '', state: '', zipCode: '' },
    ...{ recipientEmail: '', emailDate: '', giftMessage: '', boxId: '' },
  }
}

/** The form as it was before it was interrupted. */
export function orderAgain(plans: readonly Plan[], order: Unfinished): OrderText {
  const { gender, size, styles, selectedPlan, shippingDetails, giftDetails } = answersOf(order.unfinished)
  const { fullName, address, address2, city, state, zipCode } = shippingDetails
  const { senderName, recipientEmail, emailDate, giftMessage } = giftDetails
  return {
    ...emptyOrder(plans),
    ...{ kind: order.kind, reason: order.reason, email: order.email ?? '', buyer: senderName },
    ...{ isGift: order.unfinished.recipientType === 'gift', planId: selectedPlan ?? '' },
    ...{
      gender: gender ?? 'male',
      size: size ?? '',
      styles,
      fullName,
      address,
      address2,
      city,
      state,
      zipCode,
    },
    ...{ recipientEmail, emailDate, giftMessage },
  }
}

/** What is sent: the same cart item the quiz would make from these answers. */
export function orderOf(text: OrderText): AdminSent<'previewManualOrder'> {
  const { kind, paidBy, email, boxId } = text
  if (kind === 'replacement') return { kind, ...(boxId ? { boxId } : {}) }
  const { fullName, address, address2, city, state, zipCode, recipientEmail, emailDate, giftMessage } = text
  const item = cartItemOf(
    {
      ...emptyAnswers,
      recipientType: text.isGift ? 'gift' : 'myself',
      ...{ gender: text.gender, size: text.size, styles: text.styles, selectedPlan: text.planId },
      shippingDetails: {
        ...emptyAnswers.shippingDetails,
        fullName,
        email,
        address,
        address2,
        city,
        state,
        zipCode,
      },
      giftDetails: {
        ...emptyAnswers.giftDetails,
        senderName: text.buyer,
        senderEmail: email,
        recipientEmail,
        emailDate,
        giftMessage,
      },
    },
    0,
    [],
  )
  // The server sets the price from the plan.
  const { planName: _, price: __, period: ___, ...cartItem } = item
  return { kind, email, cartItems: [cartItem], ...(kind === 'paid' ? { paidBy } : {}) }
}

const kinds: [ManualOrderKind, string][] = [
  ['link', 'Email a link to pay'],
  ['card', 'Card, on the phone'],
  ['paid', 'Paid already'],
  ['free', 'Free'],
  ['replacement', 'Replacement'],
]

type FieldsProps = { text: OrderText; onChange: (part: Partial<OrderText>) => void }

/** @param isCharged a charge at the provider has paid for it, so nobody is asked how */
export function OrderFields({ text, onChange, isCharged }: FieldsProps & { isCharged: boolean }) {
  const field = (name: keyof OrderText, label: string, width: string, more = {}) => (
    <TextField
      label={label}
      width={width}
      value={String(text[name])}
      onChange={(value) => onChange({ [name]: value })}
      autoComplete="off"
      {...more}
    />
  )
  return (
    <>
      {!isCharged && (
        <fieldset className="new-order-kinds">
          <legend className="label">How it’s paid</legend>
          {kinds.map(([kind, label]) => (
            <label key={kind} className="order-view">
              <input
                type="radio"
                name="kind"
                checked={text.kind === kind}
                onChange={() => onChange({ kind })}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {text.kind === 'replacement' ? (
        <ReplacementFields boxId={text.boxId} onChange={(boxId) => onChange({ boxId })} />
      ) : (
        <>
          <div className="fields">
            {field('email', 'Buyer’s email', 'f3', { type: 'email' })}
            {text.kind === 'paid' && !isCharged && (
              <SelectField
                label="Paid by"
                value={text.paidBy}
                options={offlinePaymentMethods.map((each) => [each, offlinePaymentLabels[each]])}
                onChange={(paidBy) => onChange({ paidBy })}
              />
            )}
          </div>
          <BeltFields text={text} onChange={onChange} />
          <div className="fields">
            {field('fullName', text.isGift ? 'Recipient’s name' : 'Full name', 'f3')}
            {field('address', 'Address', 'f3')}
            {field('address2', 'Apartment, floor (optional)', 'f3')}
            {field('city', 'City', 'f3')}
            <SelectField
              label="State"
              value={text.state}
              options={[['', 'Choose'], ...states.map(({ code, name }) => [code, name] as const)]}
              onChange={(state) => onChange({ state })}
            />
            {field('zipCode', 'ZIP code', 'f3', { inputMode: 'numeric', maxLength: 10 })}
          </div>
          {text.isGift && <GiftFields text={text} onChange={onChange} />}
        </>
      )}
      {field('reason', 'Why, for the books and your colleagues', 'f6', { maxLength: 300 })}
    </>
  )
}

function GiftFields({ text, onChange }: FieldsProps) {
  const today = useToday()
  return (
    <div className="fields">
      <TextField
        label="Giver’s name"
        width="f3"
        value={text.buyer}
        onChange={(buyer) => onChange({ buyer })}
      />
      <TextField
        label="Recipient’s email"
        width="f3"
        type="email"
        value={text.recipientEmail}
        onChange={(recipientEmail) => onChange({ recipientEmail })}
      />
      <TextField
        label="Tell them on"
        width="f3"
        type="date"
        min={today}
        value={text.emailDate}
        onChange={(emailDate) => onChange({ emailDate })}
      />
      <TextField
        label="Message (optional)"
        width="f3"
        value={text.giftMessage}
        onChange={(giftMessage) => onChange({ giftMessage })}
      />
    </div>
  )
}

/** The recipient and the belt preferences. */
function BeltFields({ text, onChange }: FieldsProps) {
  const { plans } = useShop()
  const sizes = [...beltSizes[text.gender], unsureSize, ...(text.isGift ? [recipientChoosesSize] : [])]
  const offered: StyleChoice[] = [...styles, ...(text.isGift ? [recipientPicksStyle as StyleChoice] : [])]
  const toggle = (style: StyleChoice) => {
    const chosen = text.styles.includes(style)
      ? text.styles.filter((each) => each !== style)
      : [...text.styles, style]
    onChange({ styles: chosen })
  }
  return (
    <>
      <div className="fields">
        <SelectField
          label="For"
          value={text.isGift ? 'gift' : 'self'}
          options={[
            ['self', 'The buyer'],
            ['gift', 'A gift'],
          ]}
          onChange={(value) =>
            onChange({ isGift: value === 'gift', styles: ['dress'], size: beltSizes[text.gender][2]! })
          }
        />
        <SelectField
          label="Plan"
          value={text.planId}
          options={plansOnSale(plans).map(({ id, name }) => [id, name])}
          onChange={(planId) => onChange({ planId })}
        />
        <SelectField
          label="Belts for"
          value={text.gender}
          options={[
            ['male', 'Men'],
            ['female', 'Women'],
          ]}
          onChange={(gender) => onChange({ gender, size: beltSizes[gender][2]! })}
        />
        <SelectField
          label="Belt size"
          value={text.size}
          options={sizes.map((size) => [size, size])}
          onChange={(size) => onChange({ size })}
        />
      </div>
      <fieldset className="new-order-kinds">
        <legend className="label">Styles</legend>
        {offered.map((style) => (
          <label key={style} className="order-view">
            <input type="checkbox" checked={text.styles.includes(style)} onChange={() => toggle(style)} />
            {style in styleNames ? styleNames[style as Style] : style}
          </label>
        ))}
      </fieldset>
    </>
  )
}
