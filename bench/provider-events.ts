import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { seed } from '../db/seed/seed.ts'
import { handleEvents } from '../server/events/handle-events.ts'
import type { InvoiceState } from '../server/shop/payment-states.ts'
import type { Payments } from '../server/shop/payments.ts'
import { startPostgres } from '../test/postgres.ts'
import { bareShop } from './bare-shop.ts'
import { insertRenewals } from './insert-renewals.ts'
import { processorOfAll } from './processor.ts'
import { atLeast, type Row } from './row.ts'

/** Milliseconds of each call to the provider, renewals of each kind, and their price and tax in cents. */
const [delay, renewals, price, tax] = [150, 400, 6_950, 660]
/**
 * Minimum events per second; and minimum tax corrections per second, so that 100,000 fit in the hour in which a bill is a
 * draft.
 */
const [fewest, fewestCorrected] = [40, 100_000 / 3_600]

/** A morning's bills, reported by a slow provider: half of them already have the right tax. */
export async function benchProviderEvents(): Promise<Row[]> {
  const postgres = await startPostgres()
  const { shop: bare, close } = await bareShop(postgres.url('postgres'))
  await seed(bare.db)
  await insertRenewals(bare.db, renewals * 2)
  let calls = 0
  let corrected = 0
  const isRight = (id: string) => Number(id.slice(3)) <= renewals
  const call = async (times = 1) => {
    calls += times
    await setTimeout(delay * times)
  }
  const slow: Partial<Payments> = {
    async fetchInvoice(invoiceId) {
      await call()
      return draft(invoiceId, isRight(invoiceId) ? tax : 0)
    },
    async quoteTax(items) {
      await call()
      const quote = { taxCents: tax, ratePercent: '9.5', calculationId: 'taxcalc_1', state: 'CA' }
      return Object.fromEntries(items.map(({ id }) => [id, quote]))
    },
    async setTaxRate() {
      // Two calls: its subscription, then its bill (server/adapters/stripe/tax.ts).
      await call(2)
      corrected++
    },
  }
  const shop = { ...bare, payments: { ...bare.payments, ...slow } }
  const pace = async (from: number) => {
    await shop.db.execute(sql`insert into payment_events (id, type, payload)
      select 'evt_' || n, 'invoice.created', jsonb_build_object('kind', 'invoice', 'id', 'in_' || n)
      from generate_series(${sql.raw(String(from))}, ${sql.raw(String(from + renewals - 1))}) n`)
    const used = process.cpuUsage()
    const [server, began, asked] = [processorOfAll(postgres.pid()), performance.now(), calls]
    const handled = await handleEvents(shop)
    const seconds = (performance.now() - began) / 1_000
    if (handled !== renewals) throw new Error(`${handled} of ${renewals} events were handled`)
    const { user, system } = process.cpuUsage(used)
    const each = (milliseconds: number) => (milliseconds / renewals).toFixed(1)
    const words = `${each(calls - asked)} calls and ${each((user + system) / 1_000)} + ${each((processorOfAll(postgres.pid()) - server) * 1_000)} ms of processor each, Node and PostgreSQL`
    return { rate: renewals / seconds, words }
  }
  const right = await pace(1)
  const wrong = await pace(renewals + 1)
  await close()
  await postgres.stop()
  if (corrected !== renewals) throw new Error(`the tax of ${corrected} of ${renewals} renewals was put right`)
  return [
    atLeast(`provider's events a second at ${delay} ms a call: renewals`, right.rate, fewest, right.words),
    atLeast('the same whose tax is put right', wrong.rate, fewestCorrected, wrong.words),
  ]
}

function draft(invoiceId: string, taxCents: number): InvoiceState {
  return {
    ...{ invoiceId, subscriptionId: `sub_${invoiceId.slice(3)}`, checkoutId: null, status: 'draft' },
    ...{ reason: 'renewal', planId: 'monthly', amountCents: price, creditCents: 0, balanceCents: 0 },
    ...{
      isPaidElsewhere: false,
      isHeld: false,
      isGivenUp: false,
      taxCents,
      taxState: 'CA',
      totalCents: price + taxCents,
      intentId: null,
    },
    ...{ payPage: null, asksBank: false, triedCardId: null, paidAt: null, periodEndsAt: null },
    createdAt: new Date(),
  }
}
