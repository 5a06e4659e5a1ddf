/** The kinds of differences, as shown to the owner, and how to fix each. */
export const differences = {
  'charge-unknown': {
    label: 'A charge at the provider that no order knows',
    mend: 'Somebody made it there by hand, or it is not of this shop. Refund it at the provider, or write to its payer.',
  },
  'checkout-not-booked': {
    label: 'A checkout that was paid and has no order',
    mend: 'The shop goes on trying to make the order. If it stays, the log says why; refund it at the provider.',
  },
  'renewal-not-booked': {
    label: 'A renewal that was paid and is not booked',
    mend: 'The shop asks for it every few minutes. If it stays, check the webhook at the provider and read the log.',
  },
  'charge-differs': {
    label: 'A payment of another sum at the provider than in the ledger',
    mend: 'Compare the order with the provider’s page of this payment; give back what is too much from the order’s page.',
  },
  'payment-not-there': {
    label: 'A booked payment that the provider does not know as paid',
    mend: 'Ship nothing of this order until the provider’s page shows its money. Were the keys changed to another account?',
  },
  'credit-differs': {
    label: 'A bill that shows another sum of store credit than the ledger spent',
    mend: 'Compare the order with the provider’s page of this bill; give what is missing as store credit from the order’s page.',
  },
  'credit-waits': {
    label: 'Store credit that is kept for a bill and was never settled',
    mend: 'The shop asks about its bill every hour. If it stays, look at the bill at the provider and read the log.',
  },
  'order-without-payment': {
    label: 'An order without a payment',
    mend: 'Look whether the provider knows a payment for it before anything ships.',
  },
  'refund-missing': {
    label: 'A refund at the provider that the ledger does not have',
    mend: 'The shop books it when it hears of it: check the webhook. Until then its boxes ship.',
  },
  'refund-differs': {
    label: 'A refund of another sum at the provider than in the ledger',
    mend: 'Compare the order’s page with the provider’s page of this refund.',
  },
  'refund-not-there': {
    label: 'A booked refund that the provider did not make',
    mend: 'The buyer has no money yet: pay it in another way, or refund it at the provider.',
  },
  'refund-tax-counts': {
    label: 'A refund whose sales tax still counts at the provider',
    mend: 'The shop couldn’t take it back there. Find the sale in the provider’s tax transactions by its reference and record the refund, or leave this tax out of your return.',
  },
  'dispute-unknown': {
    label: 'A dispute at the provider that the ledger does not have',
    mend: 'Answer it at the provider in time, and ship nothing of this order while it is open. Check the webhook.',
  },
  'dispute-differs': {
    label: 'A dispute that stands otherwise at the provider than in the ledger',
    mend: 'Look at it at the provider, and ship nothing of this order while it is open. Check the webhook.',
  },
  'dispute-not-there': {
    label: 'A dispute in the ledger that the provider does not know',
    mend: 'Its parcels wait here. Were the keys changed to another account?',
  },
  'subscription-unknown': {
    label: 'A subscription at the provider that no membership knows',
    mend: 'It charges somebody for nothing. Cancel it at the provider, and refund what it has charged.',
  },
  'subscription-ended': {
    label: 'A membership that renews here and has ended, or ends, at the provider',
    mend: 'It will not be charged again. Cancel it here, or ask its member to join again.',
  },
  'subscription-still-charges': {
    label: 'A membership that does not renew here and is charged at the provider',
    mend: 'Cancel the subscription at the provider before its next charge.',
  },
  'subscription-differs': {
    label: 'A subscription of another price or term at the provider than the membership sells',
    mend: 'Set its price right at the provider before its next charge. The order’s page says what the membership costs.',
  },
  'charge-day-differs': {
    label: 'A subscription that charges on another day than its member was told',
    mend: 'Set the next charge back to the day on the order’s page, at the provider’s page of this subscription, before it comes.',
  },
  'fee-differs': {
    label: 'A fee of the provider that the books have otherwise',
    mend: 'The books read the whole balance anew with the next look, so it’s gone by the next comparison. If it stays, compare the provider’s page of this movement with the fees in the books.',
  },
  'movement-differs': {
    label: 'A movement of the provider’s balance of another sum than in the books',
    mend: 'The books read the whole balance anew with the next look, so it’s gone by the next comparison. If it stays, look at this movement on the provider’s page.',
  },
  'movement-not-booked': {
    label: 'A movement of the provider’s balance that the books don’t have',
    mend: 'A fee, a payout or money that was moved there. The books read the whole balance anew with the next look, so it’s gone by the next comparison.',
  },
  'movement-not-there': {
    label: 'A fee or payout in the books that the provider doesn’t know',
    mend: 'Were the keys changed to another account? Its fees and payouts stay in the books until you take them out of your accounting.',
  },
} as const

type Difference = {
  kind: keyof typeof differences
  /** the provider's id; for credit, its invoice's id; for an order without payment, the order number */
  id: string
  /** integer cents, tax included: the difference between the amounts, or the amount missing on one side */
  cents: number
  orderId: string | null
  orderNumber: string | null
  membershipId: string | null
}

/** How many differences are kept with details; above that, the provider isn't asked about more. */
export const maxDifferences = 200

/** The differences found so far. */
export type Found = { count: number; found: Difference[] }

export const isFull = ({ found }: Found) => found.length >= maxDifferences

/** Records each difference once per object. */
export function report(into: Found, difference: Difference) {
  if (into.found.some(({ kind, id }) => kind === difference.kind && id === difference.id)) return
  into.count += 1
  if (!isFull(into)) into.found.push(difference)
}

export const nobody = { orderId: null, orderNumber: null, membershipId: null }
type Owner = Pick<Difference, keyof typeof nobody>

/** Picks the order and membership from a row that has them. */
export const ownerOf = ({ orderId, orderNumber, membershipId }: Owner): Owner => ({
  ...{ orderId, orderNumber, membershipId },
})
