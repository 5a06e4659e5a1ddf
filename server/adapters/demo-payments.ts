import { and, asc, eq, gte, inArray, like, sql } from 'drizzle-orm'
import { builtOnce } from '../../db/built-once.ts'
import type { Database } from '../../db/database.ts'
import { demoCards, demoIntents, demoInvoices, demoSubscriptions, paymentEvents } from '../../db/schema.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { californiaStatewidePercent, isCalifornia, statewideTaxCents } from '../../domain/tax.ts'
import type { CardState, PaymentState, ProviderEvent, TaxQuote } from '../shop/payment-states.ts'
import type { ChargeItem, Payments } from '../shop/payments.ts'
import { type Demo, demoCardId, fetchDemoRefund, refundDemo, report } from './demo/demo.ts'
import { disputeDemo, fetchDemoDispute, stageDemoEvidence, submitDemoEvidence } from './demo/disputes.ts'
import {
  demoInvoicesOf,
  fetchDemoInvoice,
  placeDemoCredit,
  previewDemoCharge,
  setDemoTaxRate,
} from './demo/invoices.ts'
import { demoListings } from './demo/listings.ts'
import { confirmDemo, startDemo, unpaid } from './demo/pay.ts'
import { chargeBill, renewDemo } from './demo/renew.ts'
import {
  changeDemoSubscription,
  endDemoSubscription,
  fetchDemoSubscription,
  setDemoTerms,
  subscribeDemo,
} from './demo/subscriptions.ts'

/** The shop's time zone, which decides its billing days, and the address of its card page. */
type Place = { timeZone: string; publicUrl: string }
const anywhere: Place = { timeZone: 'America/New_York', publicUrl: 'http://localhost:3000' }

/**
 * A payment provider for use without keys: no money moves. It keeps its own tables and writes in its own transactions, so
 * after a crash it can disagree with the shop just as a real one can. It reports what happens as events in the shop's
 * inbox, as webhooks would.
 */
export function demoPayments(
  db: Database,
  now: () => Date,
  onEvent: () => void,
  place: Place = anywhere,
): Payments {
  const demo: Demo = { db, now, onEvent, ...place, today: () => calendarDateIn(place.timeZone, now()) }
  return {
    kind: 'demo',
    checkAccount: async () => [],
    registerAccount: async () => null,
    priceId: async ({ planId, amountCents }) => `price_demo_${planId}_${amountCents}`,
    quoteTax: async (items) => Object.fromEntries(items.map((item) => [item.id, quote(item)])),
    start: (input) => startDemo(demo, input),
    async fetch(intentId) {
      const [row] = await intentById(db).execute({ intentId })
      return row ? stateOf(row) : null
    },
    cancel: (payment) => cancel(db, payment),
    async fetchSession(sessionId) {
      // The demo has no hosted page. A session's id is its payment's id under another prefix.
      const intentId = sessionId.replace(/^cs_demo_/, 'pi_demo_')
      const [row] = await db.select().from(demoIntents).where(eq(demoIntents.id, intentId))
      return row ? { intentId: row.id, checkoutId: row.checkoutId } : null
    },
    subscribe: (input) => subscribeDemo(demo, input),
    commitTax: async () => ({ outcome: 'skipped', transactionId: null }),
    reverseTax: async () => null,
    nameOrder: async () => {},
    nameRenewal: async () => {},
    setCustomerEmail: async () => {},
    fetchSubscription: (id) => fetchDemoSubscription(demo, id),
    fetchInvoice: (id) => fetchDemoInvoice(demo, id),
    invoicesOf: (id) => demoInvoicesOf(demo, id),
    retryCharge: (id) => chargeDemoAgain(demo, id),
    cardOf: (id) => demoCardOf(demo, id),
    // The demo has one card per customer and always charges that one.
    followCard: (id) => demoCardOf(demo, id),
    // It only knows California's statewide rate.
    knowsTaxOf: async (state) => isCalifornia(state),
    setTaxRate: (input) => setDemoTaxRate(demo, input),
    placeCredit: (input) => placeDemoCredit(demo, input),
    previewCharge: (id) => previewDemoCharge(demo, id),
    moveNextCharge: ({ subscriptionId, to }) =>
      changeDemoSubscription(demo, subscriptionId, { nextChargeOn: to }),
    setTerms: (input) => setDemoTerms(demo, input),
    setRenewing: (id, renews) => changeDemoSubscription(demo, id, { cancelAtPeriodEnd: !renews }),
    endSubscription: (id) => endDemoSubscription(demo, id),
    refund: (input) => refundDemo(demo, input),
    // Its customers have no balance.
    returnBalance: async () => {},
    fetchRefund: (id) => fetchDemoRefund(demo, id),
    fetchDispute: (id) => fetchDemoDispute(demo, id),
    stageEvidence: (id) => stageDemoEvidence(demo, id),
    submitEvidence: (id) => submitDemoEvidence(demo, id),
    fetchFraudWarning: async () => null,
    ...demoListings(demo),
    pauseCharging: async () => {},
    cardPage: async ({ customerId }) => `${place.publicUrl}/card/demo/${customerId}`,
    readEvent: async () => {
      throw new ShopError('invalid_signature', 'The demo sends no webhooks.')
    },
    eventsSince: (since) => eventsSince(db, since),
    confirmDemo: (input) => confirmDemo(demo, input),
    renewDemo: () => renewDemo(demo),
    disputeDemo: (input) => disputeDemo(demo, input),
    changeDemoCard: (customerId) => changeDemoCard(demo, customerId),
  }
}

function quote(item: ChargeItem): TaxQuote {
  const { state } = item.destination
  return {
    taxCents: statewideTaxCents(item.amountCents - item.discountCents, state),
    ratePercent: isCalifornia(state) ? californiaStatewidePercent : null,
    calculationId: null,
  }
}

const intentById = builtOnce((db) =>
  db
    .select()
    .from(demoIntents)
    .where(eq(demoIntents.id, sql.placeholder('intentId')))
    .prepare(''),
)

async function cancel(db: Database, payment: { intentId: string; subscriptionId: string | null }) {
  await db.transaction(async (tx) => {
    await tx
      .update(demoIntents)
      .set({ status: 'canceled' })
      .where(and(eq(demoIntents.id, payment.intentId), inArray(demoIntents.status, [...unpaid])))
    if (!payment.subscriptionId) return
    await tx
      .update(demoSubscriptions)
      .set({ status: 'canceled' })
      .where(
        and(eq(demoSubscriptions.id, payment.subscriptionId), eq(demoSubscriptions.status, 'incomplete')),
      )
  })
}

async function eventsSince(db: Database, since: Date): Promise<ProviderEvent[]> {
  const rows = await db
    .select()
    .from(paymentEvents)
    .where(and(like(paymentEvents.id, 'evt_demo_%'), gte(paymentEvents.receivedAt, since)))
    .orderBy(asc(paymentEvents.receivedAt))
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    createdAt: row.receivedAt,
    about: row.payload as ProviderEvent['about'],
  }))
}

function stateOf(row: typeof demoIntents.$inferSelect): PaymentState {
  return {
    intentId: row.id,
    status: row.status as PaymentState['status'],
    clientSecret: row.clientSecret,
    amountCents: row.amountCents,
    currency: row.currency,
    customerId: row.customerId,
    payerEmail: row.payerEmail,
    paymentMethodId: row.paymentMethod === null ? null : row.id.replace(/^(pi|seti)_/, 'pm_'),
    paidAt: row.paidAt,
    checkoutId: row.checkoutId,
  }
}

/** The card that a subscription charges. */
async function demoCardOf(demo: Demo, subscriptionId: string): Promise<CardState | null> {
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
async function changeDemoCard(demo: Demo, customerId: string) {
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
async function chargeDemoAgain(demo: Demo, invoiceId: string) {
  await demo.db
    .update(demoInvoices)
    .set({ nextAttemptOn: demo.today() })
    .where(and(eq(demoInvoices.id, invoiceId), eq(demoInvoices.status, 'open')))
  await demo.db.transaction((tx) => chargeBill(demo, tx, invoiceId))
  demo.onEvent()
}
