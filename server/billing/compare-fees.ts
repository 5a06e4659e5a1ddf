import { and, gt, inArray, like, lt, not } from 'drizzle-orm'
import { balanceMovements } from '../../db/schema.ts'
import { readSetting, writeSetting } from '../settings/settings.ts'
import type { BalanceState, Page } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'
import { type Found, nobody, report } from './differences.ts'

type Compared = {
  settled: Page<BalanceState>['objects']
  listed: Set<string>
  after: Date | null
  upTo: Date | null
}

/** Milliseconds that the provider has to list a movement. */
const grace = 10 * 60_000

/**
 * Compares one page of what moved the provider's balance with what the books have of it: fees above all, which stand in no order.
 * What is missing or differs is read anew from the beginning with the next look (server/books/keep-balance.ts).
 */
export async function compareFees(shop: Shop, page: Compared, into: Found): Promise<void> {
  const ids = page.settled.map(({ id }) => id)
  const rows = await shop.db
    .select()
    .from(balanceMovements)
    .where(inArray(balanceMovements.id, ['', ...ids]))
  const booked = new Map(rows.map((row) => [row.id, row]))
  const before = into.count
  const readUntil = await readSetting(shop, 'balanceReadUntil')
  for (const { id, feeCents, amountCents, createdAt } of page.settled) {
    const row = booked.get(id)
    // Of what is younger than the last look nobody could know yet.
    const isMissing = !row && readUntil !== null && createdAt.getTime() < Date.parse(readUntil) - grace
    if (isMissing) report(into, { kind: 'movement-not-booked', id, cents: amountCents - feeCents, ...nobody })
    else if (row && row.feeCents !== feeCents)
      report(into, { kind: 'fee-differs', id, cents: feeCents - row.feeCents, ...nobody })
    else if (row && row.amountCents !== amountCents)
      report(into, { kind: 'movement-differs', id, cents: amountCents - row.amountCents, ...nobody })
  }
  if (into.count > before) await writeSetting(shop, 'balanceReadUntil', null)
  for (const { id, amountCents, feeCents } of await bookedBetween(shop, page))
    if (!page.listed.has(id))
      report(into, { kind: 'movement-not-there', id, cents: feeCents - amountCents, ...nobody })
}

// Between, not at, the ends of the page: what happened in the same second may stand on the one beside it.
async function bookedBetween(shop: Shop, { after, upTo, settled }: Compared) {
  const newest = upTo ?? settled[0]?.createdAt
  if (!newest) return []
  return shop.db
    .select()
    .from(balanceMovements)
    .where(
      and(
        lt(balanceMovements.at, newest),
        after ? gt(balanceMovements.at, after) : undefined,
        // Of the demo, from before the keys were set.
        shop.payments.kind === 'stripe' ? not(like(balanceMovements.sourceId, '%\\_demo\\_%')) : undefined,
      ),
    )
}
