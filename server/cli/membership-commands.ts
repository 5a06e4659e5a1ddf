import { asc, eq } from 'drizzle-orm'
import { boxes, memberships, orderItems, orders } from '../../db/schema.ts'
import type { CartItem } from '../../domain/cart.ts'
import type { Drop } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { formatCents } from '../../domain/money.ts'
import { refundBoxes } from '../billing/refund-boxes.ts'
import { readPlan } from '../catalog/read-plans.ts'
import { findMembership } from '../ledger/find-membership.ts'
import { nextDrop } from '../ledger/next-drop.ts'
import { cancelRenewal, undoCancel } from '../memberships/cancel-renewal.ts'
import { pauseMembership, resumeMembership, skipBox } from '../memberships/skip-box.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type Command, type CommandArgs, type CommandOption, textOf } from './command.ts'

/** The options that identify a membership on the command line. */
const membershipOptions: Record<'order' | 'item', CommandOption> = {
  order: { value: 'BC-7K3F-9QMT', says: 'the number of its order', isRequired: true },
  item: { value: '1', says: 'which item of the order, 1 first; without: the only one' },
}

/** The memberships of an order, in item order. @throws ShopError 'not_found' */
async function membershipsOfOrder(shop: Shop, orderNumber: string) {
  const rows = await shop.db
    .select({ membership: memberships, cart: orderItems.preferences })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(orders.orderNumber, orderNumber.trim().toUpperCase()))
    .orderBy(asc(orderItems.position))
  if (rows.length === 0) throw new ShopError('not_found', `There is no order ${orderNumber}.`)
  return rows
}

/**
 * The one membership a command is about.
 * @throws ShopError 'not_found', or 'invalid_body' if the order has several and none was named
 */
async function membershipOfOrder(shop: Shop, args: CommandArgs): Promise<{ id: string; isGift: boolean }> {
  const all = await membershipsOfOrder(shop, textOf(args, 'order') ?? '')
  const item = textOf(args, 'item')
  if (item === null && all.length > 1) {
    throw new ShopError('invalid_body', `This order has ${all.length} items: say which, such as --item 1.`)
  }
  const found = all[Number(item ?? 1) - 1]
  if (!found) throw new ShopError('invalid_body', `This order has no item ${item}.`)
  return found.membership
}

/** The boxes of a membership, first drop first. */
function boxesOfMembership(shop: Shop, membershipId: string) {
  return shop.db.select().from(boxes).where(eq(boxes.membershipId, membershipId)).orderBy(asc(boxes.drop))
}

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
  return renews ? `Next charge ${paidUntil}.` : `Canceled: nothing more is charged, ends ${paidUntil}.`
}

type Change = (shop: Shop, membershipId: string, args: CommandArgs) => Promise<unknown>

/** A command that changes a membership, then shows the order's memberships. */
function changing(summary: string, change: Change, more: Command['options'] = {}): Command {
  return {
    summary,
    options: { ...membershipOptions, ...more },
    async run(shop, args) {
      const { id } = await membershipOfOrder(shop, args)
      await change(shop, id, args)
      return membershipShow.run(shop, { order: args.order })
    },
  }
}

async function dropAhead(shop: Shop, membershipId: string): Promise<Drop> {
  const drop = await nextDrop(
    shop.db,
    await findMembership(shop, membershipId),
    shopDay(shop),
    shop.config.timeZone,
  )
  if (!drop) throw new ShopError('not_possible', 'No box is ahead.')
  return drop
}

export const membershipCancel = changing('ends the renewal; paid boxes still ship', (shop, membershipId) =>
  cancelRenewal(shop, { membershipId }),
)
export const membershipUndo = changing('takes a cancellation back', (shop, membershipId) =>
  undoCancel(shop, { membershipId }),
)
export const membershipSkip = changing(
  'skips the next box, and moves the next charge with it',
  async (shop, membershipId) => skipBox(shop, { membershipId, drop: await dropAhead(shop, membershipId) }),
)
export const membershipPause = changing(
  'pauses until a drop, one to three months after the next one',
  (shop, membershipId, args) => pauseMembership(shop, { membershipId, until: textOf(args, 'until') ?? '' }),
  { until: { value: '2027-03', says: 'the drop with which the belts come again', isRequired: true } },
)
export const membershipResume = changing('ends a pause early', (shop, membershipId) =>
  resumeMembership(shop, { membershipId }),
)
export const membershipRefund = changing(
  'gives back the money of every box that is not packed',
  (shop, membershipId) => refundBoxes(shop, { membershipId }),
)
