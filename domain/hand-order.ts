/**
 * How an order that the staff writes down is paid. 'link': its buyer gets a link by email; 'card': the staff opens that link
 * while the buyer is on the phone; 'paid': in another way already; 'free': by nobody; 'replacement': a belt for one that went
 * wrong, outside an exchange.
 */
export const handOrderKinds = ['link', 'card', 'paid', 'free', 'replacement'] as const
export type HandOrderKind = (typeof handOrderKinds)[number]

/** How money came that the payment provider never saw. */
export const offlinePaymentMethods = ['cash', 'check', 'transfer'] as const
export type OfflinePaymentMethod = (typeof offlinePaymentMethods)[number]

/** As the admin and its papers call it. */
export const offlinePaymentLabels: Record<OfflinePaymentMethod, string> = {
  cash: 'Cash',
  check: 'Check',
  transfer: 'Bank transfer or another card reader',
}
