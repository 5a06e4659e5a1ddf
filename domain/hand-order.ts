/**
 * How an order that the staff writes down is paid. 'link': its buyer gets a link by email; 'card': the staff opens that link
 * while the buyer is on the phone; 'paid': in another way already; 'free': by nobody; 'replacement': a belt for one that went
 * wrong, outside an exchange.
 */
export const handOrderKinds = ['link', 'card', 'paid', 'free', 'replacement'] as const
export type HandOrderKind = (typeof handOrderKinds)[number]

/** How money came that the payment provider never saw. */
export const paidByHand = ['cash', 'check', 'transfer'] as const
export type PaidByHand = (typeof paidByHand)[number]

/** As the desk and its papers call it. */
export const paidByLabel: Record<PaidByHand, string> = {
  cash: 'Cash',
  check: 'Check',
  transfer: 'Bank transfer or another card reader',
}
