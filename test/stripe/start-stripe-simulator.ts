import Stripe from 'stripe'
import { payOut } from './balance.ts'
import { nextDue } from './billing-clock.ts'
import { byHand } from './by-hand.ts'
import { changeCard, expireCards, turnCards } from './change-card.ts'
import { newCheckoutSession, type SessionInput } from './checkout-session.ts'
import { type Confirmation, confirm, retrieveBySecret } from './confirm.ts'
import {
  closeDispute,
  type Dispute,
  escalateDispute,
  moveDispute,
  openDispute,
  warnOfFraud,
} from './dispute.ts'
import { emit } from './event.ts'
import { type Fault, newFaults } from './faults.ts'
import { type LoggedRequest, serve } from './http-server.ts'
import { newIdempotency } from './idempotency.ts'
import { isUnsettled, settleRefund } from './refund.ts'
import { newTaxRegistration } from './tax-registration.ts'
import { newWebhooks } from './webhooks.ts'
import { newWorld, type World } from './world.ts'

export type SimulatorOptions = {
  /** the instant where its clock stands until it's advanced; absent: the clock follows the real one */
  now?: Date
  /** determines the ids; the same seed gives the same ids */
  seed?: number
  port?: number
  /** the only key it accepts; absent: any test key */
  secretKey?: string
  /** called whenever the simulator's clock moves, so that the shop's clock can follow */
  onTime?: (now: Date) => void
}

export type StripeSimulator = Awaited<ReturnType<typeof startStripeSimulator>>

// Before it repeats a request, the official library waits half a second. Nothing here recovers meanwhile, and it adds up.
Object.assign(Stripe.prototype, { getInitialNetworkRetryDelay: () => 0.01 })

/**
 * Starts a small, strict Stripe on a free port of this machine (docs: stripe.md §1 to §7). Its state is in memory and can
 * be read directly: `stripe.payments()`, `stripe.subscriptions()` and the like return live objects, oldest first.
 */
export async function startStripeSimulator(options: SimulatorOptions = {}) {
  let offset = 0
  let standing = options.now?.getTime() ?? null
  const clock = () => standing ?? Date.now() + offset
  const world = newWorld(clock, options.seed ?? 1)
  const california = newTaxRegistration(world, 'CA')
  world.taxRegistrations.set(california.id, california)
  const webhooks = newWebhooks('whsec_simulated')
  world.onEvent = (event) => webhooks.push(event)
  const faults = newFaults()
  const log: LoggedRequest[] = []

  function setClock(milliseconds: number) {
    if (standing !== null) standing = milliseconds
    else offset = milliseconds - Date.now()
    options.onTime?.(new Date(milliseconds))
  }

  function runDue(): boolean {
    const due = nextDue(world)
    if (!due || due.at > world.now()) return false
    due.run()
    return true
  }

  function catchUp() {
    while (runDue());
  }

  const server = await serve(
    {
      world,
      idempotency: newIdempotency(world.now),
      faults,
      secretKey: options.secretKey ?? null,
      log,
      catchUp,
    },
    options.port ?? 0,
  )

  const chargeOf = (intent: string) =>
    [...world.charges.values()].findLast((charge) => charge.payment_intent === intent && charge.paid)!

  return {
    address: `http://127.0.0.1:${server.port}`,
    /** for `new Stripe(key, stripe.connection)` */
    connection: { host: '127.0.0.1', port: server.port, protocol: 'http' as const },
    secretKey: options.secretKey ?? 'sk_test_simulated',
    webhooks,
    log,
    close: () => server.close(),

    now: () => new Date(clock()),
    /** Milliseconds since 1970 when something next happens automatically; null if nothing will. */
    nextDueAt: (): number | null => {
      const due = nextDue(world)
      return due && due.at * 1000
    },
    /**
     * Moves the clock there, running everything due on the way in order, and waits for the webhooks of each moment before
     * the next one.
     */
    async advanceTo(date: Date | string): Promise<void> {
      const target = new Date(date).getTime()
      for (let due = nextDue(world); due && due.at * 1000 <= target; due = nextDue(world)) {
        setClock(Math.max(clock(), due.at * 1000))
        due.run()
        await webhooks.settled()
      }
      setClock(target)
      await webhooks.settled()
    },

    /** what Stripe.js does when the buyer pays; throws StripeRefusal if the card is declined */
    confirm(clientSecret: string, confirmation: Confirmation) {
      catchUp()
      return confirm(world, clientSecret, confirmation)
    },
    retrieve: (clientSecret: string) => retrieveBySecret(world, clientSecret),
    /** what an owner does on the dashboard */
    byHand: byHand(world),
    /** what the customer does on the billing portal's card page */
    changeCard: (customer: string, number: string) => changeCard(world, customer, number),
    /** changes how the bank treats the cards on file from now on */
    turnCards: (customer: string, number: string) => turnCards(world, customer, number),
    expireCards: (customer: string, year: number, month: number) => expireCards(world, customer, year, month),
    putCheckoutSession(input: SessionInput) {
      const session = newCheckoutSession(world, input)
      world.checkoutSessions.set(session.id, session)
      if (session.status === 'complete') emit(world, 'checkout.session.completed', session)
      return session
    },
    /** a bank disputes a payment, or these cents of it, or only inquires about it; `intent` is the payment's id */
    openDispute: (intent: string, ...how: [Dispute['status']?, number?]) =>
      openDispute(world, chargeOf(intent), ...how),
    escalateDispute: (id: string) => escalateDispute(world, id),
    warnOfFraud: (intent: string) => warnOfFraud(world, chargeOf(intent)),
    closeDispute: (id: string, status: Dispute['status']) => closeDispute(world, id, status),
    /** any status after any other: an appeal, a dispute that is opened again */
    moveDispute: (id: string, status: Dispute['status']) => moveDispute(world, id, status),
    /** the bank's final word on all pending refunds */
    settleRefunds() {
      for (const refund of world.refunds.values()) if (isUnsettled(world, refund)) settleRefund(world, refund)
    },
    /** sets the states where the account collects tax */
    setTaxRegistrations(states: string[]) {
      world.taxRegistrations.clear()
      for (const state of states) {
        const registration = newTaxRegistration(world, state)
        world.taxRegistrations.set(registration.id, registration)
      }
    },

    fail: (fault: Fault) => faults.fail(fault),
    mend: () => faults.mend(),

    customers: () => [...world.customers.values()],
    payments: () => [...world.paymentIntents.values()],
    setups: () => [...world.setupIntents.values()],
    subscriptions: () => [...world.subscriptions.values()],
    invoices: () => [...world.invoices.values()],
    charges: () => [...world.charges.values()],
    refunds: () => [...world.refunds.values()],
    disputes: () => [...world.disputes.values()],
    prices: () => [...world.prices.values()],
    products: () => [...world.products.values()],
    coupons: () => [...world.coupons.values()],
    taxRates: () => [...world.taxRates.values()],
    /** pays out what is available, as an automatic payout does; returns its id, or null if there is nothing */
    payOut: () => payOut(world),
    balance: () => [...world.balance.values()],
    taxTransactions: () => [...world.taxTransactions.values()],
    events: () => [...world.events.values()],
    totals: (customer?: string) => totalsOf(world, customer),
    world,
  }
}

/** Cents charged and refunded, pending refunds included, for one customer or all. */
function totalsOf(world: World, customer?: string) {
  const isTheirs = (each: { customer: unknown }) => customer === undefined || each.customer === customer
  const sum = (amounts: { amount: number }[]) => amounts.reduce((all, { amount }) => all + amount, 0)
  return {
    charged: sum([...world.charges.values()].filter((charge) => charge.paid && isTheirs(charge))),
    refunded: sum(
      [...world.refunds.values()].filter((refund) => refund.status !== 'failed' && isTheirs(refund)),
    ),
  }
}
