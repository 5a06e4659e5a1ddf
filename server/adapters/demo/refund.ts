import { eq } from 'drizzle-orm'
import { demoIntents, demoRefunds } from '../../../db/schema.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { NewRefund, RefundState } from '../../payments.ts'
import { type Demo, newDemoId, report } from './demo.ts'

/** Gives money back, once for each of the shop's ids, and never more than was paid. */
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

/** A refund as it is; the demo's always arrive. */
export async function fetchDemoRefund(demo: Demo, refundId: string): Promise<RefundState | null> {
  const [row] = await demo.db.select().from(demoRefunds).where(eq(demoRefunds.id, refundId))
  if (!row) return null
  return {
    refundId: row.id,
    status: 'succeeded',
    intentId: row.intentId,
    invoiceId: null,
    totalCents: row.amountCents,
    ourId: row.idempotencyKey.split(':')[0]!,
  }
}
