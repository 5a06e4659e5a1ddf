/** The kinds of differences, as shown to the owner, and how to fix each. */
export const differences = {
  'charge-unknown': {
    label: 'A charge at the provider without an order here',
    mend: 'Someone made it there by hand, or it isn’t this shop’s. Refund it at the provider, or write to whoever paid.',
  },
  'checkout-not-booked': {
    label: 'A checkout that was paid and has no order',
    mend: 'The shop keeps trying to make the order. If this stays, the log says why: refund it at the provider.',
  },
  'renewal-not-booked': {
    label: 'A paid renewal that isn’t in the books',
    mend: 'The shop asks for it every few minutes. If this stays, check the webhook at the provider and read the log.',
  },
  'charge-differs': {
    label: 'A payment with a different amount at the provider',
    mend: 'Compare the order with the provider’s page for this payment. If it’s too much, refund the rest on the order’s page.',
  },
  'payment-not-there': {
    label: 'A payment in the books that the provider hasn’t received',
    mend: 'Don’t ship this order until the provider’s page shows the money. Did the keys change to another account?',
  },
  'credit-differs': {
    label: 'A bill with a different amount of store credit than the books',
    mend: 'Compare the order with the provider’s page for this bill. Give what’s missing as store credit on the order’s page.',
  },
  'credit-waits': {
    label: 'Store credit set aside for a bill and never settled',
    mend: 'The shop asks about the bill every hour. If this stays, look at the bill at the provider and read the log.',
  },
  'order-without-payment': {
    label: 'An order without a payment',
    mend: 'Check the provider for a payment before anything ships.',
  },
  'refund-missing': {
    label: 'A refund at the provider that isn’t in the books',
    mend: 'The shop books it once the webhook reports it, so check the webhook. Until then its boxes still ship.',
  },
  'refund-differs': {
    label: 'A refund with a different amount at the provider',
    mend: 'Compare the order’s page with the provider’s page for this refund.',
  },
  'refund-not-there': {
    label: 'A refund in the books that the provider didn’t make',
    mend: 'The buyer hasn’t been paid. Pay it another way, or refund it at the provider.',
  },
  'refund-tax-counts': {
    label: 'A refund whose sales tax still counts at the provider',
    mend: 'The shop couldn’t take it back there. Find the sale in the provider’s tax transactions by its reference and record the refund, or leave this tax out of your return.',
  },
  'dispute-unknown': {
    label: 'A dispute at the provider that isn’t in the books',
    mend: 'Answer it at the provider in time, and don’t ship this order while it’s open. Check the webhook.',
  },
  'dispute-differs': {
    label: 'A dispute with a different status at the provider',
    mend: 'Look it up at the provider, and don’t ship this order while it’s open. Check the webhook.',
  },
  'dispute-not-there': {
    label: 'A dispute in the books that the provider doesn’t know',
    mend: 'Its packages are on hold here. Did the keys change to another account?',
  },
  'subscription-unknown': {
    label: 'A subscription at the provider without a membership',
    mend: 'It charges someone for nothing. Cancel it at the provider, and refund what it charged.',
  },
  'subscription-ended': {
    label: 'A membership that renews here and has ended, or ends, at the provider',
    mend: 'It won’t be charged again. Cancel it here, or ask the member to join again.',
  },
  'subscription-still-charges': {
    label: 'A membership that doesn’t renew here but is charged at the provider',
    mend: 'Cancel the subscription at the provider before its next charge.',
  },
  'subscription-differs': {
    label: 'A subscription with a different price or term at the provider',
    mend: 'Fix its price at the provider before the next charge. The order’s page says what the membership costs.',
  },
  'charge-day-differs': {
    label: 'A subscription that charges on a different day than the member was told',
    mend: 'On the provider’s page for this subscription, set the next charge back to the day on the order’s page. After a restored backup it may be a skip or pause that the backup doesn’t know: do it again on the person’s page instead.',
  },
  'fee-differs': {
    label: 'A provider’s fee that differs in the books',
    mend: 'The books reread the whole balance on the next check, so this is gone by the next comparison. If it stays, compare the provider’s page for this movement with the fees in the books.',
  },
  'movement-differs': {
    label: 'A movement of the provider’s balance with a different amount in the books',
    mend: 'The books reread the whole balance on the next check, so this is gone by the next comparison. If it stays, look at this movement on the provider’s page.',
  },
  'movement-not-booked': {
    label: 'A movement of the provider’s balance that the books don’t have',
    mend: 'A fee, a payout or a transfer made there. The books reread the whole balance on the next check, so this is gone by the next comparison.',
  },
  'movement-unexplained': {
    label: 'A movement of the provider’s balance that nothing here explains',
    mend: 'It stands in the books under “Provider movements to explain”. Say what it is on the Books page: an order, store credit, or something else.',
  },
  'movement-missing': {
    label: 'Money in the books that the provider’s balance never moved',
    mend: 'The books’ balance differs by this. Look up the payment, refund or dispute at the provider. Did the keys change to another account?',
  },
  'movement-not-there': {
    label: 'A fee or payout in the books that the provider doesn’t know',
    mend: 'Did the keys change to another account? Its fees and payouts stay in the books until you take them out of your accounting.',
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
