import { collect, draftInvoice, finalizeInvoice, methodOf } from './bill.ts'
import { emit } from './event.ts'
import type { Invoice } from './invoice.ts'
import { invoiceGivenUp, voidInvoice } from './invoice-outcome.ts'
import { isUnsettled, refundSettlesAfter, settleRefund } from './refund.ts'
import type { Subscription } from './subscription.ts'
import { endSubscription, expireIncomplete } from './subscription-end.ts'
import { setTerm, termFrom, termOf } from './term.ts'
import type { World } from './world.ts'

const hour = 3600
/** A subscription with an unpaid first bill lives for 23 hours. */
const incompleteLivesFor = 23 * hour
/** A renewal's bill stays a draft for about an hour. */
const draftLivesFor = hour
/** A trial's end is announced three days ahead. */
const announcedBefore = 3 * 24 * hour

type Due = { at: number; run: () => void }

/** The next thing that happens automatically; null if nothing will. */
export function nextDue(world: World): Due | null {
  let next: Due | null = null
  const offer = (at: number, run: () => void) => {
    if (next === null || at < next.at) next = { at, run }
  }
  for (const subscription of world.subscriptions.values()) {
    if (subscription.status === 'incomplete')
      offer(subscription.created + incompleteLivesFor, () => expireIncomplete(world, subscription))
    else if (['active', 'trialing', 'past_due'].includes(subscription.status)) {
      const { cancel_at: endsAt } = subscription
      if (endsAt !== null && endsAt <= termOf(subscription).end)
        offer(endsAt, () => endSubscription(world, subscription, 'cancellation_requested'))
      else offer(termOf(subscription).end, () => beginNextTerm(world, subscription))
    }
  }
  for (const subscription of world.subscriptions.values()) {
    const { id, status, trial_end } = subscription
    const mark = `${id} ${trial_end}`
    if (status !== 'trialing' || trial_end === null || world.announcedTrialEnds.has(mark)) continue
    offer(Math.max(subscription.trial_start ?? 0, trial_end - announcedBefore), () => {
      world.announcedTrialEnds.add(mark)
      emit(world, 'customer.subscription.trial_will_end', subscription)
    })
  }
  for (const invoice of world.invoices.values()) {
    if (invoice.status === 'draft' && invoice.automatically_finalizes_at !== null && invoice.auto_advance)
      offer(invoice.automatically_finalizes_at, () => finalizeAndCharge(world, invoice))
    if (invoice.status === 'open' && invoice.next_payment_attempt !== null && invoice.auto_advance)
      offer(invoice.next_payment_attempt, () => charge(world, invoice))
  }
  for (const refund of world.refunds.values())
    if (isUnsettled(world, refund))
      offer(refund.created + refundSettlesAfter, () => settleRefund(world, refund))
  return next
}

function beginNextTerm(world: World, subscription: Subscription): void {
  const term = termFrom(subscription, termOf(subscription).end)
  if (subscription.status === 'trialing') subscription.status = 'active'
  const invoice = draftInvoice(world, subscription, { reason: 'subscription_cycle', term, isTrial: false })
  invoice.automatically_finalizes_at = world.now() + draftLivesFor
  // While paused, the bill is made and closed right away, or stays a draft until someone collects it, and the term passes
  // (docs.stripe.com/billing/subscriptions/pause-payment).
  const paused = subscription.pause_collection?.behavior
  if (paused === 'keep_as_draft')
    Object.assign(invoice, { auto_advance: false, automatically_finalizes_at: null })
  if (paused === 'void') voidInvoice(world, invoice)
  if (paused === 'mark_uncollectible') {
    finalizeInvoice(world, invoice)
    if (invoice.status === 'open') invoiceGivenUp(world, invoice, 'subscription_paused')
  }
  setTerm(subscription, term)
  emit(world, 'customer.subscription.updated', subscription)
}

function finalizeAndCharge(world: World, invoice: Invoice): void {
  finalizeInvoice(world, invoice)
  if (invoice.status === 'open') charge(world, invoice)
}

function charge(world: World, invoice: Invoice): void {
  invoice.next_payment_attempt = null
  const subscription = world.subscriptions.get(invoice.parent.subscription_details.subscription)!
  // It's emailed to be paid later (docs.stripe.com/billing/collection-method).
  if (subscription.collection_method === 'send_invoice') return
  const method = invoice.default_payment_method ?? methodOf(world, subscription)
  collect(world, invoice, method, { presence: 'off_session' })
}
