import { intentOfInvoice } from './bill.ts'
import { expandable } from './contract.ts'
import { invalidRequest } from './refusal.ts'
import type { World } from './world.ts'

type Wire = { [field: string]: unknown }

/** Fields that are sent only on request, by object, with what fills them. */
const onlyExpanded: Record<string, Record<string, (world: World, object: Wire) => unknown>> = {
  invoice: {
    confirmation_secret: (world, { id }) => {
      const intent = intentOfInvoice(world, String(id))
      return intent && { client_secret: intent.client_secret, type: 'payment_intent' }
    },
    payments: (world, { id }) =>
      list(
        [...world.invoicePayments.values()].filter((link) => link.invoice === id),
        `/v1/invoices/${id}/payments`,
      ),
  },
  charge: {
    refunds: (world, { id }) =>
      list(
        [...world.refunds.values()].filter((refund) => refund.charge === id).reverse(),
        `/v1/charges/${id}/refunds`,
      ),
  },
  customer: {
    subscriptions: (world, { id }) =>
      list(
        [...world.subscriptions.values()].filter(
          ({ customer, status }) => customer === id && !/^(canceled|incomplete_expired)$/.test(status),
        ),
        `/v1/customers/${id}/subscriptions`,
      ),
  },
  'tax.calculation': { line_items: (_world, { line_items }) => line_items },
}

function list(data: { id: string }[], url: string) {
  return { object: 'list', data, has_more: false, url }
}

/**
 * Checks every path against the contract before anything runs.
 * @throws StripeRefusal
 */
export function checkExpand(root: string, paths: string[], isList: boolean): void {
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > 4)
      throw invalidRequest(`You cannot expand more than 4 levels of a property. Property: ${path}`, {
        param: 'expand',
      })
    const rest = isList ? steps.slice(1).join('.') : path
    const isKnown = (!isList || steps[0] === 'data') && isExpandable(root, rest)
    if (!isKnown)
      throw invalidRequest(
        `This property cannot be expanded (${path}). You may want to try expanding '${steps[0]}' instead.`,
        { param: 'expand' },
      )
  }
}

function isExpandable(object: string, path: string): boolean {
  for (const [field, target] of Object.entries(expandable[object] ?? {})) {
    if (path === field || path === field.replace(/\.data$/, '')) return true
    if (path.startsWith(`${field}.`) && isExpandable(target, path.slice(field.length + 1))) return true
  }
  return false
}

/** A copy of the object as it is sent, with these paths filled in. */
export function render(world: World, object: object, paths: string[]): Wire {
  const copy = structuredClone(object) as Wire
  const fields = onlyExpanded[String(copy.object)] ?? {}
  for (const [field, fill] of Object.entries(fields)) {
    const isAsked = paths.some((path) => path === field || path.startsWith(`${field}.`))
    if (isAsked) copy[field] = structuredClone(fill(world, copy))
    else delete copy[field]
  }
  for (const first of new Set(paths.map((path) => path.split('.')[0]!))) {
    const deeper = paths
      .filter((path) => path.startsWith(`${first}.`))
      .map((path) => path.slice(first.length + 1))
    const isAsked = paths.includes(first)
    if (first in copy) copy[first] = expandValue(world, copy[first], deeper, isAsked || deeper.length > 0)
  }
  return copy
}

function expandValue(world: World, value: unknown, deeper: string[], fetches: boolean): unknown {
  if (typeof value === 'string') {
    const found = fetches ? objectById(world, value) : undefined
    return found ? render(world, found, deeper) : value
  }
  if (Array.isArray(value)) return value.map((entry) => expandValue(world, entry, deeper, fetches))
  if (value === null || typeof value !== 'object') return value
  return deeper.length > 0 ? render(world, value, deeper) : value
}

function objectById(world: World, id: string): object | undefined {
  for (const shelf of Object.values(world)) {
    const found = shelf instanceof Map ? shelf.get(id) : undefined
    if (typeof found === 'object') return found
  }
  return undefined
}
