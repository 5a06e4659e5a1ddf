import { eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { boxState } from '../../db/schema/states.ts'
import { boxes, exchanges, membershipPayments, storeCredit } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { comesBack } from '../../domain/exchange.ts'
import type { TrackState } from '../../domain/parcel.ts'
import { leftOf } from '../../domain/refund.ts'
import { beltAccounts, leftToGive } from '../billing/belt-accounts.ts'
import { givenBefore } from '../billing/given-before.ts'
import { finishRefund, refuseDisputed, reserveRefund } from '../billing/refunds.ts'
import { creditPart, returnCreditOf } from '../credit/store-credit.ts'
import { returnToStock } from '../curation/free-stock.ts'
import type { Shop } from '../shop/shop.ts'
import { type Alongside, actOnExchange, type Exchange, enqueueExchangeMail } from './act-on-exchange.ts'
import { dropReplacement } from './add-replacement.ts'
import { type Box, paidBox } from './sent-box.ts'

/**
 * Records that the belt is back: its replacement may ship, or its refund or credit be given.
 * @param input.isAsNew whether it goes back into stock
 * @throws ShopError 'not_possible' if no return is expected
 */
export async function receiveReturn(
  shop: Shop,
  {
    exchangeId,
    isAsNew,
    actor = 'staff',
  }: { exchangeId: string; isAsNew: boolean; actor?: 'staff' | 'shop' },
  alongside?: Alongside,
): Promise<Exchange> {
  return actOnExchange(
    shop,
    exchangeId,
    { act: 'receive', actor },
    async (tx, { exchange, box }) => {
      // A broken belt can't go to anyone else.
      if (isAsNew && exchange.kind !== 'damaged' && box.productId && box.size)
        await returnToStock(tx, { productId: box.productId, size: box.size })
      if (exchange.replacementBoxId) {
        await tx
          .update(boxes)
          .set({ state: boxState.to('assigned', boxes.state), holdReason: null })
          .where(eq(boxes.id, exchange.replacementBoxId))
      }
      await enqueueExchangeMail(tx, shop, 'return-received', exchange)
      return {
        receivedAt: shop.now(),
        ...(actor === 'shop' && exchange.kind !== 'damaged' ? { note: scanned(exchange.note) } : {}),
      }
    },
    alongside,
  )
}

/** The carrier's scan doesn't tell the belt's condition, so a note asks the staff to check and count it. */
function scanned(note: string): string {
  const words = 'Scanned in by the carrier. Look at the belt, and count it under Stock if it’s as new.'
  return [note, words].filter(Boolean).join('\n')
}

/**
 * Notes where a package is that comes back though nobody waits for it: its exchange was ended or changed, but its member had
 * the label. One that is waited for goes on by itself (file-exchanges.ts).
 */
export async function noteUnexpected(tx: Transaction, exchangeId: string, track: TrackState): Promise<void> {
  const words = unexpected[track]
  if (!words) return
  const isIt = eq(exchanges.id, exchangeId)
  const [exchange] = await tx.select().from(exchanges).where(isIt).for('update')
  const { state, receivedAt, note } = exchange!
  if (receivedAt || (state === 'requested' && comesBack(exchange!)) || note.includes(words)) return
  await tx
    .update(exchanges)
    .set({ note: [note, words].filter(Boolean).join('\n') })
    .where(isIt)
}

/** Open on Today until someone writes below it what came of it. */
export const arrivedUnexpected =
  'Its package has arrived here after all. Look at the belt, and write to whoever sent it.'

const unexpected: Partial<Record<TrackState, string>> = {
  moving: 'Its package is on its way here after all, the carrier says.',
  delivered: arrivedUnexpected,
}

/**
 * Closes an exchange without a remedy, for a belt that came back worn: it is sent back to the member (spec §1 "original
 * unworn condition").
 * @param input.reason what the member is told
 * @throws ShopError 'not_possible' before it is received, or after a remedy
 */
export async function refuseReturn(
  shop: Shop,
  { exchangeId, reason }: { exchangeId: string; reason: string },
  alongside?: Alongside,
): Promise<Exchange> {
  return actOnExchange(
    shop,
    exchangeId,
    { act: 'close', actor: 'staff' },
    async (tx, { exchange }) => {
      await dropReplacement(tx, exchange)
      await enqueueExchangeMail(tx, shop, 'return-refused', exchange)
      return { closedAt: shop.now(), note: [exchange.note, reason.trim()].filter(Boolean).join('\n') }
    },
    alongside,
  )
}

/**
 * Refunds a returned belt to the payment that bought it, with its share of the tax (spec §1 "full refund to the original
 * payment method"). Like every refund it is written before the provider is asked, and after a crash finishRefunds completes
 * it (billing/refunds.ts). The belt still counts as sent to its person.
 * @throws ShopError 'not_possible' before it is received, if the payment is disputed or its dispute was lost, or if they kept
 *   other belts of its chain (docs/decisions/122)
 */
export async function refundReturn(
  shop: Shop,
  { exchangeId, actor = 'staff' }: { exchangeId: string; actor?: 'staff' | 'shop' },
  alongside?: Alongside,
): Promise<Exchange> {
  const done = await actOnExchange(
    shop,
    exchangeId,
    { act: 'refund', actor },
    async (tx, { box }) => {
      const paid = await paidBox(tx, box)
      await refuseDisputed(tx, [paid])
      const given = { ...paid, leftCents: await leftToGive(tx, paid) }
      const { payment, refundId } = await reserveRefund(tx, shop, paid.paymentId!, [given])
      await returnCreditOf(tx, shop, payment, [given])
      await tx
        .update(boxes)
        .set({ state: boxState.to('returned', boxes.state) })
        .where(inArray(boxes.id, [paid.id, box.id]))
      await tx.update(boxes).set({ refundId }).where(eq(boxes.id, paid.id))
      return { refundId, settledAt: shop.now() }
    },
    alongside,
  )
  if (done.refundId) await finishRefund(shop, done.refundId)
  return done
}

/**
 * Gives a gift's recipient the belt's value as store credit that doesn't expire (club-rules.md "The gift"). The value
 * excludes tax: what the credit buys is taxed only on the rest, so that the tax on one belt is paid once.
 * @throws ShopError 'not_possible' before it is received, if the payment is disputed or its dispute was lost, or if all of it
 *   was given back
 */
export async function creditReturn(
  shop: Shop,
  { exchangeId, actor = 'staff' }: { exchangeId: string; actor?: 'staff' | 'shop' },
  alongside?: Alongside,
): Promise<Exchange> {
  return actOnExchange(
    shop,
    exchangeId,
    { act: 'credit', actor },
    async (tx, { exchange, box }) => {
      const paid = await paidBox(tx, box)
      await refuseDisputed(tx, [paid])
      const amountCents = await leftOfBelt(tx, paid)
      await tx
        .update(boxes)
        .set({ state: boxState.to('returned', boxes.state) })
        .where(inArray(boxes.id, [paid.id, box.id]))
      await tx.insert(storeCredit).values({
        personId: box.personId,
        amountCents,
        reason: 'return',
        reference: `exchange:${exchange.id}`,
        createdAt: shop.now(),
      })
      await enqueueExchangeMail(tx, shop, 'return-credited', exchange)
      return { settledAt: shop.now() }
    },
    alongside,
  )
}

/**
 * What can still be given for a belt, in integer cents before tax: some of its price may have been kept, and its giver may
 * have got the payment back already.
 * @param except as in `beltAccounts`
 */
export async function givableOf(db: Database | Transaction, paid: Box, except?: string): Promise<number> {
  if (!paid.paymentId) return 0
  const [payment] = await db
    .select()
    .from(membershipPayments)
    .where(eq(membershipPayments.id, paid.paymentId))
  const worth = (await beltAccounts(db, [paid], except)).get(paid.id)!.leftCents
  const byCredit = creditPart(payment!, worth)
  const { amountCents } = leftOf(payment!, await givenBefore(db, payment!))
  return byCredit + Math.min(worth - byCredit, amountCents)
}

async function leftOfBelt(tx: Transaction, paid: Box): Promise<number> {
  await leftToGive(tx, paid)
  const left = await givableOf(tx, paid)
  if (left > 0) return left
  throw new ShopError(
    'not_possible',
    'This belt has already been refunded in full, so there’s no credit for it.',
  )
}
