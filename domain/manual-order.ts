/**
 * How a manual order is paid. 'link': the buyer gets a link by email; 'card': staff open that link while the buyer is on
 * the phone; 'paid': already paid some other way; 'free': by nobody; 'replacement': a belt for one that went wrong,
 * outside an exchange.
 */
export const manualOrderKinds = ['link', 'card', 'paid', 'free', 'replacement'] as const
export type ManualOrderKind = (typeof manualOrderKinds)[number]

/** Ways to pay outside the payment provider. */
export const offlinePaymentMethods = ['cash', 'check', 'transfer'] as const
export type OfflinePaymentMethod = (typeof offlinePaymentMethods)[number]

/** Their names in the admin and on documents. */
export const offlinePaymentLabels: Record<OfflinePaymentMethod, string> = {
  cash: 'Cash',
  check: 'Check',
  transfer: 'Bank transfer or another card reader',
}
