import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../../db/database.ts'
import { orders, orderTags, outbox } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { Outcome } from '../../../domain/admin/order-change-contracts.ts'
import { isEmail, normalizeEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { subjectIdOf } from '../../../domain/mail-subjects.ts'
import { callName, oneLine } from '../../../domain/slug.ts'
import { enqueueMail } from '../../outbox/enqueue-mail.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { setOrderStatus, setTracking } from './change-order.ts'

type Chosen = { id: string; orderNumber: string; email: string | null; name: string | null }

/** The selected orders that exist, in list order. */
async function chosen(shop: Shop, ids: string[]): Promise<Chosen[]> {
  const buyer = sql<string | null>`coalesce(orders.gift_sender_name,
    (select s.recipient_name from shipping_info s where s.order_id = orders.id order by s.id limit 1))`
  return shop.db
    .select({ id: orders.id, orderNumber: orders.orderNumber, email: orders.purchaserEmail, name: buyer })
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(sql`${orders.createdAt} desc`, asc(orders.id))
}

/** Applies a change to each order separately: failures are reported, the rest go through. */
async function each(
  shop: Shop,
  ids: string[],
  change: (order: Chosen) => Promise<unknown>,
): Promise<Outcome> {
  const failed: Outcome['failed'] = []
  const all = await chosen(shop, [...new Set(ids)])
  for (const order of all) {
    try {
      await change(order)
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      failed.push({ orderId: order.id, orderNumber: order.orderNumber, sentence: error.message })
    }
  }
  return { changed: all.length - failed.length, failed }
}

/** Sets one status on a selection, as if each order had been changed by hand. */
export async function setOrdersStatus(
  shop: Shop,
  { orderIds, status, was }: AdminInput<'setOrdersStatus'>,
  staff: Staff,
): Promise<AdminReply<'setOrdersStatus'>> {
  return each(shop, orderIds, ({ id }) => {
    const seen = was?.[id]
    return setOrderStatus(shop, { orderId: id, status, was: seen && { status: seen } }, staff)
  })
}

/** Sets a tracking number on each order of a selection. */
export async function setOrdersTracking(
  shop: Shop,
  { parcels }: AdminInput<'setOrdersTracking'>,
  staff: Staff,
): Promise<AdminReply<'setOrdersTracking'>> {
  const numbers = new Map(parcels.map((parcel) => [parcel.orderId, parcel]))
  return each(shop, [...numbers.keys()], ({ id }) => {
    const { trackingNumber, was } = numbers.get(id)!
    const seen = was === undefined ? undefined : { trackingNumber: was }
    return setTracking(shop, { orderId: id, trackingNumber, was: seen }, staff)
  })
}

/** Most tags an order can have. */
const mostTags = 10

/** Adds tags to a selection, and removes others. */
export async function tagOrders(
  shop: Shop,
  { orderIds, add, remove }: AdminInput<'tagOrders'>,
  staff: Staff,
): Promise<AdminReply<'tagOrders'>> {
  return each(shop, orderIds, ({ id }) =>
    shop.db.transaction(async (tx) => {
      await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, id)).for('update')
      const isIts = eq(orderTags.orderId, id)
      const before = (await tx.select().from(orderTags).where(isIts)).map((row) => row.tag).sort()
      const after = [...new Set([...before, ...add])].filter((tag) => !remove.includes(tag)).sort()
      if (after.length > mostTags)
        throw new ShopError('not_possible', `An order has ${mostTags} tags at most. Take one off first.`)
      if (after.join() === before.join()) return
      const gone = before.filter((tag) => !after.includes(tag))
      if (gone.length > 0) await tx.delete(orderTags).where(and(isIts, inArray(orderTags.tag, gone)))
      const fresh = after.filter((tag) => !before.includes(tag))
      if (fresh.length > 0)
        await tx.insert(orderTags).values(fresh.map((tag) => ({ orderId: id, tag, createdAt: shop.now() })))
      await audit(tx, staff, shop.now(), {
        action: 'order.tags',
        entity: 'orders',
        entityId: id,
        before: { tags: before },
        after: { tags: after },
      })
    }),
  )
}

/** The tags in use, as suggestions: one index step per tag, however many orders have it. */
export async function listOrderTags(shop: Shop): Promise<AdminReply<'listOrderTags'>> {
  const rows = await rowsOf<{ tag: string }>(
    shop.db,
    sql`with recursive t as (
        (select tag from order_tags order by tag limit 1)
        union all select (select o.tag from order_tags o where o.tag > t.tag order by o.tag limit 1) from t where t.tag is not null
      ) select tag from t where tag is not null limit 200`,
  )
  return { tags: rows.map(({ tag }) => tag) }
}

type Letter = { subject: string; text: string }

/** Fills in each buyer's placeholders in a bulk email. */
function fillIn(words: string, { name, orderNumber }: Chosen): string {
  const first = callName(name ?? '') || 'there'
  return words.replaceAll('{name}', () => first).replaceAll('{order}', () => orderNumber)
}

const letterTo = (order: Chosen, { subject, text }: Letter): Letter => ({
  subject: oneLine(fillIn(subject, order)),
  text: fillIn(text, order).trim(),
})

const reaches = ({ email }: Chosen) => email !== null && isEmail(email)

export async function previewOrdersMail(
  shop: Shop,
  { orderIds, ...letter }: AdminInput<'previewOrdersMail'>,
): Promise<AdminReply<'previewOrdersMail'>> {
  const all = await chosen(shop, orderIds)
  const [first] = all.filter(reaches)
  const reached = all.filter(reaches).length
  const shown = first ? letterTo(first, letter) : letter
  return { to: first?.email ?? null, ...shown, reached, unreached: all.length - reached }
}

/**
 * Refuses to count as sent what wasn't: after a lost answer, the same form may have been sent again in other words.
 * @throws ShopError 'not_possible'
 */
async function refuseOtherWords(
  tx: Transaction,
  about: { orderId: string; key: string },
  { subject, text }: Letter,
): Promise<void> {
  const subjectId = subjectIdOf('order-notice', about)
  const [sent] = await tx
    .select({ payload: outbox.payload })
    .from(outbox)
    .where(and(eq(outbox.kind, 'order-notice'), eq(outbox.subjectId, subjectId)))
  const known = sent?.payload as Partial<Letter> | undefined
  if (known?.text === undefined || (known.text === text && known.subject === subject)) return
  throw new ShopError('not_possible', 'Your first email went out already, so this one wasn’t sent.')
}

/** Emails the buyer of each order, once per submitted form, and records it in the order's history. */
export async function mailOrders(
  shop: Shop,
  { orderIds, key, ...letter }: AdminInput<'mailOrders'>,
  staff: Staff,
): Promise<AdminReply<'mailOrders'>> {
  const result = await each(shop, orderIds, async (order) => {
    if (!reaches(order)) throw new ShopError('not_possible', 'The buyer didn’t leave an email address.')
    const { subject, text } = letterTo(order, letter)
    const now = shop.now()
    await shop.db.transaction(async (tx) => {
      const isNew = await enqueueMail(tx, shop, {
        kind: 'order-notice',
        about: { orderId: order.id, key },
        payload: { email: normalizeEmail(order.email!), orderNumber: order.orderNumber, subject, text },
      })
      if (!isNew) return refuseOtherWords(tx, { orderId: order.id, key }, { subject, text })
      await audit(tx, staff, now, {
        action: 'order.mail',
        entity: 'orders',
        entityId: order.id,
        after: { orderNumber: order.orderNumber, subject },
      })
    })
  })
  shop.wakeWorker()
  return result
}
