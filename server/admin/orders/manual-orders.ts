import { createHash } from 'node:crypto'
import { and, desc, eq, lt, or } from 'drizzle-orm'
import {
  checkouts,
  manualOrders,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  products,
} from '../../../db/schema.ts'
import { emailProblem } from '../../../domain/address.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { addDays, instantAt } from '../../../domain/calendar-date.ts'
import type { CartItem } from '../../../domain/cart.ts'
import { dropTitle, firstDrop } from '../../../domain/drop.ts'
import { allocateDrops } from '../../../domain/drop-calendar.ts'
import { ShopError } from '../../../domain/errors.ts'
import { offlinePaymentLabels } from '../../../domain/manual-order.ts'
import { formatCents } from '../../../domain/money.ts'
import { alreadySaid, becomePayment, findStray, followDisputes, settle } from '../../billing/settle-strays.ts'
import type { Stray } from '../../books/stray-movements.ts'
import { abandonCheckout } from '../../checkout/abandon-checkout.ts'
import {
  findManualOrder,
  insertManualOrder,
  isSameOrder,
  type ManualOrder,
  orderNumberOf,
  placeManualOrder,
  priceManualOrder,
  sentBefore,
  withCurrentPlans,
} from '../../checkout/manual-orders.ts'
import { linkDays, newOrderLink, paidOrderOf } from '../../checkout/order-link.ts'
import { chargeStart } from '../../exchanges/goodwill.ts'
import { requestExchange } from '../../exchanges/request-exchange.ts'
import { findBox } from '../../exchanges/sent-box.ts'
import { dropCalendar } from '../../ledger/drop-calendar.ts'
import { termOf } from '../../ledger/snapshot.ts'
import { enqueueMail } from '../../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { giveAway } from '../../staff/give-away.ts'
import { audit, type Staff } from '../../staff/staff.ts'

type Asked = AdminInput<'previewManualOrder'>

/** The cart and buyer of a manual order that has them. @throws ShopError 'invalid_body' */
function cartOf({ cartItems, email = '', kind, paidBy }: Asked): { cart: CartItem[]; email: string } {
  const wrong = (field: string, sentence: string) =>
    new ShopError('invalid_body', sentence, { fields: { [field]: sentence } })
  if (!cartItems) throw wrong('cartItems', 'Say what they’re buying.')
  const problem = emailProblem(email)
  if (problem) throw wrong('email', problem)
  if (kind === 'paid' && !paidBy) throw wrong('paidBy', 'Say how it was paid.')
  return { cart: cartItems as CartItem[], email: email.trim() }
}

/** What a manual order would cost. Read only. @throws ShopError as the checkout does */
export async function previewManualOrder(
  shop: Shop,
  asked: Asked,
): Promise<AdminReply<'previewManualOrder'>> {
  if (asked.kind === 'replacement') return previewReplacement(shop, asked)
  const { cart, email } = cartOf(asked)
  const priced = await priceManualOrder(shop, await withCurrentPlans(shop, cart, 'preview'), asked.kind)
  if (asked.strayId) await strayFor(shop, asked.strayId, priced.totalCents)
  const calendar = await dropCalendar(shop.db, shop.config.timeZone, firstDrop(shopDay(shop)))
  const items = priced.snapshot.items.map((item) => {
    const { planName, months } = termOf(item)
    const { drops } = allocateDrops(calendar, shopDay(shop), months)
    const whom = item.cart.shippingDetails?.fullName ?? ''
    return {
      what: `${planName}, ${months === 1 ? 'a belt' : `${months} belts`} for ${whom}`,
      ...{ amountCents: item.amountCents, taxCents: item.taxCents },
      ...{ firstDrop: drops[0] ?? null, lastDrop: drops.at(-1) ?? null },
    }
  })
  const { snapshot: _, ...sums } = priced
  return { items, ...sums, lines: linesOf(asked, sums.totalCents, cart), mailTo: email }
}

function linesOf({ kind, paidBy, email, strayId }: Asked, totalCents: number, cart: CartItem[]): string[] {
  const total = formatCents(totalCents)
  const renews = cart.some(({ recipientType }) => recipientType !== 'gift')
  switch (kind) {
    case 'link':
      return [
        `${email} gets an email with a link to pay ${total} by card. It’s good for ${linkDays} days.`,
        'We don’t set a belt aside until it’s paid. They pay the price of that day.',
        ...(renews ? ['They agree to the renewal terms when they pay, as in the shop.'] : []),
      ]
    case 'card':
      return [
        `You open the payment page and type the card into the provider’s own form. ${total} is charged.`,
        'We don’t set a belt aside until it’s paid.',
        ...(renews ? ['Read the renewal terms out loud, and tick the box once they agree.'] : []),
      ]
    default:
      return [
        kind === 'free'
          ? 'Nothing is charged. The books show a discount of the whole price.'
          : strayId
            ? `The charge of ${total} pays for it. A refund goes back to that card.`
            : `${total} is booked as ${offlinePaymentLabels[paidBy ?? 'cash'].toLowerCase()}, not as a card payment.`,
        ...(renews ? ['It doesn’t renew: there’s no card to charge. It ends after its last belt.'] : []),
        `${email} gets the order confirmation right away.`,
      ]
  }
}

/** The box that needs a replacement, with its belt. @throws ShopError 'invalid_body', 'not_found' */
async function brokenBox(shop: Shop, { boxId }: Asked) {
  if (!boxId) throw new ShopError('invalid_body', 'Choose the box.', { fields: { boxId: 'Choose the box.' } })
  const { box, membership } = await findBox(shop.db, boxId)
  const [order] = await shop.db
    .select({ id: orders.id, orderNumber: orders.orderNumber, purchaserEmail: orders.purchaserEmail })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(eq(orderItems.id, membership.orderItemId))
  return { box, membership, order: order! }
}

async function previewReplacement(shop: Shop, asked: Asked): Promise<AdminReply<'previewManualOrder'>> {
  const { box, membership } = await brokenBox(shop, asked)
  const productId = asked.productId ?? box.productId
  if (!productId)
    throw new ShopError('not_possible', 'No belt has been sent in this box yet. Choose one under Drops.')
  const [belt] = await shop.db
    .select({ name: products.name })
    .from(products)
    .where(eq(products.id, productId))
  const what = `${belt?.name ?? 'The same belt'}, size ${asked.size ?? box.size}`
  const free = { amountCents: 0, taxCents: 0 }
  const drop = shopDay(shop).slice(0, 7)
  return {
    items: [{ what, ...free, firstDrop: drop, lastDrop: drop }],
    ...{ subtotalCents: 0, discountCents: 0, taxCents: 0, totalCents: 0 },
    lines: [
      `In place of the ${dropTitle(box.drop)} belt. Nothing is charged and nothing comes back.`,
      'We set a belt aside for it right away. Ship it under Exchanges.',
    ],
    mailTo: membership.memberEmail ?? membership.payerEmail,
  }
}

/**
 * POST /api/admin/orders: an order by phone, at a market, on the house, or to replace a bad belt. A repeated form orders
 * once.
 * @throws ShopError as the checkout does; 'price_changed' if the total differs from the preview's, 'already_ordered'
 *   for a form that made another order before, 'not_possible' for a belt that is being replaced
 */
export async function createManualOrder(
  shop: Shop,
  asked: AdminInput<'createManualOrder'>,
  staff: Staff,
): Promise<AdminReply<'createManualOrder'>> {
  const known = await findManualOrder(shop, asked.key)
  if (known) await requireSame(shop, known, asked)
  // Continues a paid or free order that was interrupted. A payment link needs no second step.
  const isBegun = known !== null && known.orderId === null && known.expiresAt === null
  if (!known || (isBegun && (known.kind === 'paid' || known.kind === 'free'))) await make(shop, asked, staff)
  const row = await findManualOrder(shop, asked.key)
  // Another form, or the member, requested the replacement before: make() got that exchange and wrote no row.
  if (!row) throw new ShopError('not_possible', 'There’s already a replacement for this belt. See Exchanges.')
  // Two tabs of one form may have asked for different things at once.
  if (!known) await requireSame(shop, row, asked)
  const isOpen = row.orderId === null && row.expiresAt !== null
  return {
    manualOrderId: row.id,
    orderId: row.orderId,
    orderNumber: await orderNumberOf(shop.db, row.orderId),
    link: row.kind === 'card' && isOpen ? await newOrderLink(shop, row.id) : null,
  }
}

/**
 * Refuses a form that made something else before: its reply was lost, or another tab sent it, and whoever changed it thinks
 * that nothing was made.
 * @throws ShopError 'already_ordered'
 */
async function requireSame(shop: Shop, known: ManualOrder, asked: AdminInput<'createManualOrder'>) {
  if (!(await isSame(shop, known, asked))) throw sentBefore()
}

async function isSame(
  shop: Shop,
  known: ManualOrder,
  asked: AdminInput<'createManualOrder'>,
): Promise<boolean> {
  const { kind, key } = asked
  if (kind === 'replacement') return known.kind === kind && known.cartHash === replacementHash(asked)
  const { cart, email } = cartOf(asked)
  if (!isSameOrder(known, { kind, email, cart: await withCurrentPlans(shop, cart, key) })) return false
  const paidBy = asked.kind === 'paid' ? await howPaid(shop, known) : null
  return paidBy === null || paidBy === asked.paidBy
}

/** Says which belt a replacement replaces and with what, in place of a cart's hash. */
const replacementHash = ({ boxId, productId, size }: Asked) =>
  createHash('sha256')
    .update(JSON.stringify([boxId, productId ?? null, size ?? null]))
    .digest('hex')

/** How the order of a form is booked as paid; null: it isn't written yet. */
async function howPaid(shop: Shop, { orderId, cartHash }: ManualOrder): Promise<string | null> {
  const written = orderId ?? (await paidOrderOf(shop, cartHash))?.orderId
  if (!written) return null
  const [row] = await shop.db
    .select({ paidBy: membershipPayments.paidBy })
    .from(membershipPayments)
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(eq(orderItems.orderId, written))
    .orderBy(membershipPayments.paidAt)
    .limit(1)
  return row?.paidBy ?? null
}

async function make(shop: Shop, asked: AdminInput<'createManualOrder'>, staff: Staff): Promise<void> {
  const { key, kind, reason, totalCents = 0, paidBy } = asked
  const written = { key, kind, reason: reason.trim(), username: staff.username }
  const noted = { entity: 'manual_orders', entityId: key }
  if (kind === 'replacement') {
    const { box, order } = await brokenBox(shop, asked)
    const { productId, size } = asked
    await requestExchange(
      shop,
      {
        ...{
          boxId: box.id,
          kind: 'damaged',
          remedy: 'replacement',
          askedBy: 'owner',
          details: written.reason,
        },
        ...(productId ? { productId } : {}),
        ...(size ? { size } : {}),
      },
      async (tx, made, isTheirs) => {
        await chargeStart(tx, shop, staff, { made, isTheirs })
        const more = { orderId: order.id, cartHash: replacementHash(asked) }
        const replaced = { ...written, cart: [], email: order.purchaserEmail ?? '' }
        const row = await insertManualOrder(tx, shop, replaced, more)
        // The same form is just replacing another belt, so this one isn't.
        if (!row) throw sentBefore()
        await audit(tx, staff, shop.now(), {
          ...{ action: 'order.replace', ...noted },
          after: { orderNumber: order.orderNumber, exchange: made.id, reason: written.reason },
        })
      },
    )
    return
  }
  const { cart, email } = cartOf(asked)
  if (kind === 'paid' || kind === 'free') {
    const paid = { paidBy: kind === 'paid' ? (paidBy ?? null) : null, totalCents }
    const stray = kind === 'paid' && asked.strayId ? await strayFor(shop, asked.strayId, totalCents) : null
    const free =
      kind === 'free' ? await priceManualOrder(shop, await withCurrentPlans(shop, cart, key), kind) : null
    await placeManualOrder(shop, { ...written, cart, email }, paid, async (tx, orderId) => {
      const amountCents = free?.discountCents ?? 0
      await giveAway(tx, shop, staff, { kind: 'free-order', amountCents, orderId })
      await audit(tx, staff, shop.now(), {
        ...{ action: 'order.by-hand', entity: 'orders', entityId: orderId },
        after: { kind, email, totalCents, paidBy: paid.paidBy, reason: written.reason },
      })
      if (!stray) return
      const become = async () => becomePayment(tx, stray, (await orderNumberOf(tx, orderId)) ?? '')
      await settle(tx, shop, staff, { stray, as: 'order', reason: written.reason, key, become })
    })
    if (stray) await followDisputes(shop, stray)
    return
  }
  const now = shop.now()
  const labels = await withCurrentPlans(shop, cart, key)
  const priced = await priceManualOrder(shop, labels, kind)
  const expiresAt = instantAt(addDays(shopDay(shop), linkDays + 1), 0, shop.config.timeZone)
  await shop.db.transaction(async (tx) => {
    const row = await insertManualOrder(tx, shop, { ...written, cart: labels, email }, { expiresAt })
    if (!row) return
    if (kind === 'link') await enqueueMail(tx, shop, { kind: 'order-link', about: { manualOrderId: row.id } })
    await audit(tx, staff, now, {
      ...{ action: 'order.by-hand', ...noted },
      after: { kind, email, totalCents: priced.totalCents, reason: written.reason },
    })
  })
  shop.wakeWorker()
}

/**
 * The charge made by hand that pays for an order, which is that much.
 * @throws ShopError 'not_possible'
 */
async function strayFor(shop: Shop, strayId: string, totalCents: number): Promise<Stray> {
  const stray = await findStray(shop, strayId)
  if (!stray) throw alreadySaid()
  if (stray.amountCents === totalCents) return stray
  throw new ShopError(
    'not_possible',
    `This order costs ${formatCents(totalCents)}, and the charge was ${formatCents(stray.amountCents)}. Choose another plan, or give the charge as store credit under Books.`,
  )
}

/** Manual orders, newest first, each with its outcome. */
export async function listManualOrders(
  shop: Shop,
  { limit = 25, cursor }: AdminInput<'listManualOrders'>,
): Promise<AdminReply<'listManualOrders'>> {
  const [last] = cursor ? await shop.db.select().from(manualOrders).where(eq(manualOrders.id, cursor)) : []
  const found = await shop.db
    .select()
    .from(manualOrders)
    .where(
      last &&
        or(
          lt(manualOrders.createdAt, last.createdAt),
          and(eq(manualOrders.createdAt, last.createdAt), lt(manualOrders.id, last.id)),
        ),
    )
    .orderBy(desc(manualOrders.createdAt), desc(manualOrders.id))
    .limit(limit + 1)
  const page = []
  for (const row of found.slice(0, limit)) {
    const paid = row.orderId ? null : await paidOrderOf(shop, row.cartHash)
    const isWritten = row.orderId !== null || paid !== null
    const isPaidHere = row.kind === 'paid' || row.kind === 'free'
    page.push({
      ...{ id: row.id, kind: row.kind, email: row.email, reason: row.reason, username: row.username },
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt?.toISOString() ?? null,
      orderId: row.orderId ?? paid?.orderId ?? null,
      orderNumber: paid?.orderNumber ?? (await orderNumberOf(shop.db, row.orderId)),
      // The form has one item.
      unfinished: isPaidHere && !isWritten && row.cart.length === 1 ? row.cart[0]! : null,
    })
  }
  return { orders: page, nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null }
}

/** Ends an unpaid payment link, and payments begun through it. @throws ShopError 'not_found', 'not_possible' once it's paid */
export async function endManualOrder(
  shop: Shop,
  { manualOrderId }: AdminInput<'endManualOrder'>,
  staff: Staff,
): Promise<AdminReply<'endManualOrder'>> {
  const row = await findManualOrder(shop, manualOrderId)
  if (!row) throw new ShopError('not_found', 'We can’t find that order. Reload the page.')
  await refusePaid(shop, row)
  await shop.db.transaction(async (tx) => {
    await tx.update(manualOrders).set({ expiresAt: null }).where(eq(manualOrders.id, manualOrderId))
    await audit(tx, staff, shop.now(), {
      ...{ action: 'order.link-end', entity: 'manual_orders', entityId: manualOrderId },
      before: { expiresAt: row.expiresAt },
    })
  })
  // A page that's already open could pay it still.
  const open = await shop.db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.cartHash, row.cartHash), eq(checkouts.status, 'open')))
  let isClosed = true
  for (const checkout of open) isClosed = (await abandonCheckout(shop, checkout)) && isClosed
  await refusePaid(shop, row)
  if (!isClosed)
    throw new ShopError('not_possible', 'It’s being paid right now. Look again in a few minutes.')
  return { success: true }
}

/** @throws ShopError 'not_possible' */
async function refusePaid(shop: Shop, row: ManualOrder) {
  if (row.orderId || (await paidOrderOf(shop, row.cartHash)))
    throw new ShopError('not_possible', 'This is already paid. Refund it on the order’s page.')
}
