import { desc, eq } from 'drizzle-orm'
import { demoCards, demoInvoices, demoSubscriptions } from '../../../db/schema.ts'
import { instantAt } from '../../../domain/calendar-date.ts'
import { taxAtRate } from '../../../domain/tax.ts'
import type { InvoiceState } from '../../shop/payment-states.ts'
import type { Payments } from '../../shop/payments.ts'
import type { Demo } from './demo.ts'
import { asksAtRenewals } from './demo-card.ts'

type Row = {
  invoice: typeof demoInvoices.$inferSelect
  checkoutId: string | null
  customerId: string | null
  card: typeof demoCards.$inferSelect | null
}

const bills = ({ db }: Demo) =>
  db
    .select({
      invoice: demoInvoices,
      checkoutId: demoSubscriptions.checkoutId,
      customerId: demoSubscriptions.customerId,
      card: demoCards,
    })
    .from(demoInvoices)
    .leftJoin(demoSubscriptions, eq(demoInvoices.subscriptionId, demoSubscriptions.id))
    .leftJoin(demoCards, eq(demoCards.customerId, demoSubscriptions.customerId))

/** A bill's state, or null for an unknown id. */
export async function fetchDemoInvoice(demo: Demo, id: string): Promise<InvoiceState | null> {
  const [row] = await bills(demo).where(eq(demoInvoices.id, id))
  return row ? stateOf(demo, row) : null
}

/** A subscription's bills after the first one, newest first. */
export async function demoInvoicesOf(demo: Demo, subscriptionId: string): Promise<InvoiceState[]> {
  const rows = await bills(demo)
    .where(eq(demoInvoices.subscriptionId, subscriptionId))
    .orderBy(desc(demoInvoices.periodStart))
    .limit(24)
  return rows.map((row) => stateOf(demo, row))
}

/** Sets the tax of a bill that is still a draft, and of later ones. */
export async function setDemoTaxRate(demo: Demo, input: Parameters<Payments['setTaxRate']>[0]) {
  await demo.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(demoSubscriptions)
      .where(eq(demoSubscriptions.id, input.subscriptionId))
      .for('update')
    if (!row) throw new Error(`no such subscription: ${input.subscriptionId}`)
    const taxCents = taxAtRate(row.amountCents, input.ratePercent)
    await tx.update(demoSubscriptions).set({ taxCents }).where(eq(demoSubscriptions.id, row.id))
    if (!input.invoiceId) return
    const [bill] = await tx
      .select()
      .from(demoInvoices)
      .where(eq(demoInvoices.id, input.invoiceId))
      .for('update')
    if (bill && isDraft(bill))
      await tx
        .update(demoInvoices)
        .set({ taxCents: taxAtRate(bill.amountCents, input.ratePercent) })
        .where(eq(demoInvoices.id, bill.id))
  })
}

/** Sets the store credit on a bill that is still a draft, replacing any set before. */
export async function placeDemoCredit(
  demo: Demo,
  { invoiceId, creditCents }: Parameters<Payments['placeCredit']>[0],
) {
  await demo.db.transaction(async (tx) => {
    const [bill] = await tx.select().from(demoInvoices).where(eq(demoInvoices.id, invoiceId)).for('update')
    if (!bill || !isDraft(bill)) return
    const priceCents = bill.amountCents + bill.creditCents
    const taken = Math.min(creditCents, priceCents)
    await tx
      .update(demoInvoices)
      .set({
        amountCents: priceCents - taken,
        creditCents: taken,
        taxCents:
          bill.amountCents === 0 ? 0 : Math.round((bill.taxCents * (priceCents - taken)) / bill.amountCents),
      })
      .where(eq(demoInvoices.id, bill.id))
  })
  return fetchDemoInvoice(demo, invoiceId)
}

/** What the next bill would cost; null if the subscription has ended, or ends with its term. */
export async function previewDemoCharge(demo: Demo, subscriptionId: string) {
  const [row] = await demo.db.select().from(demoSubscriptions).where(eq(demoSubscriptions.id, subscriptionId))
  if (!row || row.status === 'canceled' || row.cancelAtPeriodEnd) return null
  return { amountCents: row.amountCents, taxCents: row.taxCents, balanceCents: 0 }
}

// A bill counts as a draft until the first attempt to charge it, so that its tax can still be corrected.
function isDraft(invoice: Row['invoice']): boolean {
  return invoice.status === 'open' && invoice.attempts === 0
}

function stateOf(demo: Demo, { invoice, checkoutId, customerId, card }: Row): InvoiceState {
  const isRefused = invoice.status === 'open' && invoice.attempts > 0
  return {
    invoiceId: invoice.id,
    subscriptionId: invoice.subscriptionId,
    checkoutId,
    status: isDraft(invoice) ? 'draft' : (invoice.status as InvoiceState['status']),
    reason: 'renewal',
    planId: invoice.planId,
    amountCents: invoice.amountCents,
    creditCents: invoice.creditCents,
    balanceCents: 0,
    isPaidElsewhere: false,
    isHeld: false,
    isGivenUp: false,
    taxCents: invoice.taxCents,
    taxState: null,
    totalCents: invoice.amountCents + invoice.taxCents,
    intentId: invoice.intentId,
    payPage: isDraft(invoice) ? null : `${demo.publicUrl}/card/demo/${customerId}`,
    asksBank: isRefused && asksAtRenewals(card?.label ?? ''),
    triedCardId: isRefused ? invoice.triedCardId : null,
    paidAt: invoice.paidAt,
    periodEndsAt: instantAt(invoice.periodEnd, 0, demo.timeZone),
    createdAt: invoice.createdAt,
  }
}
