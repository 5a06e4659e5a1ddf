import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { demoIntents, demoSubscriptions } from '../../../db/schema.ts'
import { nextCharge } from '../../../domain/drop.ts'
import type { StartedPayment, StartPayment } from '../../shop/payments.ts'
import { type Demo, newDemoId, renewalOf } from './demo.ts'

/** Opens a payment, or a set-up when nothing is due now; asked again with the same contents it answers the same one. */
export async function startDemo(demo: Demo, input: StartPayment): Promise<StartedPayment> {
  const idempotencyKey = keyOf(input)
  await demo.db.transaction(async (tx) => {
    const id = newDemoId(input.kind === 'setup' ? 'seti' : 'pi')
    const customerId = newDemoId('cus')
    const subscriptionId = input.kind === 'subscription' ? newDemoId('sub') : null
    const [made] = await tx
      .insert(demoIntents)
      .values({
        id,
        clientSecret: `${id}_secret_${randomBytes(16).toString('hex')}`,
        idempotencyKey,
        checkoutId: input.checkoutId,
        customerId,
        subscriptionId,
        kind: input.kind === 'setup' ? 'setup' : 'payment',
        amountCents: input.kind === 'setup' ? 0 : totalOf(input),
        createdAt: demo.now(),
      })
      .onConflictDoNothing()
      .returning({ id: demoIntents.id })
    const item = input.items[0]
    if (!made || !subscriptionId || !item) return
    await tx.insert(demoSubscriptions).values({
      id: subscriptionId,
      idempotencyKey: `first:${idempotencyKey}`,
      customerId,
      planId: item.planId,
      months: item.months,
      checkoutId: input.checkoutId,
      ...renewalOf(item, input.taxes[item.id]?.ratePercent ?? null),
      nextChargeOn: nextCharge(demo.today(), item.months),
      status: 'incomplete',
      createdAt: demo.now(),
    })
  })
  const [row] = await demo.db.select().from(demoIntents).where(eq(demoIntents.idempotencyKey, idempotencyKey))
  return {
    intentId: row!.id,
    clientSecret: row!.clientSecret,
    customerId: row!.customerId,
    subscriptionId: row!.subscriptionId,
    totalCents: row!.amountCents,
  }
}

function totalOf({ items, taxes }: StartPayment): number {
  const totals = items.map((item) => item.amountCents - item.discountCents + (taxes[item.id]?.taxCents ?? 0))
  return totals.reduce((sum, total) => sum + total, 0)
}

function keyOf({ checkoutId, kind, items, taxes }: StartPayment): string {
  const contents = createHash('sha256')
    .update(JSON.stringify([kind, items, taxes]))
    .digest('hex')
  return `i:${checkoutId}:${contents.slice(0, 16)}`
}
