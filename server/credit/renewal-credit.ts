import { and, asc, eq, inArray, like } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { creditUseState } from '../../db/schema/states.ts'
import { creditUses, storeCredit } from '../../db/schema.ts'
import { creditFor, creditLeft, takeOldest } from '../../domain/credit.ts'
import { lockMembership, type Membership } from '../ledger/find-membership.ts'
import type { InvoiceState } from '../shop/payment-states.ts'
import type { Shop } from '../shop/shop.ts'
import { creditOf, holdCredit, peopleOf } from './store-credit.ts'

// Store credit pays renewals (docs/decisions/063): kept in the ledger, shown on the bill while it is a draft, and settled by
// what became of the bill. Every step may be repeated, by any process, after any crash.

type Use = typeof creditUses.$inferSelect

/**
 * Takes its payer's store credit off the draft of a renewal, the oldest first. Asked again it goes on where it was.
 * @returns the bill as it is then
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
    // Final in between, or refused: it is charged in full, and the credit is its owner's again.
    shop.log.warn({ invoiceId }, 'a renewal is charged without the store credit that was kept for it')
    await shop.db.transaction((tx) => settleCredit(tx, shop, invoiceId, 0))
  }
  return bill ?? draft
}

// The row is the idempotency key: one bill, one use, whoever hears of the draft and however often.
async function keepCredit(
  shop: Shop,
  { id, payerEmail }: Membership,
  draft: InvoiceState,
): Promise<Use | null> {
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
    const amountCents = creditFor(draft.amountCents, balanceCents)
    if (amountCents === 0) return null
    await takeCredit(tx, shop, { email: payerEmail, amountCents, reference: linesOf(draft.invoiceId, 1) })
    const row = { membershipId: id, invoiceId: draft.invoiceId, amountCents, createdAt: shop.now() }
    const [use] = await tx.insert(creditUses).values(row).returning()
    return use!
  })
}

const linesOf = (invoiceId: string, round: number) => `renewal:${invoiceId}:${round}`

/** Takes a sum of an address's credit, which is held, from the oldest first: a line for each person behind it. */
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
 * Settles what was kept for a bill, in the transaction that records what became of it; a repeat changes nothing. A bill that shows
 * credit of which the shop knows nothing (its database is a backup, or the bill was given up and paid after all) takes it now,
 * as far as it is still there.
 * @param usedCents what the bill shows: 0 where it is void, gone or final without it
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

// What was taken last comes back first, so that the oldest credit stays spent.
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
