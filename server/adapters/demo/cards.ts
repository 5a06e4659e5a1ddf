import { and, eq } from 'drizzle-orm'
import { demoCards, demoInvoices, demoSubscriptions } from '../../../db/schema.ts'
import type { CardState } from '../../shop/payment-states.ts'
import { type Demo, demoCardId, report } from './demo.ts'
import { chargeBill } from './renew.ts'

/** The card that a subscription charges. */
export async function demoCardOf(demo: Demo, subscriptionId: string): Promise<CardState | null> {
  const [row] = await demo.db
    .select({ card: demoCards, status: demoSubscriptions.status })
    .from(demoSubscriptions)
    .innerJoin(demoCards, eq(demoCards.customerId, demoSubscriptions.customerId))
    .where(eq(demoSubscriptions.id, subscriptionId))
  if (!row || row.status === 'canceled') return null
  const { label, lastMonth, chosenAt } = row.card
  return { cardId: demoCardId(row.card), label, lastMonth, isChosen: chosenAt !== null }
}

/** Gives the customer another card that pays. As with the real provider, the event makes the shop retry open bills. */
export async function changeDemoCard(demo: Demo, customerId: string) {
  const chosenAt = demo.now()
  const card = {
    label: 'card ending 4242',
    paysRenewals: true,
    lastMonth: `${chosenAt.getUTCFullYear() + 4}-12`,
    chosenAt,
  }
  await demo.db.transaction(async (tx) => {
    await tx
      .insert(demoCards)
      .values({ customerId, ...card })
      .onConflictDoUpdate({ target: demoCards.customerId, set: card })
    await report(demo, tx, {
      name: `${customerId}_${chosenAt.getTime()}`,
      type: 'customer.updated',
      about: { kind: 'customer', id: customerId },
    })
  })
  demo.onEvent()
}

/** Retries this open bill only, with the current card. */
export async function chargeDemoAgain(demo: Demo, invoiceId: string) {
  await demo.db
    .update(demoInvoices)
    .set({ nextAttemptOn: demo.today() })
    .where(and(eq(demoInvoices.id, invoiceId), eq(demoInvoices.status, 'open')))
  await demo.db.transaction((tx) => chargeBill(demo, tx, invoiceId))
  demo.onEvent()
}
