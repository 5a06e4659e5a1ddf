import { and, eq, inArray } from 'drizzle-orm'
import { demoCards, demoInvoices, demoSubscriptions } from '../../../db/schema.ts'
import type { Demo } from './demo.ts'
import { renewDemo } from './renew.ts'

/** Another card for this customer, one whose bank pays: open bills are tried again at once. */
export async function changeDemoCard(demo: Demo, customerId: string) {
  const card = { label: 'card ending 4242', paysRenewals: true }
  await demo.db
    .insert(demoCards)
    .values({ customerId, ...card })
    .onConflictDoUpdate({ target: demoCards.customerId, set: card })
  const own = demo.db
    .select({ id: demoSubscriptions.id })
    .from(demoSubscriptions)
    .where(eq(demoSubscriptions.customerId, customerId))
  await demo.db
    .update(demoInvoices)
    .set({ nextAttemptOn: demo.today() })
    .where(and(inArray(demoInvoices.subscriptionId, own), eq(demoInvoices.status, 'open')))
  await renewDemo(demo)
}
