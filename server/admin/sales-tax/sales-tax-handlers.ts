import { and, eq, isNull } from 'drizzle-orm'
import { salesTaxRules, salesTaxWarnings } from '../../../db/schema.ts'
import { knownState, stateName } from '../../../domain/address.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { StateTax } from '../../../domain/admin/sales-tax-contracts.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { ShopError } from '../../../domain/errors.ts'
import { nexusAsOf, nexusThresholds } from '../../../domain/nexus.ts'
import { type TaxWay, taxRuleOf } from '../../../domain/tax.ts'
import { readStates, salesTaxReport } from '../../books/sales-tax.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { audit, auditAlone, type Staff } from '../../staff/staff.ts'
import { refuseEditConflict } from '../edit-conflict.ts'

/** GET /api/admin/sales-tax: how close each state is to its threshold, and where tax is collected. */
export async function readSalesTax(shop: Shop): Promise<AdminReply<'readSalesTax'>> {
  return {
    ...{ today: shopDay(shop), asOf: nexusAsOf, states: await readStates(shop) },
    all: [...nexusThresholds.keys()]
      .filter((state) => state !== 'CA')
      .map((state) => ({ state, name: stateName(state) })),
    hasProvider: shop.payments.kind === 'stripe',
  }
}

/** GET /api/admin/sales-tax/report. The audit log records who downloaded it. @throws ShopError 'invalid_body' */
export async function exportSalesTax(
  shop: Shop,
  period: AdminInput<'exportSalesTax'>,
  staff: Staff,
): Promise<AdminReply<'exportSalesTax'>> {
  const file = salesTaxReport(shop, period)
  await auditAlone(shop, staff, {
    ...{ action: 'sales-tax.export', entity: 'sales_tax_rules', entityId: 'report', after: period },
  })
  return file
}

/**
 * POST /api/admin/sales-tax/rules: from a given day on, tax is collected in a state at the owner's rate or as the
 * provider calculates it, or no longer collected. Past orders stay as they are; open payments are made again.
 * @throws ShopError 'invalid_body' naming the field, 'not_possible' if the provider doesn't calculate tax there, or
 * someone else changed the state's rules since the form was opened
 */
export async function setTaxRule(
  shop: Shop,
  input: AdminInput<'setTaxRule'>,
  staff: Staff,
): Promise<AdminReply<'setTaxRule'>> {
  const state = stateOf(input.state)
  if (input.from < shopDay(shop))
    throw refuse('from', 'Choose today or a later day. Orders already placed keep their totals.')
  const ratePercent = input.way === 'rate' ? rateOf(input.ratePercent) : null
  if (input.way === 'provider') await requireProvider(shop, state)
  const row = { state, from: input.from, way: input.way as TaxWay, ratePercent }
  await shop.db.transaction(async (tx) => {
    // Must come first: its lock makes a second change wait for this one.
    await catalogChanged(tx)
    const known = await tx.select().from(salesTaxRules).where(eq(salesTaxRules.state, state))
    const about = { entity: 'sales_tax_rules', entityId: state, what: `the sales tax of ${stateName(state)}` }
    await refuseEditConflict(tx, about, input.was && seenAs(input.was), rulesNow(known, state, shopDay(shop)))
    await tx
      .insert(salesTaxRules)
      .values({ ...row, createdAt: shop.now() })
      .onConflictDoUpdate({ target: [salesTaxRules.state, salesTaxRules.from], set: row })
    await audit(tx, staff, shop.now(), {
      ...{ action: `sales-tax.${row.way === 'none' ? 'off' : 'on'}`, entity: 'sales_tax_rules' },
      ...{ entityId: state, after: { ...row, name: stateName(state) } },
    })
  })
  return viewOne(shop, state)
}

/** DELETE /api/admin/sales-tax/rules/{state}/{from}. @throws ShopError 'not_found', 'not_possible' once it's in effect */
export async function dropTaxRule(
  shop: Shop,
  input: AdminInput<'dropTaxRule'>,
  staff: Staff,
): Promise<AdminReply<'dropTaxRule'>> {
  const state = stateOf(input.state)
  const { from } = input
  if (from <= shopDay(shop))
    throw new ShopError(
      'not_possible',
      'This has begun. Set another rate, or stop collecting, from today on.',
    )
  await shop.db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(salesTaxRules)
      .where(and(eq(salesTaxRules.state, state), eq(salesTaxRules.from, from)))
      .returning()
    if (!gone) throw new ShopError('not_found', 'That planned change is gone. Reload the page.')
    await audit(tx, staff, shop.now(), {
      ...{ action: 'sales-tax.drop', entity: 'sales_tax_rules', entityId: state },
      before: { ...gone, name: stateName(state) },
    })
  })
  return { success: true }
}

/** POST /api/admin/sales-tax/warnings/{state}/answer. @throws ShopError 'not_found' */
export async function answerTaxWarning(
  shop: Shop,
  input: AdminInput<'answerTaxWarning'>,
  staff: Staff,
): Promise<AdminReply<'answerTaxWarning'>> {
  const state = stateOf(input.state)
  await shop.db.transaction(async (tx) => {
    const answered = await tx
      .update(salesTaxWarnings)
      .set({ seenAt: shop.now() })
      .where(and(eq(salesTaxWarnings.state, state), isNull(salesTaxWarnings.seenAt)))
      .returning()
    if (answered.length === 0) throw new ShopError('not_found', 'There’s no open warning about this state.')
    await audit(tx, staff, shop.now(), {
      ...{ action: 'sales-tax.answer', entity: 'sales_tax_rules', entityId: state },
      after: { name: stateName(state), level: Math.max(...answered.map(({ level }) => level)) },
    })
  })
  return { success: true }
}

/** A state's rules as comparable text: the current one and the planned ones. */
function seenAs({ rule, planned }: Pick<StateTax, 'rule' | 'planned'>) {
  const words = ({ way, ratePercent }: { way: string; ratePercent: string | null }) =>
    way === 'rate' ? `${Number(ratePercent)}%` : way
  return {
    now: rule && words(rule),
    'what begins later': planned.map((each) => `${each.from} ${words(each)}`).sort(),
  }
}

function rulesNow(known: (typeof salesTaxRules.$inferSelect)[], state: string, today: CalendarDate) {
  const rule = taxRuleOf(known, state, today)
  return seenAs({ rule, planned: known.filter(({ from }) => from > today) })
}

async function viewOne(shop: Shop, state: string): Promise<StateTax> {
  return (await readStates(shop)).find((each) => each.state === state)!
}

function stateOf(typed: string): string {
  const state = knownState(typed)
  if (state === 'CA')
    throw refuse('state', 'California has been collected since the shop began; that stays as it is.')
  if (!state || !nexusThresholds.has(state))
    throw refuse('state', 'Choose a state that has a sales tax, like NY or New York.')
  return state
}

function rateOf(typed: string | null | undefined): string {
  const rate = Number((typed ?? '').trim().replace(/\s*%$/, ''))
  const isRate = /^\s*\d{1,2}(\.\d{1,4})?\s*%?\s*$/.test(typed ?? '') && rate > 0 && rate <= 20
  if (!isRate) throw refuse('ratePercent', 'Write the rate in percent, like 8.875: more than 0, at most 20.')
  return String(rate)
}

async function requireProvider(shop: Shop, state: string) {
  if (await shop.payments.knowsTaxOf(state)) return
  const name = stateName(state)
  throw new ShopError(
    'not_possible',
    shop.payments.kind === 'demo'
      ? `Without Stripe’s keys, we can’t work out tax by address in ${name}. Enter a rate instead.`
      : `Stripe Tax has no active registration for ${name}, so it would compute nothing. Add one in Stripe’s Dashboard under Tax, Registrations, then try again, or write a rate.`,
    { fields: { way: `Not registered for ${name}.` } },
  )
}

function refuse(field: string, sentence: string): ShopError {
  return new ShopError('invalid_body', sentence, { fields: { [field]: sentence } })
}
