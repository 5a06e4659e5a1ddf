import Stripe from 'stripe'
import { ShopError } from '../../../domain/errors.ts'
import type { PaidSession, PaymentState } from '../../shop/payment-states.ts'
import type { PaidOrder, PaidRenewal, Payments } from '../../shop/payments.ts'
import type { StripeConfig } from '../../shop/services-config.ts'
import { checkAccount, registerAccount } from './account.ts'
import { cardOf, followCard } from './cards.ts'
import { openCatalog } from './catalog.ts'
import { ask, askForOne, couponId, createOnce, isRefusal, stripeClient, unlessRefused } from './client.ts'
import { eventsSince, readEvent } from './events.ts'
import { listings } from './listings.ts'
import {
  disputeState,
  fetchFraudWarning,
  fetchRefund,
  invoiceOf,
  refund,
  returnBalance,
  stageEvidence,
  submitEvidence,
} from './refunds.ts'
import { shippingTo, startPayment } from './start.ts'
import {
  billParts,
  idOf,
  invoiceState,
  isCredit,
  paymentState,
  setupState,
  subscriptionState,
} from './states.ts'
import {
  type Clock,
  endSubscription,
  endUnpaid,
  moveNextCharge,
  pauseCharging,
  setRenewing,
  setTerms,
  subscribe,
} from './subscriptions.ts'
import { commitTax, quoteTax, registeredStates, reverseTax, setTaxRate } from './tax.ts'

/**
 * Payments through Stripe (stripe.md). The only state is a cache of price ids, which never change.
 * @param clock its time zone decides the day of the next charge
 * @param patience milliseconds per try; absent: as long as a visitor can wait (client.ts)
 */
export function stripePayments(config: StripeConfig, clock: Clock, patience?: number): Payments {
  const stripe = stripeClient(config.secretKey, config.apiBase, patience)
  const catalog = openCatalog(stripe)
  return {
    kind: 'stripe',
    checkAccount: (publicUrl) => ask(() => checkAccount(stripe, config, publicUrl, clock.now())),
    registerAccount: (publicUrl) => ask(() => registerAccount(stripe, publicUrl)),
    priceId: (plan) => ask(() => catalog(plan)),
    quoteTax: (items) => ask(() => quoteTax(stripe, items)),
    start: (input) => ask(() => startPayment(stripe, catalog, input)),
    fetch: (intentId) => askForOne(() => fetchPayment(stripe, intentId)),
    cancel: ({ intentId, subscriptionId }) => ask(() => cancel(stripe, intentId, subscriptionId)),
    fetchSession: (sessionId) => askForOne(() => fetchSession(stripe, sessionId)),
    subscribe: (input) => ask(() => subscribe(stripe, catalog, clock, input)),
    commitTax: (input) => ask(() => commitTax(stripe, input)),
    reverseTax: (input) => ask(() => reverseTax(stripe, input)),
    nameOrder: (order) => ask(() => nameOrder(stripe, order)),
    nameRenewal: (renewal) => ask(() => nameRenewal(stripe, renewal)),
    setCustomerEmail: async ({ customerId, email }) =>
      void (await ask(() => unlessRefused(() => stripe.customers.update(customerId, { email })))),
    fetchSubscription: (id) =>
      askForOne(async () =>
        subscriptionState(await stripe.subscriptions.retrieve(id, { expand: ['customer'] })),
      ),
    fetchInvoice: (id) =>
      askForOne(async () =>
        invoiceState(
          await stripe.invoices.retrieve(id, {
            expand: [...billParts, 'payments.data.payment.payment_intent'],
          }),
        ),
      ),
    invoicesOf: (subscription) =>
      ask(async () => {
        const expand = billParts.map((part) => `data.${part}`)
        const { data } = await stripe.invoices.list({ subscription, limit: 24, expand })
        return data.map(invoiceState)
      }),
    retryCharge: (id, cardId) => ask(() => retryCharge(stripe, id, cardId)),
    cardOf: (id) => askForOne(() => cardOf(stripe, id)),
    followCard: (id) => askForOne(() => followCard(stripe, id)),
    knowsTaxOf: (state) => ask(async () => (await registeredStates(stripe)).includes(state)),
    setTaxRate: (input) => ask(() => setTaxRate(stripe, input)),
    placeCredit: (input) => askForOne(() => placeCredit(stripe, input)),
    previewCharge: (id) => askForOne(() => previewCharge(stripe, id)),
    moveNextCharge: (input) => ask(() => moveNextCharge(stripe, clock, input)),
    setTerms: (input) => ask(() => setTerms(stripe, catalog, input)),
    setRenewing: (id, renews) => ask(() => setRenewing(stripe, id, renews)),
    endSubscription: (id) => ask(() => endSubscription(stripe, id)),
    refund: (input) => ask(() => refund(stripe, input)),
    returnBalance: (input) => ask(() => returnBalance(stripe, input)),
    fetchRefund: (id) => askForOne(() => fetchRefund(stripe, id)),
    fetchDispute: (id) => askForOne(async () => disputeState(await stripe.disputes.retrieve(id))),
    stageEvidence: (id, evidence) => ask(() => stageEvidence(stripe, id, evidence)),
    submitEvidence: (id) => ask(() => submitEvidence(stripe, id)),
    fetchFraudWarning: (id) => askForOne(() => fetchFraudWarning(stripe, id)),
    ...listings(stripe),
    invoiceOf: (intentId) => ask(() => invoiceOf(stripe, intentId)),
    pauseCharging: (id, isPaused) => ask(() => pauseCharging(stripe, id, isPaused)),
    cardPage: ({ customerId, returnTo }) =>
      ask(async () => {
        try {
          const session = await stripe.billingPortal.sessions.create({
            customer: customerId,
            return_url: returnTo,
            flow_data: { type: 'payment_method_update' },
          })
          return session.url
        } catch (error) {
          // Someone deleted the customer at Stripe, and with it every subscription.
          if (!isRefusal(error, 'customer')) throw error
          throw new ShopError('not_found', 'There’s no card to change anymore.', { cause: error })
        }
      }),
    async readEvent(rawBody, signature) {
      if (!config.webhookSecret) {
        throw new ShopError('invalid_signature', 'Set STRIPE_WEBHOOK_SECRET to receive events.')
      }
      return readEvent(stripe, config.webhookSecret, config.mode, rawBody, signature)
    },
    eventsSince: (since) => ask(() => eventsSince(stripe, since)),
  }
}

async function previewCharge(stripe: Stripe, subscription: string) {
  try {
    const state = invoiceState(await stripe.invoices.createPreview({ subscription }))
    const { amountCents, taxCents, balanceCents } = state
    return { amountCents, taxCents, balanceCents }
  } catch (error) {
    // The subscription has ended, or ends with the paid term.
    if ((error as { code?: string }).code === 'invoice_upcoming_none') return null
    throw error
  }
}

// Sets all discounts of a bill at once: repeating that changes nothing, where adding a line twice would count twice.
async function placeCredit(
  stripe: Stripe,
  { invoiceId, creditCents }: { invoiceId: string; creditCents: number },
) {
  const expand = [...billParts, 'discounts']
  const found = await stripe.invoices.retrieve(invoiceId, { expand })
  if (found.status !== 'draft' || invoiceState(found).creditCents === creditCents) return invoiceState(found)
  const others = found.discounts.filter((each) => !isCredit(each)).map((each) => ({ discount: idOf(each)! }))
  const coupon = await couponId(stripe, creditCents, 'credit')
  try {
    const discounts = [...others, { coupon }]
    return invoiceState(await stripe.invoices.update(invoiceId, { discounts, expand }))
  } catch (error) {
    // The bill was finalized in between.
    if (!isRefusal(error)) throw error
    return invoiceState(await stripe.invoices.retrieve(invoiceId, { expand }))
  }
}

async function fetchPayment(stripe: Stripe, id: string): Promise<PaymentState | null> {
  if (id.startsWith('seti_')) {
    return setupState(
      await stripe.setupIntents.retrieve(id, { expand: ['latest_attempt', 'payment_method'] }),
    )
  }
  // Any other id isn't a payment's.
  if (!id.startsWith('pi_')) return null
  return paymentState(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
}

/** A later bill's payment has no details of its own: adds the order it renews and where the belts go. */
async function nameRenewal(stripe: Stripe, { intentId, orderNumber, destination }: PaidRenewal) {
  const description = `Order ${orderNumber}, renewal`
  await unlessRefused(() =>
    stripe.paymentIntents.update(intentId, { description, metadata: { order_number: orderNumber } }),
  )
  await unlessRefused(() => stripe.paymentIntents.update(intentId, { shipping: shippingTo(destination) }))
}

async function nameOrder(stripe: Stripe, order: PaidOrder) {
  const { customerId, intentId, orderNumber: order_number, email, name } = order
  const metadata = { order_number }
  // A setup has no payment to describe.
  if (intentId.startsWith('pi_'))
    await unlessRefused(() =>
      stripe.paymentIntents.update(intentId, { description: `Order ${order_number}`, metadata }),
    )
  const buyer = { ...(email && { email }), ...(name && { name }) }
  // If Stripe rejects the typed email, the customer keeps the one from the quiz.
  await unlessRefused(() => stripe.customers.update(customerId, { ...buyer, metadata }))
}

/** An unpaid invoice's payment ends with its subscription (stripe.md §2); a paid one stays paid. */
async function cancel(stripe: Stripe, intentId: string, subscriptionId: string | null) {
  const payment = await fetchPayment(stripe, intentId)
  // A payment in process at the bank may still succeed, and then its subscription must exist.
  if (payment && ['succeeded', 'canceled', 'processing'].includes(payment.status)) return
  try {
    if (subscriptionId) await endUnpaid(stripe, subscriptionId)
    else if (intentId.startsWith('seti_')) await stripe.setupIntents.cancel(intentId)
    else await stripe.paymentIntents.cancel(intentId)
  } catch (error) {
    // Paid or cancelled between the two calls: the caller checks the state again.
    if (!/^(payment|setup)_intent_unexpected_state$/.test((error as { code?: string }).code ?? ''))
      throw error
  }
}

async function fetchSession(stripe: Stripe, id: string): Promise<PaidSession | null> {
  if (!id.startsWith('cs_')) return null
  const session = await stripe.checkout.sessions.retrieve(id)
  if (session.payment_status === 'unpaid') return null
  return {
    intentId: idOf(session.payment_intent) ?? idOf(session.setup_intent),
    checkoutId: session.metadata?.checkout_id ?? session.client_reference_id,
  }
}

/**
 * Retries an open bill with the subscription's current card: Stripe gives up after its last try, and a card changed later
 * would never be charged. No error if the bank declines or the bill was paid meanwhile.
 * @param cardId becomes part of the key, so that each card is tried only once, whoever asks
 */
async function retryCharge(stripe: Stripe, invoiceId: string, cardId: string | undefined) {
  const pay = (options?: Stripe.RequestOptions) =>
    stripe.invoices.pay(invoiceId, { off_session: true }, options)
  try {
    if (!cardId) await pay()
    else
      await createOnce({
        key: `pay:${invoiceId}:${cardId}`,
        async find() {
          const invoice = await stripe.invoices.retrieve(invoiceId)
          return invoice.status === 'open' ? undefined : invoice
        },
        create: pay,
      })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError) && !isRefusal(error)) throw error
  }
}
