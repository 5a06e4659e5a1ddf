import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { insertRows, rowsOf } from '../../../db/rows.ts'
import { demoIntents, demoSubscriptions } from '../../../db/schema.ts'
import { nextChargeDay } from '../../../domain/drop.ts'
import type { StartedPayment, StartPayment } from '../../shop/payments.ts'
import { type Demo, newDemoId, renewalOf } from './demo.ts'

/** Opens a payment, or a setup if nothing is due now. Asked again with the same contents, it returns the same one. */
export async function startDemo(demo: Demo, input: StartPayment): Promise<StartedPayment> {
  const idempotencyKey = keyOf(input)
  const id = newDemoId(input.kind === 'setup' ? 'seti' : 'pi')
  const intent = {
    id,
    clientSecret: `${id}_secret_${randomBytes(16).toString('hex')}`,
    idempotencyKey,
    checkoutId: input.checkoutId,
    customerId: newDemoId('cus'),
    subscriptionId: input.kind === 'subscription' ? newDemoId('sub') : null,
    kind: input.kind === 'setup' ? 'setup' : 'payment',
    amountCents: input.kind === 'setup' ? 0 : totalOf(input),
    createdAt: demo.now(),
  }
  const row = (await make(demo, input, intent)) ? intent : await readByKey(demo, idempotencyKey)
  return {
    intentId: row.id,
    clientSecret: row.clientSecret,
    customerId: row.customerId,
    subscriptionId: row.subscriptionId,
    totalCents: row.amountCents,
  }
}

/** @returns false if the same payment was requested before */
async function make(demo: Demo, input: StartPayment, intent: typeof demoIntents.$inferInsert) {
  const item = input.items[0]
  const renewing =
    item && intent.subscriptionId
      ? insertRows(
          demoSubscriptions,
          [
            {
              id: intent.subscriptionId,
              idempotencyKey: `first:${intent.idempotencyKey}`,
              customerId: intent.customerId,
              planId: item.planId,
              months: item.months,
              checkoutId: input.checkoutId,
              ...renewalOf(item, input.taxes[item.id]?.ratePercent ?? null),
              nextChargeOn: nextChargeDay(demo.today(), item.months),
              status: 'incomplete',
              createdAt: demo.now(),
            },
          ],
          { given: sql`made` },
        )
      : sql`select 1`
  const made = insertRows(demoIntents, [intent], { given: sql`(select 1) one` })
  const rows = await rowsOf(
    demo.db,
    sql`with made as (${made} on conflict do nothing returning id), renewing as (${renewing}) select id from made`,
  )
  return rows.length > 0
}

async function readByKey(demo: Demo, idempotencyKey: string) {
  const [row] = await demo.db.select().from(demoIntents).where(eq(demoIntents.idempotencyKey, idempotencyKey))
  return row!
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
