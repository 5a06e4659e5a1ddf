import type { AdminContractName } from './contracts.ts'
import type { Role } from './fields.ts'

const providerIds = ['stripePaymentIntentId', 'stripeSubscriptionId', 'stripeCustomerId', 'stripePriceId']
/** Of a payment it is the provider's id; of a box, its own, which is printed on labels. */
const paymentReference = 'reference'
const emails = ['email', 'personId', 'purchaserEmail', 'giftRecipientEmail', 'senderEmail', 'recipientEmail']
const money = [
  'subtotalAmount',
  'discountAmount',
  'taxAmount',
  'totalAmount',
  'price',
  'valueCents',
  'nextChargeCents',
  'nextCreditCents',
  'providerTerms',
  'payments',
  'refunds',
  'disputes',
  'fraudWarnings',
]
/** Lists whose sentences name sums and addresses. */
const told = ['mails', 'history']

/**
 * What a role is not told, by the field's name in whichever reply: a new screen hides it without a thought. Packers need
 * what goes into a parcel and where it goes; nobody but support and owners talks to the payment provider.
 */
const hidden: Record<Role, ReadonlySet<string>> = {
  owner: new Set(),
  support: new Set(),
  packer: new Set([...providerIds, paymentReference, ...emails, ...money, ...told]),
  viewer: new Set([...providerIds, paymentReference]),
}

/** Replies about oneself and about what everybody sees in the shop: there only the provider's ids are hidden. */
const ofNoCustomer: ReadonlySet<AdminContractName> = new Set([
  'me',
  'readAccount',
  'listPlans',
  'listPromotions',
  'listBelts',
  'getBelt',
] satisfies AdminContractName[])

/** Whether a role is told email addresses; one that is not finds nothing by them, either. */
export const seesEmails = (role: Role): boolean => !hidden[role].has('email')

/** The reply as one of this role gets it: null in place of what is hidden, and nothing in place of a hidden list. */
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
