import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { boxState } from '../../db/schema/states.ts'
import {
  balanceMovements,
  boxes,
  disputeChanges,
  lostTaxes,
  membershipPayments,
  refundMoves,
  refunds,
  refundTries,
  storeCredit,
  strayMovements,
} from '../../db/schema.ts'
import {
  type Account,
  type Entry,
  entriesOfCredit,
  entriesOfDispute,
  entriesOfIncome,
  entriesOfMovement,
  entriesOfPayment,
  type LedgerPayment,
} from '../../domain/books.ts'
import { leftStates, voidStates } from '../../domain/box.ts'
import { addDays, type CalendarDate, instantAt } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { creditOfBoxes } from '../credit/store-credit.ts'
import { everyRow } from '../documents/csv-download.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type Explained, explainMovements } from './explain-movements.ts'

/** Days in the shop's time zone, both included. */
export type Period = { from: CalendarDate; to: CalendarDate }

/** An account over a period, in integer cents; debits are positive. */
export type AccountSums = Account & {
  openingCents: number
  debitCents: number
  /** as a positive number */
  creditCents: number
  closingCents: number
}

export type Books = Period & {
  accounts: AccountSums[]
  /** what moved in each account on each day, by day and code; debits are positive */
  days: Map<CalendarDate, Map<string, number>>
}

/**
 * The trial balance of a period, and each day's movements.
 * @throws ShopError 'invalid_body' for a period that ends before it begins
 */
export async function readBooks(shop: Shop, { from, to }: Period): Promise<Books> {
  requirePeriod({ from, to })
  const accounts = new Map<string, AccountSums>()
  const days: Books['days'] = new Map()
  for await (const entry of readEntries(shop, endOf(shop, to))) {
    const day = shopDay(shop, entry.at)
    if (day > to) continue
    for (const { account, cents } of entry.postings) {
      const sums = accounts.get(account.code) ?? {
        ...account,
        ...{ openingCents: 0, debitCents: 0, creditCents: 0, closingCents: 0 },
      }
      accounts.set(account.code, sums)
      sums.closingCents += cents
      if (day < from) sums.openingCents += cents
      else {
        if (cents > 0) sums.debitCents += cents
        else sums.creditCents -= cents
        const moved = days.get(day) ?? new Map<string, number>()
        days.set(day, moved.set(account.code, (moved.get(account.code) ?? 0) + cents))
      }
    }
  }
  const byCode = (one: string, other: string) => (one < other ? -1 : 1)
  return {
    ...{ from, to },
    accounts: [...accounts.values()].sort((one, other) => byCode(one.code, other.code)),
    days: new Map([...days].sort(([one], [other]) => byCode(one, other))),
  }
}

/** Every entry of a period with its day, for auditing a sum. */
export async function* readJournal(
  shop: Shop,
  { from, to }: Period,
): AsyncGenerator<Entry & { day: CalendarDate }> {
  for await (const entry of readEntries(shop, endOf(shop, to))) {
    const day = shopDay(shop, entry.at)
    if (day >= from && day <= to) yield { ...entry, day }
  }
}

export function requirePeriod({ from, to }: Period) {
  if (from <= to) return
  const sentence = 'The period ends before it begins. Choose a later last day.'
  throw new ShopError('invalid_body', sentence, { fields: { to: sentence } })
}

function endOf(shop: Shop, to: CalendarDate): Date {
  return instantAt(addDays(to, 1), 0, shop.config.timeZone)
}

/** Payments read at a time: limits what the books of a million orders hold in memory. */
const batch = 1000

/**
 * The entries of everything that began before an instant; some entries of a payment may be dated later. Read in batches
 * while sales continue, in no particular time order; each entry balances by itself, whatever is written meanwhile.
 */
export async function* readEntries(shop: Shop, before: Date): AsyncGenerator<Entry> {
  for await (const payment of readPayments(shop, before)) yield* entriesOfPayment(payment)
  const changed = await shop.db
    .select()
    .from(disputeChanges)
    .where(lt(disputeChanges.at, before))
    .orderBy(asc(disputeChanges.id))
  for (const [id, changes] of Map.groupBy(changed, ({ disputeId }) => disputeId))
    yield* entriesOfDispute({ id, changes })
  const movements = everyRow<Explained>(batch, async (last) =>
    explainMovements(
      shop,
      await shop.db
        .select()
        .from(balanceMovements)
        .where(and(lt(balanceMovements.at, before), last && gt(balanceMovements.id, last.id)))
        .orderBy(asc(balanceMovements.id))
        .limit(batch),
    ),
  )
  for await (const row of movements) yield* entriesOfMovement(row)
  const own = everyRow<typeof strayMovements.$inferSelect>(batch, (last) =>
    shop.db
      .select()
      .from(strayMovements)
      .where(
        and(
          eq(strayMovements.became, 'income'),
          lt(strayMovements.settledAt, before),
          last && gt(strayMovements.id, last.id),
        ),
      )
      .orderBy(asc(strayMovements.id))
      .limit(batch),
  )
  for await (const { id, amountCents, settledAt } of own)
    yield* entriesOfIncome({ id, amountCents, at: settledAt! })
  const credits = everyRow<typeof storeCredit.$inferSelect>(batch, (last) =>
    shop.db
      .select()
      .from(storeCredit)
      .where(and(lt(storeCredit.createdAt, before), last && gt(storeCredit.id, last.id)))
      .orderBy(asc(storeCredit.id))
      .limit(batch),
  )
  for await (const row of credits) yield* entriesOfCredit(row)
}

type Payment = typeof membershipPayments.$inferSelect

function readPayments(shop: Shop, before: Date): AsyncGenerator<LedgerPayment> {
  return everyRow<Payment & LedgerPayment>(batch, async (last) => {
    const rows = await shop.db
      .select()
      .from(membershipPayments)
      .where(and(lt(membershipPayments.paidAt, before), last && gt(membershipPayments.id, last.id)))
      .orderBy(asc(membershipPayments.id))
      .limit(batch)
    return rows.length > 0 ? withParts(shop, rows) : []
  })
}

async function withParts(shop: Shop, payments: Payment[]): Promise<(Payment & LedgerPayment)[]> {
  const ids = payments.map(({ id }) => id)
  const bought = await shop.db
    .select({
      paymentId: boxes.paymentId,
      id: boxes.id,
      ordinal: boxes.ordinal,
      valueCents: boxes.valueCents,
      // Boxes older than these columns use the time of a later event.
      shippedAt: sql<Date | null>`case when ${boxes.state} in ${boxState.list(...leftStates)}
        then coalesce(${boxes.shippedAt}, ${boxes.deliveredAt}, ${boxes.updatedAt}) end`.mapWith(
        boxes.updatedAt,
      ),
      voidedAt: sql<Date | null>`case when ${boxes.state} in ${boxState.list(...voidStates)}
        then coalesce(${boxes.voidedAt}, ${boxes.updatedAt}) end`.mapWith(boxes.updatedAt),
      isCancelled: sql<boolean>`${boxes.state} in ${boxState.list('cancelled')}`,
    })
    .from(boxes)
    .where(inArray(boxes.paymentId, ids))
  const given = await shop.db.select().from(refunds).where(inArray(refunds.paymentId, ids))
  const moved =
    given.length === 0
      ? []
      : await shop.db
          .select({ refundId: refundMoves.refundId, kind: refundMoves.kind, at: refundMoves.at })
          .from(refundMoves)
          .innerJoin(refunds, eq(refundMoves.refundId, refunds.id))
          .where(inArray(refunds.paymentId, ids))
  const tried =
    given.length === 0
      ? []
      : await shop.db
          .select({
            refundId: refundTries.refundId,
            madeAt: refundTries.madeAt,
            cameBackAt: refundTries.cameBackAt,
          })
          .from(refundTries)
          .innerJoin(refunds, eq(refundTries.refundId, refunds.id))
          .where(inArray(refunds.paymentId, ids))
          .orderBy(asc(refundTries.madeAt))
  const untaxed = await shop.db.select().from(lostTaxes).where(inArray(lostTaxes.paymentId, ids))
  const triesOf = Map.groupBy(tried, (each) => each.refundId)
  const lostOf = Map.groupBy(untaxed, (lost) => lost.paymentId)
  const boxesOf = Map.groupBy(bought, (box) => box.paymentId)
  const refundsOf = Map.groupBy(given, (refund) => refund.paymentId)
  const movesOf = Map.groupBy(moved, (move) => move.refundId)
  return payments.map((payment) => ({
    ...payment,
    boxes: (boxesOf.get(payment.id) ?? []).map(({ isCancelled, ...box }) => ({
      ...box,
      creditCents: creditOfBoxes(payment, [box]),
      voidedBy: isCancelled ? 'chargeback' : 'refund',
    })),
    lostTaxes: lostOf.get(payment.id) ?? [],
    refunds: (refundsOf.get(payment.id) ?? []).map((refund) => ({
      ...refund,
      isByHand: refund.madeBy === 'provider',
      moves: movesOf.get(refund.id) ?? [],
      tries: triesOf.get(refund.id) ?? [],
    })),
  }))
}
