import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { demoIntents, demoRefunds, paymentEvents } from '../../../db/schema.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { ShopError } from '../../../domain/errors.ts'
import { taxAtRate } from '../../../domain/tax.ts'
import type { ProviderEvent, RefundState } from '../../shop/payment-states.ts'
import type { ChargeItem, NewRefund } from '../../shop/payments.ts'

/** What every part of the demo provider needs. */
export type Demo = {
  db: Database
  now: () => Date
  /** today in the shop's time zone, which decides what is due */
  today: () => CalendarDate
  publicUrl: string
  timeZone: string
  /** called after an event was put in the shop's inbox */
  onEvent: () => void
}

/** An id in the provider's style: `pi_demo_3f…`. */
export function newDemoId(prefix: string): string {
  return `${prefix}_demo_${randomBytes(12).toString('hex')}`
}

/** The id of a stored card; it changes with every change of card. */
export function demoCardId({ customerId, chosenAt }: { customerId: string; chosenAt: Date | null }): string {
  return `pm_${customerId}${chosenAt ? `_${chosenAt.getTime()}` : ''}`
}

/** Puts an event in the shop's inbox, once per `name`, as a webhook would. Call `demo.onEvent` after the transaction. */
export async function report(demo: Demo, tx: Transaction, event: DemoEvent) {
  await tx.insert(paymentEvents).values(eventRow(demo, event)).onConflictDoNothing()
}

/** The same for something that happened to a bill: 'created', 'paid', 'voided' … */
export async function reportBill(demo: Demo, tx: Transaction, id: string, what: string, name = what) {
  await report(demo, tx, { name: `${id}_${name}`, type: `invoice.${what}`, about: { kind: 'invoice', id } })
}

type DemoEvent = { name: string; type: string; about: ProviderEvent['about'] }

/** An event's row in the shop's inbox. */
export function eventRow(demo: Pick<Demo, 'now'>, { name, type, about }: DemoEvent) {
  const at = demo.now()
  return { id: `evt_demo_${name}`, type, payload: about, receivedAt: at, runAt: at }
}

/** The price and tax of an item's later terms, in integer cents. */
export function renewalOf(item: ChargeItem, ratePercent: string | null) {
  const amountCents = Math.max(0, item.amountCents - item.renewalDiscountCents)
  return { amountCents, taxCents: taxAtRate(amountCents, ratePercent) }
}

/** Refunds money: once per refund id of the shop's, and never more than was paid. */
export async function refundDemo(demo: Demo, input: NewRefund): Promise<RefundState> {
  const refundId = await demo.db.transaction(async (tx) => {
    const [intent] = await tx
      .select()
      .from(demoIntents)
      .where(eq(demoIntents.id, input.intentId))
      .for('update')
    if (intent?.status !== 'succeeded') throw new Error(`nothing was paid with ${input.intentId}`)
    const made = await tx.select().from(demoRefunds).where(eq(demoRefunds.intentId, input.intentId))
    const key = input.attempt > 0 ? `${input.id}:${input.attempt}` : input.id
    const same = made.find((row) => row.idempotencyKey === key)
    if (same) return same.id
    const given = made.reduce((sum, row) => sum + row.amountCents, 0)
    if (given + input.totalCents > intent.amountCents)
      throw new ShopError('not_possible', `More than was paid with ${input.intentId} cannot be given back.`)
    const id = newDemoId('re')
    await tx.insert(demoRefunds).values({
      id,
      idempotencyKey: key,
      intentId: input.intentId,
      amountCents: input.totalCents,
      createdAt: demo.now(),
    })
    await report(demo, tx, { name: id, type: 'refund.created', about: { kind: 'refund', id } })
    return id
  })
  demo.onEvent()
  return (await fetchDemoRefund(demo, refundId))!
}

/** A refund's state; refunds in the demo always succeed. */
export async function fetchDemoRefund(demo: Demo, refundId: string): Promise<RefundState | null> {
  const [row] = await demo.db.select().from(demoRefunds).where(eq(demoRefunds.id, refundId))
  return row ? demoRefundState(row) : null
}

export function demoRefundState(row: typeof demoRefunds.$inferSelect): RefundState {
  return {
    refundId: row.id,
    status: 'succeeded',
    intentId: row.intentId,
    totalCents: row.amountCents,
    ourId: row.idempotencyKey.split(':')[0]!,
  }
}
