import type { CartItem } from '../../domain/cart.ts'
import { formatCents } from '../../domain/money.ts'
import { readPlan } from '../catalog/read-plans.ts'
import type { Shop } from '../shop.ts'
import { type Command, textOf } from './command.ts'
import { boxesOfMembership, membershipOptions, membershipsOfOrder } from './membership-of-order.ts'

type Row = Awaited<ReturnType<typeof membershipsOfOrder>>[number]

export const membershipShow: Command = {
  summary: 'shows the memberships of an order, their boxes and next charges',
  options: { order: membershipOptions.order },
  async run(shop, args) {
    const rows = await membershipsOfOrder(shop, textOf(args, 'order') ?? '')
    const parts = await Promise.all(rows.map((row, index) => lines(shop, row, index + 1)))
    return parts.flat()
  },
}

async function lines(shop: Shop, { membership, cart }: Row, item: number): Promise<string[]> {
  const name = (cart as CartItem).shippingDetails?.fullName ?? ''
  const { name: plan } = await readPlan(shop.db, membership.planId)
  const owed = await boxesOfMembership(shop, membership.id)
  return [
    `Item ${item}: ${plan}, ${membership.isGift ? 'a gift to' : 'for'} ${name}. ${ending(membership)}`,
    ...owed.map((box) => `  ${box.drop}  ${box.state.padEnd(9)}  ${formatCents(box.valueCents)}`),
  ]
}

function ending({ isGift, renews, status, paidUntil, pastDueSince }: Row['membership']): string {
  if (status === 'past_due') return `Past due since ${pastDueSince}.`
  if (status === 'ended') return 'Ended.'
  if (isGift) return `Ends by itself on ${paidUntil}.`
  return renews ? `Next charge ${paidUntil}.` : `Cancelled: nothing more is charged, ends ${paidUntil}.`
}
