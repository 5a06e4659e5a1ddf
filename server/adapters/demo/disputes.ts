import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { demoDisputes, demoIntents } from '../../../db/schema.ts'
import { asksShop, type DisputeStatus, isMoneyAway, stageOf } from '../../../domain/dispute.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { DisputeState } from '../../shop/payment-states.ts'
import { type Demo, newDemoId, report } from './demo.ts'

type Row = typeof demoDisputes.$inferSelect

/** Milliseconds the shop has to answer. */
const answersWithin = 7 * 24 * 60 * 60_000

/** What the provider takes for a dispute, in integer cents; it keeps it if the shop wins. */
const feeCents = 1_500

/**
 * The demo's bank: the buyer of a payment disputes all of it, or the bank decides the dispute that is open. Only the invented
 * year does so (server/demo/): no buyer of a demo has a bank.
 */
export async function disputeDemo(
  demo: Demo,
  { intentId, status, reason }: { intentId: string; status: DisputeStatus; reason: string },
): Promise<void> {
  const at = demo.now()
  await demo.db.transaction(async (tx) => {
    const isPaid = and(eq(demoIntents.id, intentId), eq(demoIntents.status, 'succeeded'))
    const [intent] = await tx.select().from(demoIntents).where(isPaid)
    if (!intent) throw new Error(`nothing was paid with ${intentId}`)
    const closedAt = ['won', 'lost'].includes(stageOf(status)) ? at : null
    const dueBy = new Date(at.getTime() + answersWithin)
    const opened = { ...{ intentId, reason, status, dueBy, closedAt }, amountCents: intent.amountCents }
    const [row] = await tx
      .insert(demoDisputes)
      .values({ id: newDemoId('dp'), ...opened, createdAt: at })
      .onConflictDoUpdate({ target: demoDisputes.intentId, set: { status, closedAt } })
      .returning({ id: demoDisputes.id })
    const { id } = row!
    const type = closedAt ? 'charge.dispute.closed' : 'charge.dispute.created'
    await report(demo, tx, { name: `${id}_${status}`, type, about: { kind: 'dispute', id } })
  })
  demo.onEvent()
}

/** A dispute's state; null if there's none. */
export async function fetchDemoDispute({ db }: Demo, id: string): Promise<DisputeState | null> {
  const [row] = await db.select().from(demoDisputes).where(eq(demoDisputes.id, id))
  return row ? demoDisputeState(row) : null
}

export function demoDisputeState(row: Row): DisputeState {
  const { id, intentId, status, amountCents, reason, dueBy, stagedAt, submittedAt } = row
  return {
    ...{ disputeId: id, intentId, state: stageOf(status), status, amountCents, reason },
    dueBy: asksShop(status) ? dueBy : null,
    answer: submittedAt ? 'submitted' : stagedAt ? 'staged' : null,
  }
}

/** Prepares an answer. @throws ShopError 'not_possible' if the bank expects none */
export async function stageDemoEvidence({ db, now }: Demo, id: string): Promise<void> {
  const awaits = and(eq(demoDisputes.id, id), isNull(demoDisputes.submittedAt), isNull(demoDisputes.closedAt))
  const [row] = await db.update(demoDisputes).set({ stagedAt: now() }).where(awaits).returning()
  if (!row) throw new ShopError('not_possible', 'The bank takes no answer to this dispute any more.')
}

/** Sends the prepared answer to the bank, once. @throws ShopError 'not_possible' if there's none to send */
export async function submitDemoEvidence(demo: Demo, id: string): Promise<void> {
  await demo.db.transaction(async (tx) => {
    const isReady = and(
      ...[eq(demoDisputes.id, id), isNotNull(demoDisputes.stagedAt), isNull(demoDisputes.submittedAt)],
    )
    const [row] = await tx
      .update(demoDisputes)
      .set({ submittedAt: demo.now(), status: 'under_review' })
      .where(isReady)
      .returning()
    if (!row) throw new ShopError('not_possible', 'There is no answer to send, or it was sent already.')
    const event = { name: `${id}_answered`, type: 'charge.dispute.updated' }
    await report(demo, tx, { ...event, about: { kind: 'dispute', id } })
  })
  demo.onEvent()
}

/** Every dispute, newest first. */
export const allDemoDisputes = ({ db }: Demo): Promise<Row[]> =>
  db.select().from(demoDisputes).orderBy(desc(demoDisputes.createdAt), desc(demoDisputes.id))

type Taken = { sourceId: string; category: string; amountCents: number; feeCents: number; at: Date }

/** What a dispute moved in the balance: the money leaves when it begins, and comes back if it's won. */
export function movedByDispute({ id, amountCents, status, createdAt, closedAt }: Row): Taken[] {
  const taken = { sourceId: id, category: 'dispute', amountCents: -amountCents, feeCents, at: createdAt }
  const isBack = closedAt && !isMoneyAway(stageOf(status))
  return isBack
    ? [taken, { ...taken, category: 'dispute_reversal', amountCents, feeCents: 0, at: closedAt }]
    : [taken]
}
