import * as z from 'zod/mini'
import { genders } from './belt.ts'
import { boxMachine } from './box.ts'
import { cancelReasons } from './cancellation.ts'
import type { CartItem } from './cart.ts'
import { membershipMachine } from './membership.ts'

const day = z.string()
const drop = z.string()

/** One row of the ledger as the member's page shows it. */
const boxView = z.object({
  id: z.string(),
  drop,
  state: z.enum(boxMachine.states),
  /** the last day on which it ships, the owner's where they moved it */
  shipBy: day,
  isReplacement: z.boolean(),
  /** why it waits: 'size', 'address', 'unseen', 'stock', 'return', 'dispute' */
  holdReason: z.nullable(z.string()),
  size: z.nullable(z.string()),
  /** null until it has left the house: a choice may still change */
  belt: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      imageUrl: z.nullable(z.string()),
      nightImageUrl: z.nullable(z.string()),
      imageAlt: z.string(),
    }),
  ),
  tracking: z.nullable(
    z.object({ number: z.string(), carrier: z.nullable(z.string()), link: z.nullable(z.string()) }),
  ),
  shippedOn: z.nullable(day),
  deliveredOn: z.nullable(day),
})
export type BoxView = z.output<typeof boxView>

/** The dates that a skip, a pause or a resumption causes. */
const outcomeView = z.object({
  nextDrop: z.nullable(drop),
  /** null where nothing is charged, and for whom it is not to see */
  nextChargeOn: z.nullable(day),
  /** of the last paid box */
  lastDrop: z.nullable(drop),
})
export type OutcomeView = z.output<typeof outcomeView>

export const addressView = z.object({
  fullName: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
})
export type AddressView = z.output<typeof addressView>

/** "Thomas Ellison, 418 Alder Street, Portland, OR 97209" */
export function addressLine({ fullName, address, address2, city, state, zipCode }: AddressView): string {
  return [fullName, address, address2, city, `${state} ${zipCode}`.trim()]
    .filter((part) => part !== '')
    .join(', ')
}

const receiptView = z.object({
  id: z.string(),
  orderNumber: z.string(),
  paidOn: day,
  amountCents: z.number(),
  /** paid with store credit, beside the amount */
  creditCents: z.number(),
  taxCents: z.number(),
  /** the state whose tax it is, as two letters; null: none was due, or nobody knows any more */
  taxState: z.nullable(z.string()),
  boxCount: z.number(),
  refunds: z.array(z.object({ id: z.string(), on: day, amountCents: z.number(), isDone: z.boolean() })),
})
export type ReceiptView = z.output<typeof receiptView>

/** What only the payer sees (club-rules.md "Money questions go to the giver"). */
const moneyView = z.object({
  planId: z.string(),
  planName: z.string(),
  /** the plan of the next term, where it is another */
  nextPlan: z.nullable(z.object({ planId: z.string(), name: z.string() })),
  /** null: nothing more is charged */
  nextChargeOn: z.nullable(day),
  /** before tax; null where nothing is charged, or the provider would charge what nobody can say */
  nextChargeCents: z.nullable(z.number()),
  /** what store credit will pay of that, by what is there today */
  nextCreditCents: z.number(),
  pastDueSince: z.nullable(day),
  hasCard: z.boolean(),
  canCancel: z.boolean(),
  canUndo: z.boolean(),
  /** of one that was cancelled: why, as its payer said; null: nobody said, or it was not cancelled */
  cancelReason: z.nullable(z.enum(cancelReasons)),
  /** it was cancelled, so its payer may say why */
  asksReason: z.boolean(),
  receipts: z.array(receiptView),
})
export type MoneyView = z.output<typeof moneyView>

/** What only the wearer sees and changes ("taste questions to the member"). */
const tasteView = z.object({
  size: z.string(),
  styles: z.array(z.string()),
  address: addressView,
  /** null: no box is ahead that could be skipped */
  skip: z.nullable(outcomeView),
  pauses: z.array(z.object({ until: drop, outcome: outcomeView })),
  /** null: there is no pause */
  resume: z.nullable(outcomeView),
})
export type TasteView = z.output<typeof tasteView>

/** One membership as somebody sees who pays for it, wears it, or both. */
export const membershipView = z.object({
  id: z.string(),
  role: z.enum(['own', 'giver', 'recipient']),
  /** who wears the belts */
  wearer: z.string(),
  /** of a gift */
  giver: z.nullable(z.string()),
  isGift: z.boolean(),
  /** of one's own plan with two addresses: which mails go where; null: all go to the one there is, or it is a gift */
  mails: z.nullable(z.object({ money: z.string(), belts: z.string() })),
  status: z.enum(membershipMachine.states),
  gender: z.enum(genders),
  /** belts sent in all */
  sentCount: z.number(),
  /** of the last payment: belts sent, and bought */
  term: z.object({ sent: z.number(), count: z.number() }),
  /** of the last paid box */
  lastDrop: z.nullable(drop),
  next: z.nullable(
    z.object({
      drop,
      /** the last day on which it can be changed, the shop's */
      changeUntil: day,
      shipBy: day,
      isPaid: z.boolean(),
      holdReason: z.nullable(z.string()),
    }),
  ),
  boxes: z.array(boxView),
  money: z.nullable(moneyView),
  taste: z.nullable(tasteView),
})
export type MembershipView = z.output<typeof membershipView>

/** Whose data leaves a cart item: of who paid, of who wears the belts, or of both where that is one person. */
type Whose = { isPayer: boolean; isWearer: boolean }

/**
 * A bought cart item without the person: what was bought, at what price, and the state it went to, which sales tax is
 * due by, stay (club-rules.md "orders are kept without the person").
 */
export function redactCart(item: CartItem, { isPayer, isWearer }: Whose): CartItem {
  const isGift = item.recipientType === 'gift'
  const { shippingDetails, giftDetails, extraAnswers, ...kept } = item
  // The papers of a gift go to the giver (spec §3).
  const removesEmail = isGift ? isPayer : isWearer
  return {
    ...kept,
    ...(shippingDetails && {
      shippingDetails: {
        ...(isWearer
          ? { fullName: '', address: '', city: '', state: shippingDetails.state, zipCode: '' }
          : shippingDetails),
        email: removesEmail ? '' : shippingDetails.email,
      },
    }),
    ...(giftDetails && {
      giftDetails: {
        ...giftDetails,
        ...(isPayer && { senderName: '', senderEmail: '' }),
        ...(isWearer && { recipientEmail: '' }),
        // The words are the giver's, and name whom they are for.
        giftMessage: '',
      },
    }),
    ...(extraAnswers && !isPayer && { extraAnswers }),
  }
}
