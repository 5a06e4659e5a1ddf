import * as z from 'zod/mini'
import { genders } from './belt.ts'
import { boxMachine } from './box.ts'
import { cancelReasons } from './cancellation.ts'
import type { CartItem, CartShipping } from './cart.ts'
import { measurable } from './measured.ts'
import { membershipMachine } from './membership.ts'

const day = z.string()
const drop = z.string()

/** The length of the wearer's own belt in inches, if its size was measured (domain/measured.ts). */
export const measuredLength = z.optional(
  z.nullable(
    z
      .number('Send the length in inches.')
      .check(
        z.minimum(measurable.least, `Send at least ${measurable.least} inches.`),
        z.maximum(measurable.most, `Send at most ${measurable.most} inches.`),
      ),
  ),
)

/** One row of the ledger as the member's page shows it. */
const boxView = z.object({
  id: z.string(),
  drop,
  state: z.enum(boxMachine.states),
  /** the last day it ships, as the owner moved it if they did */
  shipBy: day,
  /** it ships once its size is picked */
  waitsForSize: z.boolean(),
  isReplacement: z.boolean(),
  /** why it's on hold: 'size', 'address', 'unseen', 'stock', 'return', 'dispute', or 'other', which is the payer's business */
  holdReason: z.nullable(z.string()),
  /** null for anyone but the wearer */
  size: z.nullable(z.string()),
  /** null until it has shipped, because the choice may still change */
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

/** The dates that would result from a skip, a pause or a resumption. */
const outcomeView = z.object({
  nextDrop: z.nullable(drop),
  /** null if nothing is charged, and for those who can't see it */
  nextChargeOn: z.nullable(day),
  /** the last paid box */
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

/** An address as its form shows it, whichever parts are known. */
export function addressViewOf(known: Partial<CartShipping>): AddressView {
  const { fullName, address, address2, city, state, zipCode } = known
  return {
    ...{ fullName: fullName ?? '', address: address ?? '', address2: address2 ?? '' },
    ...{ city: city ?? '', state: state ?? '', zipCode: zipCode ?? '' },
  }
}

/** "Thomas Ellison, 418 Alder Street, Portland, OR 97209" */
export function addressLine({ fullName, address, address2, city, state, zipCode }: AddressView): string {
  return [fullName, address, address2, city, `${state} ${zipCode}`.trim()]
    .filter((part) => part !== '')
    .join(', ')
}

const receiptView = z.object({
  id: z.string(),
  orderNumber: z.string(),
  /** the plan it paid for, which may not be today's */
  planName: z.string(),
  paidOn: day,
  amountCents: z.number(),
  /** paid with store credit, on top of the amount */
  creditCents: z.number(),
  taxCents: z.number(),
  /** the state that gets the tax, as a code; null: no tax, or the state is no longer known */
  taxState: z.nullable(z.string()),
  boxCount: z.number(),
  refunds: z.array(z.object({ id: z.string(), on: day, amountCents: z.number(), isDone: z.boolean() })),
})
export type ReceiptView = z.output<typeof receiptView>

/** What only the payer sees (club-rules.md "Money questions go to the giver"). */
const moneyView = z.object({
  planId: z.string(),
  planName: z.string(),
  /** the plan of the next term, if it changes */
  nextPlan: z.nullable(z.object({ planId: z.string(), name: z.string() })),
  /** null: nothing more is charged */
  nextChargeOn: z.nullable(day),
  /** before tax; null if nothing is charged, or the provider's charge can't be determined */
  nextChargeCents: z.nullable(z.number()),
  /** nothing is charged for now, not on that day either: payments are paused */
  isChargingPaused: z.optional(z.boolean()),
  /** the part of it that store credit would pay, by today's balance */
  nextCreditCents: z.number(),
  pastDueSince: z.nullable(day),
  hasCard: z.boolean(),
  canCancel: z.boolean(),
  canUndo: z.boolean(),
  /** for a cancelled one: the reason its payer gave; null: none given, or not cancelled */
  cancelReason: z.nullable(z.enum(cancelReasons)),
  /** it was cancelled, so its payer can say why */
  asksReason: z.boolean(),
  receipts: z.array(receiptView),
})
export type MoneyView = z.output<typeof moneyView>

/** What only the wearer sees and changes ("taste questions to the member"). */
const tasteView = z.object({
  size: z.string(),
  /** inches of the wearer's own belt, if the size was read from it */
  measured: z.nullable(z.number()),
  styles: z.array(z.string()),
  /** their strap as a public page, and the words they agreed to; null: not shared */
  strap: z.nullable(z.object({ address: z.string(), words: z.string(), agreedOn: day })),
  address: addressView,
  /** null: no box ahead can be skipped */
  skip: z.nullable(outcomeView),
  pauses: z.array(z.object({ until: drop, outcome: outcomeView })),
  /** null: not paused */
  resume: z.nullable(outcomeView),
})
export type TasteView = z.output<typeof tasteView>

/** One membership as seen by the person who pays for it, wears it, or both. */
export const membershipView = z.object({
  id: z.string(),
  role: z.enum(['own', 'giver', 'recipient']),
  /** the person who wears the belts; empty for a gift’s giver after a handover */
  wearer: z.string(),
  /** set for a gift */
  giver: z.nullable(z.string()),
  isGift: z.boolean(),
  /**
   * for a member's own plan with two addresses, where each kind of email goes; null: all go to one address, or it's a
   * gift
   */
  mails: z.nullable(z.object({ money: z.string(), belts: z.string() })),
  status: z.enum(membershipMachine.states),
  gender: z.enum(genders),
  /** belts sent in total */
  sentCount: z.number(),
  /** belts sent and bought with the last payment */
  term: z.object({ sent: z.number(), count: z.number() }),
  /** the last paid box */
  lastDrop: z.nullable(drop),
  next: z.nullable(
    z.object({
      drop,
      /** the last day to change it, in shop time */
      changeUntil: day,
      shipBy: day,
      waitsForSize: z.boolean(),
      isPaid: z.boolean(),
      holdReason: z.nullable(z.string()),
    }),
  ),
  boxes: z.array(boxView),
  money: z.nullable(moneyView),
  taste: z.nullable(tasteView),
})
export type MembershipView = z.output<typeof membershipView>

/** Whose data is removed from a cart item: the payer's, the wearer's, or both if they are the same person. */
type Whose = { isPayer: boolean; isWearer: boolean }

/**
 * Removes the person from a bought cart item. What was bought, the price, and the state it went to (which determines
 * sales tax) stay (club-rules.md "orders are kept without the person").
 */
export function redactCart(item: CartItem, { isPayer, isWearer }: Whose): CartItem {
  const isGift = item.recipientType === 'gift'
  const { shippingDetails, giftDetails, extraAnswers, measured, ...kept } = item
  // A gift's order emails go to the giver (spec §3).
  const removesEmail = isGift ? isPayer : isWearer
  return {
    ...kept,
    ...(measured && !isWearer && { measured }),
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
        // The giver's words, which name the recipient.
        giftMessage: '',
      },
    }),
    ...(extraAnswers && !isPayer && { extraAnswers }),
  }
}
