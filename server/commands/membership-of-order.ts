import { asc, eq } from 'drizzle-orm'
import { boxes, memberships, orderItems, orders } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'
import { type CommandArgs, type CommandOption, textOf } from './command.ts'

/** How a membership is named on the command line. */
export const membershipOptions: Record<'order' | 'item', CommandOption> = {
  order: { value: 'BC-7K3F-9QMT', says: 'the number of its order', isRequired: true },
  item: { value: '1', says: 'which item of the order, 1 first; without: the only one' },
}

/** The memberships of an order, in the order of its items. @throws ShopError 'not_found' */
export async function membershipsOfOrder(shop: Shop, orderNumber: string) {
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
 * The one membership that a command is about.
 * @throws ShopError 'not_found', or 'invalid_body' when an order of several does not say which
 */
export async function membershipOfOrder(
  shop: Shop,
  args: CommandArgs,
): Promise<{ id: string; isGift: boolean }> {
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
export function boxesOfMembership(shop: Shop, membershipId: string) {
  return shop.db.select().from(boxes).where(eq(boxes.membershipId, membershipId)).orderBy(asc(boxes.drop))
}
