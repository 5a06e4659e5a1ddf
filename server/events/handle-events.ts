import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import pMap from 'p-map'
import { checkoutStatus } from '../../db/schema/states.ts'
import { checkouts, memberships, paymentEvents } from '../../db/schema.ts'
import { decidedByHand } from '../../domain/checkout-status.ts'
import { reasonOf, ShopError } from '../../domain/errors.ts'
import type { MailPayload } from '../../domain/mail-payloads.ts'
import type { MailSubject } from '../../domain/mail-subjects.ts'
import { syncRefund } from '../billing/refunds.ts'
import { syncDispute, syncFraudWarning } from '../billing/sync-dispute.ts'
import { abandonCheckout, countDecline } from '../checkout/abandon-checkout.ts'
import { completeCheckout } from '../checkout/complete-checkout.ts'
import { checkoutOfSession } from '../checkout/complete-session.ts'
import { findCheckout, type KnownCheckout } from '../checkout/find-checkout.ts'
import { refuseTheirCharge } from '../handovers/their-charges.ts'
import { membershipOf } from '../ledger/find-membership.ts'
import { applyInvoice } from '../memberships/apply-invoice.ts'
import { prepareRenewal } from '../memberships/prepare-renewal.ts'
import { syncCards } from '../memberships/sync-card.ts'
import { syncSubscription } from '../memberships/sync-subscription.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { InvoiceState, PaymentState, ProviderEvent } from '../shop/payment-states.ts'
import { stepDone } from '../shop/rounds.ts'
import type { Shop } from '../shop/shop.ts'
import type { StoredHint } from './store-events.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Handles money for a checkout that has no payment here: the database was restored from a backup taken before the checkout
 * began or just as it did. The owner is told once, with what is known about the buyer. No order is made automatically,
 * because what was bought is no longer known.
 * @param checkoutId from the metadata of the payment's subscription; omitted: the payment's own
 */
async function reportUnknownPayment(shop: Shop, intentId: string, checkoutId?: string | null): Promise<void> {
  const known = await findById(shop, checkoutId)
  if (known?.intentId) return
  const payment = await shop.payments.fetch(intentId)
  if (payment?.status !== 'succeeded' || payment.amountCents === 0) return
  const id = checkoutId ?? payment.checkoutId
  if (!id) return tellOfHandMade(shop, payment)
  if (!uuid.test(id)) return
  if (known ?? (await findById(shop, id))) await setAside(shop, id, payment)
  else await tellOfUnknown(shop, id, payment)
  shop.wakeWorker()
}

async function findById(shop: Shop, id: string | null | undefined) {
  if (!id || !uuid.test(id)) return undefined
  const isIt = eq(checkouts.id, id)
  const [row] = await shop.db.select({ intentId: checkouts.intentId }).from(checkouts).where(isIt)
  return row
}

async function setAside(shop: Shop, id: string, { intentId, customerId, amountCents }: PaymentState) {
  await shop.db.transaction(async (tx) => {
    const marked = await tx
      .update(checkouts)
      .set({
        status: checkoutStatus.to('mismatched', checkouts.status),
        intentId,
        customerId,
        totalCents: amountCents,
        lastError: 'the database was restored from a backup that was taken before this payment began',
        owedSince: shop.now(),
      })
      .where(
        and(
          eq(checkouts.id, id),
          isNull(checkouts.intentId),
          inArray(checkouts.status, ['open', 'abandoned']),
        ),
      )
      .returning({ id: checkouts.id })
    if (marked.length > 0)
      await enqueueMail(tx, shop, { kind: 'payment-without-order', about: { aboutId: id } })
  })
}

function tellOfUnknown(shop: Shop, id: string, payment: PaymentState) {
  return tell(
    shop,
    { aboutId: id },
    {
      ...factsOf(payment),
      reason:
        'the shop does not know that checkout: it began after the backup from which the database was restored',
    },
  )
}

/**
 * Reports a payment someone took from one of our members at the provider, by a charge, an invoice or a subscription made
 * there: it belongs to no checkout or subscription of ours, so nothing else would show it. Other customers are ignored, because the account may serve
 * another shop too.
 */
async function tellOfHandMade(shop: Shop, payment: PaymentState) {
  const { intentId, customerId } = payment
  const [theirs] = await shop.db
    .select({ id: memberships.id, isBooked: isBooked(intentId) })
    .from(memberships)
    .where(eq(memberships.customerId, customerId))
    .limit(1)
  if (customerId === '' || !theirs || theirs.isBooked) return
  const invoiceId = await shop.payments.invoiceOf(intentId)
  const invoice = invoiceId ? await shop.payments.fetchInvoice(invoiceId) : null
  if (invoiceId && (!invoice || (await isOurs(shop, invoice)))) return
  await tell(shop, { aboutId: theirs.id, intentId }, { ...factsOf(payment), reason: '', isByHand: true })
  shop.wakeWorker()
}

/** Whether this shop made the subscription of a bill, which buys belts when its own event is handled. */
async function isOurs(shop: Shop, { subscriptionId, checkoutId }: InvoiceState): Promise<boolean> {
  if (!subscriptionId) return false
  return checkoutId !== null || (await membershipOf(shop, subscriptionId)) !== undefined
}

const isBooked = (intentId: string) =>
  sql<boolean>`exists (select 1 from membership_payments p where p.intent_id = ${intentId})`

const factsOf = ({ intentId, amountCents, payerEmail, customerId }: PaymentState) => ({
  ...{ intentId, askedCents: amountCents, buyer: payerEmail ?? `customer ${customerId}` },
})

function tell(
  shop: Shop,
  about: MailSubject<'payment-without-order'>,
  payload: MailPayload<'payment-without-order'>,
) {
  return enqueueMail(shop.db, shop, { kind: 'payment-without-order', about, payload })
}

/** When it happened: the books have refunds and disputes on the provider's days. */
function whenOf(shop: Shop, at: string | undefined): Date {
  const now = shop.now()
  return at && Date.parse(at) < now.getTime() ? new Date(at) : now
}

/**
 * Dispatches one event (stripe.md §6, the table). The event itself isn't trusted: every branch fetches the object, and may
 * run any number of times, in any order.
 */
async function handleEvent(shop: Shop, type: string, { kind, id, at }: StoredHint) {
  switch (kind) {
    case 'payment':
    case 'setup':
      return handlePayment(shop, type, id)
    case 'session': {
      const session = await shop.payments.fetchSession(id)
      const checkoutId = session && (await checkoutOfSession(shop, session))
      return checkoutId ? completePaid(shop, checkoutId) : undefined
    }
    case 'invoice':
      return handleInvoice(shop, type, id)
    case 'subscription':
      return syncSubscription(shop, id)
    case 'refund':
      return syncRefund(shop, id, whenOf(shop, at))
    case 'dispute':
      await syncDispute(shop, id, whenOf(shop, at))
      return refuseWonCharge(shop, id)
    case 'fraud-warning':
      return syncFraudWarning(shop, id)
    case 'customer':
      await syncCards(shop, id)
      return mirrorBalance(shop, id)
    case 'other':
      return
  }
}

// Someone may have added credit or debt to the customer at the provider, which the next invoice will include
// (docs/decisions/086).
async function mirrorBalance(shop: Shop, customerId: string) {
  const theirs = await shop.db
    .select({ subscriptionId: memberships.stripeSubscriptionId })
    .from(memberships)
    .where(and(eq(memberships.customerId, customerId), eq(memberships.renews, true)))
  for (const { subscriptionId } of theirs) if (subscriptionId) await syncSubscription(shop, subscriptionId)
}

async function handlePayment(shop: Shop, type: string, intentId: string) {
  const known = await findCheckout(shop, { intentId })
  // A renewal's payment, whose invoice has its own event; or a payment unknown after a restore.
  if (!known) return type.endsWith('.succeeded') ? reportUnknownPayment(shop, intentId) : undefined
  if (type.endsWith('.succeeded')) return completePaid(shop, known)
  const { checkout } = known
  if (type.endsWith('.payment_failed')) return countDecline(shop, intentId)
  if (type.endsWith('.canceled') && checkout.status === 'open') await abandonCheckout(shop, checkout)
}

async function handleInvoice(shop: Shop, type: string, invoiceId: string) {
  if (type === 'invoice.created') {
    const stray = await prepareRenewal(shop, invoiceId)
    if (stray) await refuseTheirCharge(shop, stray)
    return
  }
  const invoice = await shop.payments.fetchInvoice(invoiceId)
  const isFirst = invoice?.reason === 'first' && invoice.status === 'paid' && invoice.totalCents > 0
  const checkoutId = isFirst ? await checkoutOfSession(shop, invoice) : null
  if (isFirst && invoice.intentId) await reportUnknownPayment(shop, invoice.intentId, invoice.checkoutId)
  if (checkoutId) return completePaid(shop, checkoutId)
  await applyInvoice(shop, invoiceId)
  if (invoice) await refuseTheirCharge(shop, invoice)
}

// A stray charge of a handover that its payer disputed first: once won, it's paid back (docs/decisions/089).
async function refuseWonCharge(shop: Shop, disputeId: string) {
  const dispute = await shop.payments.fetchDispute(disputeId)
  if (dispute?.state !== 'won' || !dispute.intentId) return
  const invoiceId = await shop.payments.invoiceOf(dispute.intentId)
  const invoice = invoiceId ? await shop.payments.fetchInvoice(invoiceId) : null
  if (invoice) await refuseTheirCharge(shop, invoice)
}

/** Errors a retry won't change; they are logged or reported where they occur. */
const settled = ['payment_of_another_cart', 'setup_refused', 'payment_not_found']

async function completePaid(shop: Shop, which: string | KnownCheckout) {
  const known = typeof which === 'string' ? await findCheckout(shop, { id: which }) : which
  if (!known || decidedByHand.includes(known.checkout.status)) return
  try {
    await completeCheckout(shop, known)
  } catch (error) {
    if (!(error instanceof ShopError && settled.includes(error.code))) throw error
  }
}

/**
 * Events handled at a time. Each spends nearly all its time on two to four sequential provider calls. With four calls of 150
 * ms this is 53 events a second; the busiest hour, with 100,000 drafts, needs 28.
 */
const lanes = 32
/** Milliseconds a claimed event stays reserved for its process. */
const lease = 60_000
/** Milliseconds until the next attempt, by number of attempts; then every hour. */
const pauses = [10_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000]

/**
 * Handles the provider's stored events, several at once, but those about one object in order. An event is only a hint: the
 * object is fetched before anything is done (stripe.md §6). Returns how many were handled.
 */
export async function handleEvents(shop: Shop): Promise<number> {
  const before = new Map<string, Promise<boolean>>()
  const handled = await pMap(
    due(shop),
    (event) => {
      const { id } = event.payload as ProviderEvent['about']
      const turn = (before.get(id) ?? Promise.resolve(true)).then(() =>
        handleOne(shop, event).finally(stepDone),
      )
      before.set(id, turn)
      return turn
    },
    { concurrency: lanes },
  )
  return handled.filter(Boolean).length
}

/** Events leased by this process, claimed as needed. */
async function* due(shop: Shop) {
  for (;;) {
    const claimed = await claim(shop)
    yield* claimed
    if (claimed.length < lanes) return
  }
}

async function claim(shop: Shop) {
  const next = shop.db.$with('due').as(
    shop.db
      .select({ id: paymentEvents.id })
      .from(paymentEvents)
      .where(and(isNull(paymentEvents.handledAt), lte(paymentEvents.runAt, shop.now())))
      .orderBy(asc(paymentEvents.runAt))
      .limit(lanes)
      .for('update', { skipLocked: true }),
  )
  const now = shop.now()
  // Most events report a payment whose order exists and is finished: these are marked handled right away.
  const isKnown = sql`${paymentEvents.type} like '%.succeeded' and ${paymentEvents.payload} ->> 'kind' in ('payment', 'setup')
    and exists (select 1 from ${checkouts} c where c.intent_id = ${paymentEvents.payload} ->> 'id' and c.status in ${checkoutStatus.list('done')})`
  const claimed = await shop.db
    .with(next)
    .update(paymentEvents)
    .set({
      attempts: sql`${paymentEvents.attempts} + 1`,
      runAt: new Date(now.getTime() + lease),
      handledAt: sql`case when ${isKnown} then ${now.toISOString()}::timestamptz end`,
    })
    .where(inArray(paymentEvents.id, sql`(select id from ${next})`))
    .returning()
  return claimed.sort((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime())
}

async function handleOne(shop: Shop, event: typeof paymentEvents.$inferSelect): Promise<boolean> {
  if (event.handledAt) return true
  try {
    await handleEvent(shop, event.type, event.payload as StoredHint)
    await shop.db
      .update(paymentEvents)
      .set({ handledAt: shop.now(), lastError: null })
      .where(eq(paymentEvents.id, event.id))
    return true
  } catch (error) {
    shop.log.warn({ error, eventId: event.id }, 'an event could not be handled; it is tried again')
    await shop.db
      .update(paymentEvents)
      .set({
        lastError: reasonOf(error),
        runAt: new Date(shop.now().getTime() + (pauses[event.attempts - 1] ?? pauses.at(-1)!)),
      })
      .where(eq(paymentEvents.id, event.id))
    return false
  }
}
