import { and, asc, eq, inArray, like, type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../db/database.ts'
import { creditUseState } from '../../db/schema/states.ts'
import { creditUses, storeCredit } from '../../db/schema.ts'
import { creditFor, creditLeft, takeOldest } from '../../domain/credit.ts'
import { lockMembership, type Membership } from '../ledger/find-membership.ts'
import type { InvoiceState } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'
import { creditOf, holdCredit, peopleOf } from './store-credit.ts'

// Store credit pays renewals (docs/decisions/063): it is reserved in the ledger, put on the invoice while that is a draft,
// and settled by the invoice's outcome. Every step is safe to repeat in any process, after any crash.

type Use = typeof creditUses.$inferSelect

/**
 * SQL for how much of its payer's credit the renewals of membership `m` may take, in dollars: what was given since it began,
 * and what its own purchase left of a code, less what renewals took since. Anyone can type someone's address at checkout,
 * and would live on that person's credit (docs/decisions/063). What came back of another code may be older.
 */
export const renewableCredit: SQL = sql`(select coalesce(sum(s.amount), 0) from store_credit s
    join order_items i on i.id = m.order_item_id join orders o on o.id = i.order_id
  where s.person_id in (select p.id from people p where p.key = 'email:' || m.payer_email
      union select w.person_id from memberships w where w.member_email = m.payer_email)
    and s.created_at >= m.created_at and (s.reason = 'renewal' or s.reference like 'unused:renewal:%'
      or s.reference like 'unused:' || o.promotion_code || '%' or (s.amount > 0 and s.reason <> 'unused')))`

/**
 * How much of its payer's balance the next renewal of a membership may take, in integer cents.
 * @param aheadCents what earlier renewals will take of it
 */
async function creditForRenewals(
  db: Database | Transaction,
  { id }: Pick<Membership, 'id'>,
  { balanceCents, aheadCents = 0 }: { balanceCents: number; aheadCents?: number },
): Promise<number> {
  if (balanceCents <= aheadCents) return 0
  const mostCents = (await renewableCents(db, [id])).get(id) ?? 0
  return Math.max(0, Math.min(balanceCents, mostCents) - aheadCents)
}

/** How much of their payers' credit the renewals of these memberships may take at most, in integer cents, by their ids. */
export async function renewableCents(
  db: Database | Transaction,
  ids: string[],
): Promise<Map<string, number>> {
  const rows = await rowsOf<{ id: string; dollars: string }>(
    db,
    sql`select m.id::text as id, ${renewableCredit} as dollars from memberships m
      where m.id = any(${`{${ids.join(',')}}`}::uuid[])`,
  )
  return new Map(rows.map(({ id, dollars }) => [id, Math.round(Number(dollars) * 100)]))
}

/**
 * Pays a renewal's draft invoice with its payer's store credit, oldest first. Calling it again continues where it stopped.
 * @returns the invoice afterwards
 */
export async function payWithCredit(
  shop: Shop,
  membership: Membership,
  draft: InvoiceState,
): Promise<InvoiceState> {
  const { invoiceId } = draft
  const use = await keepCredit(shop, membership, draft)
  if (!use || use.placedAt) return draft
  const bill = await shop.payments.placeCredit({ invoiceId, creditCents: use.amountCents })
  const isIt = and(eq(creditUses.id, use.id), eq(creditUses.state, 'kept'), eq(creditUses.round, use.round))
  if (bill && bill.creditCents > 0) await shop.db.update(creditUses).set({ placedAt: shop.now() }).where(isIt)
  else {
    // The invoice was finalized meanwhile, or rejected the credit: it is charged in full, and the credit is returned.
    shop.log.warn({ invoiceId }, 'a renewal is charged without the store credit that was kept for it')
    await shop.db.transaction((tx) => settleCredit(tx, shop, invoiceId, 0))
  }
  return bill ?? draft
}

// The row is the idempotency key: one use per invoice, however often the draft is reported.
async function keepCredit(shop: Shop, membership: Membership, draft: InvoiceState): Promise<Use | null> {
  const { id, payerEmail } = membership
  if (!payerEmail) return null
  const isIt = eq(creditUses.invoiceId, draft.invoiceId)
  const [known] = await shop.db.select().from(creditUses).where(isIt)
  if (known) return known.state === 'kept' ? known : null
  if ((await creditOf(shop.db, payerEmail)).balanceCents === 0) return null
  return shop.db.transaction(async (tx) => {
    await lockMembership(tx, id)
    const [made] = await tx.select().from(creditUses).where(isIt)
    if (made) return made.state === 'kept' ? made : null
    const { balanceCents } = await holdCredit(tx, payerEmail)
    const amountCents = creditFor(
      draft.amountCents,
      await creditForRenewals(tx, membership, { balanceCents }),
    )
    if (amountCents === 0) return null
    await takeCredit(tx, shop, { email: payerEmail, amountCents, reference: linesOf(draft.invoiceId, 1) })
    const row = { membershipId: id, invoiceId: draft.invoiceId, amountCents, createdAt: shop.now() }
    const [use] = await tx.insert(creditUses).values(row).returning()
    return use!
  })
}

const linesOf = (invoiceId: string, round: number) => `renewal:${invoiceId}:${round}`

/** Takes an amount of an address's locked credit, oldest first: one line per person behind the address. */
async function takeCredit(
  tx: Transaction,
  shop: Shop,
  { email, amountCents, reference }: { email: string; amountCents: number; reference: string },
) {
  const lines = await tx
    .select()
    .from(storeCredit)
    .where(inArray(storeCredit.personId, await peopleOf(tx, email)))
    .orderBy(asc(storeCredit.createdAt), asc(storeCredit.id))
  await tx.insert(storeCredit).values(
    takeOldest(creditLeft(lines), amountCents).map((taken) => ({
      ...{ personId: taken.personId, amountCents: -taken.amountCents, reason: 'renewal' },
      ...{ reference: `${reference}:${taken.personId}`, createdAt: shop.now() },
    })),
  )
}

/**
 * Settles the credit reserved for an invoice, in the transaction that records the invoice's outcome; a repeat changes
 * nothing. If an invoice shows credit the shop has no record of (after a restore, or because it was given up and then paid),
 * it is taken now, as far as it is still there.
 * @param usedCents the credit on the invoice; 0 if it is void, gone or finalized without it
 * @returns how much of it store credit paid
 */
export async function settleCredit(
  tx: Transaction,
  shop: Shop,
  invoiceId: string,
  usedCents: number,
  payer?: Membership,
): Promise<number> {
  const isIt = eq(creditUses.invoiceId, invoiceId)
  const [use] = await tx.select().from(creditUses).where(isIt).for('update')
  if (use?.state === 'spent') return use.amountCents
  if (use?.state === 'kept') {
    const spentCents = Math.min(use.amountCents, usedCents)
    await giveBackLines(tx, shop, use, use.amountCents - spentCents)
    const state = creditUseState.to(spentCents > 0 ? 'spent' : 'returned', creditUses.state)
    const amountCents = spentCents > 0 ? spentCents : use.amountCents
    await tx.update(creditUses).set({ state, amountCents }).where(isIt)
    return spentCents
  }
  if (usedCents === 0 || !payer?.payerEmail) return 0
  const { balanceCents } = await holdCredit(tx, payer.payerEmail)
  const amountCents = Math.min(usedCents, balanceCents)
  if (amountCents === 0) return 0
  const round = (use?.round ?? 0) + 1
  await takeCredit(tx, shop, { email: payer.payerEmail, amountCents, reference: linesOf(invoiceId, round) })
  const state = use ? creditUseState.to('spent', creditUses.state) : 'spent'
  if (use) await tx.update(creditUses).set({ state, amountCents, round }).where(isIt)
  else
    await tx.insert(creditUses).values({
      ...{ membershipId: payer.id, invoiceId, amountCents, state: 'spent', createdAt: shop.now() },
    })
  return amountCents
}

// Gives back from one line after another until the amount is reached.
async function giveBackLines(tx: Transaction, shop: Shop, { invoiceId, round }: Use, cents: number) {
  if (cents === 0) return
  const reference = linesOf(invoiceId, round)
  const taken = await tx
    .select()
    .from(storeCredit)
    .where(like(storeCredit.reference, `${reference}:%`))
    .orderBy(asc(storeCredit.id))
  let rest = cents
  for (const line of taken) {
    const amountCents = Math.min(rest, -line.amountCents)
    if (amountCents <= 0) continue
    rest -= amountCents
    await tx.insert(storeCredit).values({
      ...{ personId: line.personId, amountCents, reason: 'unused', createdAt: shop.now() },
      reference: `unused:${line.reference}`,
    })
  }
}
