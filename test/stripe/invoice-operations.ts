import { cardError } from './attempt-payment.ts'
import { collect, composeInvoice, finalizeInvoice, intentOfInvoice, methodOf } from './bill.ts'
import { emit } from './event.ts'
import { type Invoice, invoiceOf } from './invoice.ts'
import { invoiceGivenUp, invoicePaid, voidInvoice } from './invoice-outcome.ts'
import { paymentOfInvoice } from './invoice-payment.ts'
import { computeTotals } from './invoice-totals.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import { type CreatedRange, isCreatedIn, listed, type Operations } from './operation.ts'
import { cancelIntent } from './payment-intent.ts'
import { attachedMethod } from './payment-method.ts'
import { invalidRequest, noSuch, StripeRefusal } from './refusal.ts'
import { discountsOf, readCoupons, readTaxRates } from './subscription-terms.ts'
import { termFrom, termOf } from './term.ts'
import type { World } from './world.ts'

type UpdateParams = {
  auto_advance?: boolean
  default_payment_method?: string
  default_tax_rates?: string[] | ''
  description?: string
  discounts?: { coupon?: string; discount?: string }[] | ''
  metadata?: Metadata | ''
}

type ListParams = { customer?: string; status?: string; subscription?: string; created?: CreatedRange }

function update(world: World, id: string, params: UpdateParams) {
  const invoice = invoiceOf(world, id)
  // docs.stripe.com/api/invoices/update: a finalized one can still be told to stop its own attempts, or go on with them.
  const refused = Object.keys(params).find((name) => !['auto_advance', 'metadata', 'expand'].includes(name))
  if (invoice.status !== 'draft' && refused)
    throw invalidRequest(
      `Finalized invoices can't be updated in this way. The invoice has the status ${invoice.status}.`,
      { code: 'invoice_not_editable', param: refused },
    )
  const rates =
    params.default_tax_rates === undefined ? undefined : readTaxRates(world, params.default_tax_rates)
  if (params.default_payment_method !== undefined)
    invoice.default_payment_method = attachedMethod(
      world,
      params.default_payment_method,
      invoice.customer,
      'default_payment_method',
    ).id
  if (rates) invoice.default_tax_rates = rates
  // docs.stripe.com/api/invoices/update: replaces all previous discounts.
  if (params.discounts !== undefined) {
    const subscription = { id: invoice.parent.subscription_details.subscription, customer: invoice.customer }
    invoice.discounts = discountsOf(world, subscription, readCoupons(world, params.discounts || []))
  }
  if (params.auto_advance !== undefined) invoice.auto_advance = params.auto_advance
  if (params.description !== undefined) invoice.description = params.description || null
  invoice.metadata = mergeMetadata(invoice.metadata, params.metadata)
  if (invoice.status === 'draft') computeTotals(world, invoice)
  emit(world, 'invoice.updated', invoice)
  return invoice
}

type PayParams = { payment_method?: string; off_session?: boolean; paid_out_of_band?: boolean }

function pay(world: World, id: string, params: PayParams) {
  const invoice = invoiceOf(world, id)
  if (invoice.status === 'paid')
    throw invalidRequest('Invoice is already paid', { code: 'invoice_already_paid' })
  if (invoice.status === 'void') throw invalidRequest('Voided invoices cannot be paid.')
  if (params.paid_out_of_band) return payElsewhere(world, invoice)
  const subscription = world.subscriptions.get(invoice.parent.subscription_details.subscription)!
  const method = params.payment_method ?? invoice.default_payment_method ?? methodOf(world, subscription)
  if (method === null)
    throw invalidRequest('There is no default payment method set on this Customer or Invoice.', {
      code: 'invoice_payment_intent_requires_action',
    })
  attachedMethod(world, method, invoice.customer, 'payment_method')
  if (invoice.status === 'draft') finalizeInvoice(world, invoice)
  const presence = (params.off_session ?? true) ? 'off_session' : 'on_session'
  const answer = collect(world, invoice, method, { presence })
  if (answer?.kind === 'declined') throw new StripeRefusal(402, cardError(answer))
  if (answer?.kind === 'asks')
    throw new StripeRefusal(402, {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message: 'This payment requires additional user action before it can be completed successfully.',
    })
  return invoice
}

// docs.stripe.com/invoicing/dashboard "Mark as paid": the bill is paid and its payment canceled, because the money went
// elsewhere.
function payElsewhere(world: World, invoice: Invoice) {
  if (invoice.status === 'draft') finalizeInvoice(world, invoice)
  const intent = intentOfInvoice(world, invoice.id)
  if (intent) cancelIntent(world, intent, 'void_invoice')
  const link = paymentOfInvoice(world, invoice.id)
  if (link) world.invoicePayments.delete(link.id)
  invoicePaid(world, invoice, null)
  return invoice
}

// docs.stripe.com/api/invoices/create_preview: computed, never stored; an upcoming bill needs a subscription that
// continues.
function preview(world: World, { subscription: id }: { subscription: string }) {
  const subscription = world.subscriptions.get(id)
  if (!subscription) throw noSuch('subscription', id, 'subscription')
  const goesOn = !['canceled', 'incomplete_expired', 'paused'].includes(subscription.status)
  const { cancel_at: endsAt } = subscription
  if (!goesOn || (endsAt !== null && endsAt <= termOf(subscription).end))
    throw new StripeRefusal(404, {
      type: 'invalid_request_error',
      code: 'invoice_upcoming_none',
      message: `No upcoming invoices for customer: ${subscription.customer}`,
    })
  const term = termFrom(subscription, termOf(subscription).end)
  const invoice = composeInvoice(world, subscription, { reason: 'subscription_cycle', term, isTrial: false })
  return { ...invoice, id: `upcoming_${invoice.id}` }
}

// docs.stripe.com/api/invoices/void: only a finalized invoice can be voided, which cancels its payment.
function voidOne(world: World, id: string) {
  const invoice = invoiceOf(world, id)
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw invalidRequest(`You can only void an open invoice. This one is ${invoice.status}.`)
  voidInvoice(world, invoice)
  const intent = intentOfInvoice(world, invoice.id)
  if (intent && intent.status !== 'succeeded') cancelIntent(world, intent, 'void_invoice')
  return invoice
}

// docs.stripe.com/api/invoices/mark_uncollectible: no more attempts; it can still be paid or voided.
function giveUp(world: World, id: string) {
  const invoice = invoiceOf(world, id)
  if (invoice.status !== 'open')
    throw invalidRequest(`You can only mark an open invoice uncollectible. This one is ${invoice.status}.`)
  invoiceGivenUp(world, invoice, 'user_forgiven')
  return invoice
}

function finalizeOne(world: World, id: string, params: { auto_advance?: boolean }) {
  const invoice = invoiceOf(world, id)
  if (invoice.status !== 'draft')
    throw invalidRequest('This invoice is already finalized, you cannot re-finalize a non-draft invoice.')
  if (params.auto_advance !== undefined) invoice.auto_advance = params.auto_advance
  finalizeInvoice(world, invoice)
  return invoice
}

export const invoiceOperations: Operations = {
  'POST /v1/invoices/{id}/void': ({ world, id }) => voidOne(world, id),
  'POST /v1/invoices/{id}/mark_uncollectible': ({ world, id }) => giveUp(world, id),
  'POST /v1/invoices/{id}/finalize': ({
    world,
    id,
    params,
  }: {
    world: World
    id: string
    params: { auto_advance?: boolean }
  }) => finalizeOne(world, id, params),
  'POST /v1/invoices/create_preview': ({
    world,
    params,
  }: {
    world: World
    params: { subscription: string }
  }) => preview(world, params),
  'GET /v1/invoices/{id}': ({ world, id }) => invoiceOf(world, id),
  'POST /v1/invoices/{id}': ({ world, id, params }: { world: World; id: string; params: UpdateParams }) =>
    update(world, id, params),
  'POST /v1/invoices/{id}/pay': ({ world, id, params }: { world: World; id: string; params: PayParams }) =>
    pay(world, id, params),
  'GET /v1/invoices': ({ world, params }: { world: World; params: ListParams }) =>
    listed(
      [...world.invoices.values()].filter(
        (invoice) =>
          (params.customer === undefined || invoice.customer === params.customer) &&
          (params.status === undefined || invoice.status === params.status) &&
          (params.subscription === undefined ||
            invoice.parent?.subscription_details.subscription === params.subscription) &&
          isCreatedIn(params.created, invoice.created),
      ),
    ),
}
