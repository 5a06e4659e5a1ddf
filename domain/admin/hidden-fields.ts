import { fieldNames } from '../contract.ts'
import { type AdminContractName, adminContracts } from './contracts.ts'
import type { Role } from './fields.ts'
import { isOfNoCustomer, packerFields } from './packer-fields.ts'

const providerIds = ['stripePaymentIntentId', 'stripeSubscriptionId', 'stripeCustomerId', 'stripePriceId']
/** For a payment, the provider's id; for a box, the reference printed on labels. */
const paymentReference = 'reference'

/** Whether a role sees email addresses; one that doesn't can't search by them, either. */
export const seesEmails = (role: Role): boolean => role !== 'packer'

/**
 * Which fields of a call's reply a role doesn't get. Only support and owners deal with the payment provider. Packers get
 * what goes into a package and its address: each field that `packerFields` doesn't name is closed to them, also one that
 * was added a minute ago.
 */
function isHiddenFrom(role: Role, call: AdminContractName): (field: string) => boolean {
  if (role === 'owner' || role === 'support') return () => false
  const isProviders = (field: string) =>
    providerIds.includes(field) || (field === paymentReference && call === 'getOrder')
  if (role === 'viewer' || isOfNoCustomer(call)) return isProviders
  const open = packerFields(call)
  const { reply } = adminContracts[call]
  // What the schema doesn't name is the key of a record, such as a state.
  const known = reply === 'file' ? new Set() : fieldNames(reply)
  return (field) => isProviders(field) || (known.has(field) && !open.has(field))
}

/** The reply as this role gets it: hidden fields are null, hidden lists are empty. */
export function hideFields(role: Role, call: AdminContractName, reply: unknown): unknown {
  if (role === 'owner' || role === 'support') return reply
  const isHidden = isHiddenFrom(role, call)
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown)
    if (typeof value !== 'object' || value === null || value instanceof Date) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => {
        if (each === undefined || !isHidden(key)) return [key, shown(each)]
        return [key, Array.isArray(each) ? [] : null]
      }),
    )
  }
  return shown(reply)
}
