import type { World } from './world.ts'

/** Money in cents. */
export type CustomerTotals = { charged: number; refunded: number }

/** What a customer was actually charged and refunded, including pending refunds. */
export function totalsOf(world: World, customer: string): CustomerTotals {
  const totals = { charged: 0, refunded: 0 }
  for (const charge of world.charges.values())
    if (charge.customer === customer && charge.paid) totals.charged += charge.amount
  for (const refund of world.refunds.values())
    if (refund.customer === customer && refund.status !== 'failed') totals.refunded += refund.amount
  return totals
}

/** The same for all customers together. */
export function totals(world: World): CustomerTotals {
  const sum = { charged: 0, refunded: 0 }
  for (const charge of world.charges.values()) if (charge.paid) sum.charged += charge.amount
  for (const refund of world.refunds.values()) if (refund.status !== 'failed') sum.refunded += refund.amount
  return sum
}
