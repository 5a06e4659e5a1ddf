import type { AdminContractName } from './contracts.ts'
import type { Role } from './fields.ts'

const providerIds = ['stripePaymentIntentId', 'stripeSubscriptionId', 'stripeCustomerId', 'stripePriceId']
/** For a payment, the provider's id; for a box, the reference printed on labels. */
const paymentReference = 'reference'
const emails = [
  ...['email', 'personId', 'purchaserEmail', 'giftRecipientEmail', 'senderEmail', 'recipientEmail'],
  // where an incoming email asks to be answered
  'asksFor',
]
const money = [
  'subtotalAmount',
  'discountAmount',
  'taxAmount',
  'totalAmount',
  'price',
  'valueCents',
  'chain',
  'trackRecord',
  'nextChargeCents',
  'nextCreditCents',
  'providerTerms',
  'payments',
  'refunds',
  'disputes',
  'fraudWarnings',
]
/** Lists whose sentences contain amounts and addresses. */
const told = ['mails', 'history']

/**
 * Field names hidden from a role, in any reply, so a new screen hides them automatically. Packers need what goes into a
 * package and its address; only support and owners deal with the payment provider.
 */
const hidden: Record<Role, ReadonlySet<string>> = {
  owner: new Set(),
  support: new Set(),
  packer: new Set([...providerIds, paymentReference, ...emails, ...money, ...told]),
  viewer: new Set([...providerIds, paymentReference]),
}

/** Replies about the caller, or about what everyone sees in the shop: only the provider's ids are hidden there. */
const ofNoCustomer: ReadonlySet<AdminContractName> = new Set([
  'me',
  'readAccount',
  'listPlans',
  'listPromotions',
  'listBelts',
  'getBelt',
] satisfies AdminContractName[])

/** Whether a role sees email addresses; one that doesn't can't search by them, either. */
export const seesEmails = (role: Role): boolean => !hidden[role].has('email')

/** The reply as this role gets it: hidden fields are null, hidden lists are empty. */
export function hideFields(role: Role, call: AdminContractName, reply: unknown): unknown {
  const names = hidden[role]
  if (names.size === 0) return reply
  const isHidden = (key: string) => {
    if (!names.has(key)) return false
    if (key === paymentReference) return call === 'getOrder'
    return providerIds.includes(key) || !ofNoCustomer.has(call)
  }
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => {
        if (each === undefined || !isHidden(key)) return [key, shown(each)]
        return [key, Array.isArray(each) ? [] : null]
      }),
    )
  }
  return shown(reply)
}
