import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import {
  boxes,
  delays,
  handovers,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  products,
} from '../../db/schema.ts'
import type { DelayAnswer } from '../../domain/delay.ts'
import { formerPayer } from '../ledger/find-membership.ts'
import { shopSecret } from '../settings/settings.ts'
import type { Shop } from '../shop/shop.ts'
import { answerDelay, decides } from './answer-delay.ts'

/** Bytes of a token: the delay's id, and a signature over the id and the reader's address. */
const [idBytes, signatureBytes] = [16, 16]

/**
 * The link where a buyer decides whether to wait: signed for one mailbox, valid for this delay and others in the same
 * notice.
 */
export async function delayLink(shop: Shop, delayId: string, email: string): Promise<string> {
  const id = Buffer.from(delayId.replaceAll('-', ''), 'hex')
  const token = Buffer.concat([id, await signature(shop, id, email)]).toString('base64url')
  return `${shop.config.publicUrl}/mail/delay/${token}`
}

async function signature(shop: Shop, id: Buffer, email: string): Promise<Buffer> {
  const mac = createHmac('sha256', await shopSecret(shop, 'delay link'))
  return mac.update(id).update(email).digest().subarray(0, signatureBytes)
}

const columns = { delay: delays, box: boxes, membership: memberships, belt: products.name, formerPayer }
const delaysOf = (db: Database) =>
  db
    .select(columns)
    .from(delays)
    .innerJoin(boxes, eq(delays.boxId, boxes.id))
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .leftJoin(membershipPayments, eq(boxes.paymentId, membershipPayments.id))
    .leftJoin(products, eq(boxes.productId, products.id))
    .$dynamic()
export type DelayFound = Awaited<ReturnType<typeof delaysOf>>[number]

/** A delay with its box and membership; null if it no longer exists. */
export async function findDelay(shop: Shop, delayId: string): Promise<DelayFound | null> {
  const [found] = await delaysOf(shop.db).where(eq(delays.id, delayId))
  return found ?? null
}

/** The delays someone may decide on now, newest first; those of belts that cost nothing just wait. @param emails their mailboxes, normalized */
export async function openDelaysOf(shop: Shop, emails: string[]): Promise<DelayFound[]> {
  const open = (isTheirs: SQL | undefined) =>
    delaysOf(shop.db)
      .where(and(isNull(delays.endedAt), gt(boxes.valueCents, 0), isTheirs))
      .orderBy(desc(delays.createdAt))
      .limit(50)
  const isMember = and(eq(memberships.isGift, false), inArray(memberships.memberEmail, emails))
  const own = await open(and(or(inArray(memberships.payerEmail, emails), isMember), isNull(formerPayer)))
  const handedOver = shop.db
    .select({ id: handovers.membershipId })
    .from(handovers)
    .where(and(inArray(handovers.fromEmail, emails), eq(handovers.state, 'done')))
  const former = await open(and(inArray(memberships.id, handedOver), inArray(formerPayer, emails)))
  return [...own, ...former].toSorted((a, b) => +b.delay.createdAt - +a.delay.createdAt)
}

/** What a link is about: its delay first, then others announced in the same email. Null if the signature is wrong. */
export async function delaysOfLink(
  shop: Shop,
  token: string,
): Promise<{ email: string; found: [DelayFound, ...DelayFound[]] } | null> {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signatureBytes) return null
  const id = bytes.subarray(0, idBytes)
  const first = await findDelay(shop, id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
  if (!first) return null
  for (const email of decides(first)) {
    if (!timingSafeEqual(bytes.subarray(idBytes), await signature(shop, id, email))) continue
    const { noticeId } = first.delay
    const others = noticeId === null ? [] : await openDelaysOf(shop, [email])
    const together = others.filter(({ delay }) => delay.noticeId === noticeId && delay.id !== first.delay.id)
    return { email, found: [first, ...together] }
  }
  return null
}

/** Answers by link. Returns false if the delay isn't one the link is about. @throws ShopError as `answerDelay` */
export async function answerByLink(
  shop: Shop,
  { token, delayId, answer }: { token: string; delayId: string; answer: DelayAnswer },
): Promise<boolean> {
  const about = await delaysOfLink(shop, token)
  if (!about?.found.some(({ delay }) => delay.id === delayId)) return false
  await answerDelay(shop, { delayId, answer, by: about.email })
  return true
}
