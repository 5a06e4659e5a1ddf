import { createHash } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { refundStatus } from '../../db/schema/states.ts'
import { boxes, membershipPayments, refundMoves, refunds } from '../../db/schema.ts'
import { unpackedStates } from '../../domain/box.ts'
import { ShopError } from '../../domain/errors.ts'
import { type OfflinePaymentMethod, offlinePaymentLabels } from '../../domain/manual-order.ts'
import { leftOf, type Money, refundTax, splitRefund } from '../../domain/refund.ts'
import { creditOfBoxes, type GivenBox } from '../credit/store-credit.ts'
import { isWithBank } from '../ledger/disputes.ts'
import { lockMembership } from '../ledger/find-membership.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { RefundState } from '../shop/payment-states.ts'
import { itemFailed, stepDone } from '../shop/rounds.ts'
import type { Shop } from '../shop/shop.ts'
import { endIfFraud } from './end-if-fraud.ts'
import { ensurePaymentBooked } from './ensure-payment-booked.ts'
import { earlierRefunds, givenBefore, isMadeByBank } from './given-before.ts'
import { hasTakenPart, leaveToBank, waitForBank } from './refunds-at-bank.ts'
import { reverseLostTaxes, reverseRefundTax } from './reverse-refund-tax.ts'
import { lockStockOfHeld, withdrawBoxes } from './withdraw-boxes.ts'

type Box = typeof boxes.$inferSelect
type Payment = typeof membershipPayments.$inferSelect
export type Refund = typeof refunds.$inferSelect

/**
 * Writes the refund row for boxes of one payment, with their share of the tax, before the provider is asked. Its id is null if
 * there is no money to move: the boxes cost nothing, were paid by store credit, or were refunded before.
 */
export async function reserveRefund(
  tx: Transaction,
  shop: Shop,
  paymentId: string,
  group: GivenBox[],
): Promise<{ payment: Payment; refundId: string | null }> {
  const [payment] = await tx.select().from(membershipPayments).where(eq(membershipPayments.id, paymentId))
  if (!payment) throw new Error(`payment ${paymentId} is gone`)
  const sums = boxesRefund(payment, await givenBefore(tx, payment), group)
  if (sums.amountCents === 0) return { payment, refundId: null }
  if (!payment.intentId && !payment.paidBy) throw new Error(`payment ${paymentId} has no money to give back`)
  return { payment, refundId: await insertRefund(tx, shop, { paymentId, ...sums }) }
}

/** What giving boxes of one payment back amounts to: never more than is left of it. */
export function boxesRefund(payment: Payment, before: Money[], group: Omit<GivenBox, 'id'>[]) {
  const left = leftOf(payment, before)
  const worth = group.reduce((sum, box) => sum + (box.leftCents ?? box.valueCents), 0)
  const amountCents = Math.min(worth - creditOfBoxes(payment, group), left.amountCents)
  return { amountCents, taxCents: Math.min(left.taxCents, refundTax(payment, before, amountCents)) }
}

/** Inserts a refund and returns its id. */
export async function insertRefund(
  tx: Transaction,
  shop: Shop,
  row: Pick<Refund, 'paymentId' | 'amountCents' | 'taxCents'> & Partial<Refund>,
): Promise<string> {
  const [made] = await tx
    .insert(refunds)
    .values({ createdAt: shop.now(), ...row })
    .returning({ id: refunds.id })
  return made!.id
}

/**
 * Refuses boxes of a disputed payment: the bank may return the money itself, and a refund or credit would return it twice
 * (stripe.md §6).
 * @throws ShopError 'not_possible' while a payment of these boxes is disputed, and after a lost dispute
 */
export async function refuseDisputed(tx: Transaction, chosen: Box[]) {
  const paymentIds = chosen.flatMap((box) => box.paymentId ?? [])
  if (paymentIds.length === 0) return
  const disputed = await tx
    .select({ dispute: membershipPayments.dispute })
    .from(membershipPayments)
    .where(and(inArray(membershipPayments.id, paymentIds), isNotNull(membershipPayments.dispute)))
  if (disputed.length === 0) return
  throw new ShopError(
    'not_possible',
    disputed.some(({ dispute }) => dispute === 'lost')
      ? 'The bank has already given this payment back to the buyer. You can’t refund it twice.'
      : 'The buyer disputed this payment with their bank. You can’t refund it until the bank decides.',
  )
}

/**
 * Requests a stored refund from the provider and stores the answer. The refund's id and attempt make a repeated request the
 * same refund. If the provider doesn't answer, the row stays for the next round; if it refuses for good, the refund becomes
 * a task for a person.
 */
export async function finishRefund(shop: Shop, refundId: string) {
  const [row] = await shop.db
    .select({
      refund: refunds,
      intentId: membershipPayments.intentId,
      paidBy: membershipPayments.paidBy,
      dispute: membershipPayments.dispute,
      isMadeByBank: sql<boolean>`${membershipPayments.dispute} = 'lost' or ${isMadeByBank(sql`${membershipPayments.intentId}`)}`,
    })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(eq(refunds.id, refundId))
  if (row?.paidBy && row.refund.status === 'pending') return payByHand(shop, refundId, row.paidBy)
  if (!row?.intentId || row.refund.providerId || row.refund.status !== 'pending') return
  // The provider would refuse it. Once the dispute is won, it's made.
  if (row.dispute === 'open') return
  const { amountCents, taxCents, attempts } = row.refund
  const isUnanswered = and(eq(refunds.id, refundId), isNull(refunds.providerId))
  try {
    const totalCents = amountCents + taxCents
    const asked = { id: refundId, intentId: row.intentId, totalCents, attempt: attempts }
    const state = await shop.payments.refund(asked)
    const isAtBank = state.status === 'failed' && (await isWithBank(shop, row.intentId))
    await shop.db.transaction(async (tx) => {
      const kept = await tx
        .update(refunds)
        .set({
          providerId: state.refundId,
          status: refundStatus.to(state.status, refunds.status),
          ...{ lastError: null, updatedAt: state.madeAt ?? shop.now() },
        })
        .where(isUnanswered)
        .returning()
      if (!kept[0]) return
      if (state.status === 'failed') await followFailed(tx, shop, kept[0], isAtBank)
      else await enqueueMail(tx, shop, { kind: 'refund-made', about: subjectOfRefund(kept[0]) })
    })
    await reverseRefundTax(shop, refundId)
  } catch (error) {
    const isDisputed = error instanceof ShopError && error.details?.reason === 'disputed'
    if (isDisputed && row.isMadeByBank) return leaveToBank(shop, refundId)
    // One that is disputed waits, also if the shop hasn't heard of it yet; what the bank left of a payment is paid by hand.
    const waits = isDisputed && !(await hasTakenPart(shop, row.intentId))
    const isRefused = error instanceof ShopError && error.code === 'not_possible' && !waits
    if (isRefused) shop.log.error({ error, refundId }, 'a refund is refused')
    else if (waits) shop.log.warn({ error, refundId }, 'a refund waits for the bank')
    else itemFailed(shop, { error, refundId }, 'a refund could not be made; it is tried again')
    const lastError = error instanceof Error ? error.message : String(error)
    await shop.db.transaction(async (tx) => {
      const [left] = await tx
        .update(refunds)
        .set({ lastError, ...(isRefused ? { status: refundStatus.to('failed', refunds.status) } : {}) })
        .where(and(isUnanswered, eq(refunds.status, 'pending')))
        .returning()
      if (left && isRefused) await noteFailed(tx, shop, left)
    })
  }
  shop.wakeWorker()
}

/** Money that was never paid at the provider can't go back through it: someone pays it by hand and records that. */
async function payByHand(shop: Shop, refundId: string, paidBy: OfflinePaymentMethod) {
  const lastError = `It was paid by ${offlinePaymentLabels[paidBy].toLowerCase()}. Pay it back by hand, then say how.`
  await shop.db.transaction(async (tx) => {
    const [left] = await tx
      .update(refunds)
      .set({ lastError, status: refundStatus.to('failed', refunds.status) })
      .where(and(eq(refunds.id, refundId), eq(refunds.status, 'pending')))
      .returning()
    if (left) await noteFailed(tx, shop, left)
  })
  shop.wakeWorker()
}

/** The attempt number makes a retried refund send its emails again. */
function subjectOfRefund({ id, attempts }: Pick<Refund, 'id' | 'attempts'>) {
  return { refundId: id, ...(attempts > 0 && { attempts: `${attempts}` }) }
}

/** A failed refund becomes a task for the owner, who pays it some other way or retries it. */
async function noteFailed(tx: Transaction, shop: Shop, refund: Pick<Refund, 'id' | 'attempts'>) {
  await tx.insert(refundMoves).values({ refundId: refund.id, kind: 'failed', at: shop.now() })
  await enqueueMail(tx, shop, { kind: 'refund-stuck', about: subjectOfRefund(refund) })
}

/**
 * What becomes of a refund that the provider couldn't make after all, whatever reason it writes: if the bank has the money, it
 * waits for the bank's decision. Else the buyer, who may have been told that it's coming, is told that it failed.
 */
async function followFailed(tx: Transaction, shop: Shop, refund: Refund, isAtBank: boolean) {
  if (isAtBank && refund.madeBy !== 'provider') return waitForBank(tx, shop, refund)
  shop.log.error({ refundId: refund.id }, 'a refund did not arrive: pay it by hand')
  await noteFailed(tx, shop, refund)
  await enqueueMail(tx, shop, { kind: 'refund-failed', about: subjectOfRefund(refund) })
}

/**
 * Finishes refunds left half done by a crash or the provider, checks on those under way, and reverses the tax of those that
 * were made.
 */
export async function finishRefunds(shop: Shop): Promise<void> {
  const unanswered = await shop.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(isNull(refunds.providerId), eq(refunds.status, 'pending')))
    .orderBy(asc(refunds.createdAt))
  for (const { id } of unanswered) {
    await finishRefund(shop, id)
    stepDone()
  }
  const onTheirWay = await shop.db
    .select({ id: refunds.id, providerId: refunds.providerId })
    .from(refunds)
    .where(and(isNotNull(refunds.providerId), eq(refunds.status, 'pending')))
  for (const { id, providerId } of onTheirWay) {
    stepDone()
    await syncRefund(shop, providerId!).catch((error) =>
      itemFailed(shop, { error, refundId: id }, 'a refund could not be asked about'),
    )
  }
  const taxed = await shop.db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(
      and(
        or(
          and(inArray(refunds.status, ['pending', 'succeeded']), isNotNull(refunds.providerId)),
          and(eq(refunds.status, 'settled'), or(eq(refunds.madeBy, 'shop'), isNotNull(refunds.providerId))),
        ),
        isNull(refunds.taxReversalId),
        gt(membershipPayments.taxCents, 0),
      ),
    )
  for (const { id } of taxed) {
    stepDone()
    await reverseRefundTax(shop, id).catch((error) =>
      itemFailed(shop, { error, refundId: id }, 'the tax of a refund could not be taken back yet'),
    )
  }
  await reverseLostTaxes(shop)
}

/**
 * Fetches a refund and applies its status (stripe.md §6). A failed one is marked so that the owner pays it some other way;
 * its boxes stay refunded, because their money is still owed. A refund that someone made at the provider, or the shop
 * itself after the backup that was restored, is booked.
 */
export async function syncRefund(shop: Shop, refundId: string, at = shop.now()): Promise<void> {
  const found = await shop.payments.fetchRefund(refundId)
  if (!found) return
  const state = { ...found, ourId: uuid.test(found.ourId ?? '') ? found.ourId : null }
  const isAtBank =
    state.status === 'failed' && state.intentId !== null && (await isWithBank(shop, state.intentId))
  await shop.db.transaction(async (tx) => {
    const changed = await tx
      .update(refunds)
      .set({
        ...{ status: refundStatus.to(state.status, refunds.status), updatedAt: at },
        ...(state.status === 'failed' ? { lastError: 'The money didn’t arrive. Pay it another way.' } : {}),
      })
      .where(
        and(
          eq(refunds.providerId, refundId),
          ne(refunds.status, state.status),
          notInArray(refunds.status, ['settled']),
        ),
      )
      .returning()
    if (state.status === 'failed')
      for (const refund of changed) await followFailed(tx, shop, refund, isAtBank)
  })
  if (!(await isKnown(shop, state))) await bookByHand(shop, state)
  if (state.intentId && state.status !== 'failed') await endIfFraud(shop, state.intentId, state.isForFraud)
  shop.wakeWorker()
}

/** Whether the shop made it and knows of it. It doesn't if it made it after the backup that was restored. */
async function isKnown(shop: Shop, { ourId, intentId }: RefundState): Promise<boolean> {
  if (!ourId) return false
  if ((await shop.db.$count(refunds, eq(refunds.id, ourId))) > 0) return true
  const invoiceId = intentId ? await shop.payments.invoiceOf(intentId) : null
  return invoiceId !== null && ourId === refundIdOfBill(invoiceId)
}

/** An id of ours; someone may have typed another at the provider. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The id of the refund of a bill that was never booked (handovers/their-charges.ts): always the same, so that a repeat
 * returns the same refund.
 */
export function refundIdOfBill(invoiceId: string): string {
  const hash = createHash('sha256').update(invoiceId).digest('hex')
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

// Events come in any order, so the shop may not have heard of the payment yet.
async function bookByHand(shop: Shop, state: RefundState) {
  const { intentId, refundId } = state
  if (!intentId || state.status === 'failed') return
  const isBooked = eq(refunds.providerId, refundId)
  if ((await shop.db.$count(refunds, isBooked)) > 0) return
  await ensurePaymentBooked(shop, intentId)
  const memberships = [...new Set((await paymentsOf(shop, intentId)).map((each) => each.membershipId))].sort()
  const made = await shop.db.transaction(async (tx) => {
    for (const id of memberships) await lockMembership(tx, id)
    if ((await tx.$count(refunds, isBooked)) > 0) return []
    return book(tx, shop, state, intentId)
  })
  for (const id of made)
    await reverseRefundTax(shop, id).catch((error) =>
      itemFailed(shop, { error, refundId: id }, 'the tax of a refund could not be taken back yet'),
    )
}

function paymentsOf(shop: { db: Shop['db'] | Transaction }, intentId: string) {
  return shop.db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.intentId, intentId))
    .orderBy(asc(membershipPayments.paidAt), asc(membershipPayments.id))
}

type Open = {
  payment: typeof membershipPayments.$inferSelect
  before: Money[]
  left: ReturnType<typeof leftOf>
  unpacked: (typeof boxes.$inferSelect)[]
}
type Part = { paymentId: string; amountCents: number; taxCents: number; boxIds: string[] }

/**
 * Books a refund made at the provider, of which we know only the amount. If it equals what is left of a payment, or of all
 * payments together, their unpacked boxes don't ship. If it equals the exact price of a payment's last boxes, those don't
 * ship. Any other amount is money only, and the owner says what it was for.
 */
async function book(tx: Transaction, shop: Shop, state: RefundState, intentId: string): Promise<string[]> {
  const open: Open[] = []
  const payments = await paymentsOf({ db: tx }, intentId)
  const paymentIds = payments.map(({ id }) => id)
  await lockStockOfHeld(tx, inArray(boxes.paymentId, paymentIds))
  for (const payment of payments) {
    const before = await earlierRefunds(tx, payment)
    const left = leftOf(payment, before)
    const unpacked = await tx
      .select()
      .from(boxes)
      .where(and(eq(boxes.paymentId, payment.id), inArray(boxes.state, unpackedStates)))
      .orderBy(desc(boxes.drop))
      .for('update')
    if (left.totalCents > 0) open.push({ payment, before, left, unpacked })
  }
  const whole = (each: Open): Part => ({
    ...{ paymentId: each.payment.id, amountCents: each.left.amountCents, taxCents: each.left.taxCents },
    boxIds: each.unpacked.map((box) => box.id),
  })
  const parts: Part[] = []
  const all = open.reduce((sum, each) => sum + each.left.totalCents, 0)
  const one = open.find((each) => each.left.totalCents === state.totalCents)
  if (state.totalCents >= all) parts.push(...open.map(whole))
  else if (one) parts.push(whole(one))
  else {
    for (const { payment, before, unpacked } of open) {
      for (let count = 1; count <= unpacked.length && parts.length === 0; count++) {
        const last = unpacked.slice(0, count)
        const { amountCents, taxCents } = boxesRefund(payment, before, last)
        if (amountCents > 0 && amountCents + taxCents === state.totalCents)
          parts.push({ paymentId: payment.id, amountCents, taxCents, boxIds: last.map((box) => box.id) })
      }
    }
    let rest = parts.length > 0 ? 0 : state.totalCents
    for (const { payment, before, left } of open) {
      const totalCents = Math.min(rest, left.totalCents)
      if (totalCents <= 0) continue
      parts.push({ paymentId: payment.id, ...splitRefund(payment, before, totalCents), boxIds: [] })
      rest -= totalCents
    }
  }
  const ids: string[] = []
  for (const { boxIds, ...sums } of parts.filter((part) => part.amountCents > 0)) {
    const { refundId: providerId, status, ourId } = state
    // Under the id it had before the restore, its tax was reversed: that isn't repeated.
    const known = ourId && ids.length === 0 ? { id: ourId } : {}
    const made = { createdAt: state.madeAt ?? shop.now(), madeBy: 'provider' }
    const id = await insertRefund(tx, shop, { ...known, ...sums, ...made, providerId, status })
    const { payment, unpacked } = open.find((each) => each.payment.id === sums.paymentId)!
    const group = unpacked.filter((box) => boxIds.includes(box.id))
    await withdrawBoxes(tx, shop, { payment, group, by: { refundId: id } })
    await enqueueMail(tx, shop, { kind: 'refund-made', about: { refundId: id } })
    ids.push(id)
  }
  return ids
}
