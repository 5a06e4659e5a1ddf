import { randomInt } from 'node:crypto'
import { and, asc, eq, gt, inArray, isNotNull, like, lt, notExists, or, sql, sum } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import {
  type boxes,
  checkouts,
  membershipPayments,
  memberships,
  orderItems,
  orders,
  people,
  promotionCodes,
  storeCredit,
} from '../../db/schema.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { creditLetters } from '../../domain/credit.ts'
import { ShopError } from '../../domain/errors.ts'
import { formatCents, splitCents } from '../../domain/money.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/**
 * Turns all the credit of someone's mailboxes into one code that works once, for them only. An unfinished checkout leaves
 * the code unused; what an order leaves of it becomes credit again (returnUnusedCredit). Of two simultaneous calls, the
 * second finds nothing left and keeps the first one's code.
 * @param emails their mailboxes, normalized; the code belongs to the first one
 * @param isForCheckout true: include the value of existing codes nobody is paying with, and let the code turn back into
 *   credit after tomorrow; false: the code doesn't expire
 * @throws ShopError 'not_possible' without credit and without a code
 */
export async function createCreditCode(
  shop: Shop,
  emails: [string, ...string[]],
  isForCheckout = false,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    if (isForCheckout) {
      const { balanceCents: alone, codes: known } = await holdCredit(tx, emails)
      // With one code and no other credit, the new code would be the same.
      if (alone > 0 || known.length > 1) await releaseCodes(tx, shop, emails)
    }
    const { balances, balanceCents, codes } = await holdCredit(tx, emails)
    if (balances.length === 0) {
      if (codes.length > 0) return
      throw new ShopError('not_possible', 'There’s no store credit to turn into a code.')
    }
    const code = newCode()
    await tx.insert(promotionCodes).values({
      code,
      amountOffCents: balanceCents,
      duration: 'once',
      mostUses: 1,
      email: emails[0],
      expiresOn: isForCheckout ? addDays(shopDay(shop), 1) : null,
      createdAt: shop.now(),
    })
    await tx.insert(storeCredit).values(
      balances.map((each) => ({
        personId: each.personId,
        amountCents: -each.balanceCents,
        reason: 'code',
        reference: `code:${code}:${each.personId}`,
        createdAt: shop.now(),
      })),
    )
  })
}

/** Turns the codes of these mailboxes that nobody has used or is paying with back into credit. */
export async function releaseCodes(tx: Transaction, shop: Shop, emails: string | string[]): Promise<void> {
  const { codes } = await holdCredit(tx, emails)
  for (const { code } of codes) await releaseCode(tx, shop, code)
}

/**
 * Turns a code back into credit, once, if nobody has used it or is paying with it; the code stops working. Locks the code's
 * row, as starting a payment with it does (promotions/reserve-promotion.ts).
 */
async function releaseCode(tx: Transaction, shop: Shop, code: string): Promise<void> {
  const isIt = eq(promotionCodes.code, code)
  const [row] = await tx.select().from(promotionCodes).where(isIt).for('update')
  if (!row?.isActive || !row.email) return
  const paying = and(
    eq(checkouts.promotionCode, code),
    or(isNotNull(checkouts.orderId), inArray(checkouts.status, ['open', 'mismatched'])),
  )
  if ((await tx.$count(checkouts, paying)) > 0) return
  if ((await tx.$count(orders, eq(orders.promotionCode, code))) > 0) return
  const made = await sharesOf(tx, code, row.email)
  await tx.update(promotionCodes).set({ isActive: false }).where(isIt)
  if (made.length > 0) await tx.insert(storeCredit).values(linesBack(shop, code, made))
}

/** What one person's credit gave to a code, in integer cents. */
type Share = { personId: string; amountCents: number }

/** Who gave to a code, the first to be spent first: whoever made it, then their other addresses. */
async function sharesOf(db: Database | Transaction, code: string, maker: string | null): Promise<Share[]> {
  const makers = maker ? await peopleOf(db, maker) : []
  const taken = await db
    .select({ personId: storeCredit.personId, amountCents: storeCredit.amountCents })
    .from(storeCredit)
    .where(like(storeCredit.reference, `code:${code}:%`))
    .orderBy(asc(storeCredit.personId))
  const isTheirs = (share: Share) => (makers.includes(share.personId) ? 0 : 1)
  return taken
    .map((line) => ({ ...line, amountCents: -line.amountCents }))
    .toSorted((one, other) => isTheirs(one) - isTheirs(other))
}

// The first reference has one form, whether an order leaves some or nobody uses the code: it comes back in one way only.
const linesBack = (shop: Shop, code: string, shares: Share[]) =>
  shares.map(({ personId, amountCents }, place) => ({
    ...{ personId, amountCents, reason: 'unused', createdAt: shop.now() },
    reference: place === 0 ? `unused:${code}` : `unused:${code}:${personId}`,
  }))

/** Turns codes made for abandoned checkouts back into credit. */
async function releaseLeftCodes(shop: Shop): Promise<void> {
  const left = await shop.db
    .select({ code: promotionCodes.code })
    .from(promotionCodes)
    .where(
      and(
        isNotNull(promotionCodes.email),
        eq(promotionCodes.isActive, true),
        lt(promotionCodes.expiresOn, shopDay(shop)),
      ),
    )
  for (const { code } of left) await shop.db.transaction((tx) => releaseCode(tx, shop, code))
}

function newCode(): string {
  const letters = Array.from({ length: 8 }, () => creditLetters[randomInt(creditLetters.length)])
  return `CREDIT-${letters.join('')}`
}

/** The remaining credit of the people behind some mailboxes, and their codes that no order has used. */
export type Credit = {
  /** per person, only positive ones, in integer cents */
  balances: { personId: string; balanceCents: number }[]
  balanceCents: number
  codes: { code: string; amountCents: number }[]
}

/** @param emails one mailbox, normalized, or all of one person: a person is whoever reads its emails */
export async function creditOf(db: Database | Transaction, emails: string | string[]): Promise<Credit> {
  const ids = await peopleOf(db, emails)
  const balance = sum(storeCredit.amountCents)
  const rows = await db
    .select({ personId: storeCredit.personId, dollars: balance })
    .from(storeCredit)
    .where(inArray(storeCredit.personId, ids))
    .groupBy(storeCredit.personId)
    .having(gt(balance, '0'))
  const balances = rows.map(({ personId, dollars }) => ({
    personId,
    balanceCents: Math.round(Number(dollars) * 100),
  }))
  // Read after the balances: credit another transaction has just taken from them is in a code by now.
  const codes = await db
    .select({ code: promotionCodes.code, amountCents: promotionCodes.amountOffCents })
    .from(promotionCodes)
    .where(
      and(
        inArray(promotionCodes.email, [emails].flat()),
        eq(promotionCodes.isActive, true),
        notExists(
          db.select({ id: orders.id }).from(orders).where(eq(orders.promotionCode, promotionCodes.code)),
        ),
      ),
    )
    .orderBy(asc(promotionCodes.createdAt))
  const unused = codes.map(({ code, amountCents }) => ({ code, amountCents: amountCents ?? 0 }))
  return {
    balances,
    balanceCents: balances.reduce((total, each) => total + each.balanceCents, 0),
    codes: unused,
  }
}

/** The people behind one or more mailboxes, always in the same order. */
export async function peopleOf(db: Database | Transaction, emails: string | string[]): Promise<string[]> {
  const all = [emails].flat()
  const named = await db
    .select({ id: people.id })
    .from(people)
    .where(
      inArray(
        people.key,
        all.map((email) => `email:${email}`),
      ),
    )
  const wearers = await db
    .selectDistinct({ id: memberships.personId })
    .from(memberships)
    .where(inArray(memberships.memberEmail, all))
  return [...new Set([...named, ...wearers].map(({ id }) => id))].sort()
}

/**
 * Reads their credit and locks it until the transaction ends, so that a second spender sees in time that nothing is left,
 * instead of failing at commit.
 * @param emails as `creditOf`
 */
export async function holdCredit(tx: Transaction, emails: string | string[]): Promise<Credit> {
  const seen = await creditOf(tx, emails)
  const ids = seen.balances.map(({ personId }) => personId)
  if (ids.length === 0) return seen
  await tx
    .select({ id: people.id })
    .from(people)
    .where(inArray(people.id, ids))
    .orderBy(asc(people.id))
    .for('no key update')
  return creditOf(tx, emails)
}

/**
 * Turns what an order left of a store credit code back into credit, so that a smaller purchase loses nothing: to the
 * addresses it was of. Each code's rest comes back once, in any number of processes, because its reference is unique.
 */
export async function returnUnusedCredit(shop: Shop): Promise<void> {
  const { db } = shop
  await releaseLeftCodes(shop)
  const returned = db
    .select({ id: storeCredit.id })
    .from(storeCredit)
    .where(eq(storeCredit.reference, sql`'unused:' || ${promotionCodes.code}`))
  const used = await db
    .select({
      code: promotionCodes.code,
      maker: promotionCodes.email,
      discountCents: orders.discountCents,
    })
    .from(promotionCodes)
    .innerJoin(orders, eq(orders.promotionCode, promotionCodes.code))
    .where(
      and(
        isNotNull(promotionCodes.email),
        gt(promotionCodes.amountOffCents, orders.discountCents),
        notExists(returned),
      ),
    )
  for (const { code, maker, discountCents } of used) {
    let spent = discountCents
    const left = (await sharesOf(db, code, maker)).flatMap((share) => {
      const amountCents = Math.max(0, share.amountCents - spent)
      spent = Math.max(0, spent - share.amountCents)
      return amountCents > 0 ? [{ ...share, amountCents }] : []
    })
    if (left.length > 0)
      await db
        .insert(storeCredit)
        .values(linesBack(shop, code, left))
        .onConflictDoNothing()
  }
}

export type CreditGift = {
  /** normalized; the person is whoever reads its emails */
  email: string
  amountCents: number
  /** the reason, as shown to them */
  words: string
  /** the form's id: posted twice, it gives once */
  key: string
  /** the order it's given for: there it counts as given of what was paid */
  orderId?: string
}

/**
 * Gives someone store credit for a reason, and emails them; a repeat gives nothing more.
 * @throws ShopError 'not_possible' for a repeat with another amount: whoever changed it thinks that nothing was given
 */
export async function giveCredit(
  shop: Shop,
  { email, amountCents, words, key, orderId }: CreditGift,
  alongside: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const personKey = `email:${email}`
    await tx.insert(people).values({ key: personKey }).onConflictDoNothing()
    const [person] = await tx.select({ id: people.id }).from(people).where(eq(people.key, personKey))
    const [given] = await tx
      .insert(storeCredit)
      .values({
        ...{ personId: person!.id, amountCents, words, reason: 'staff', reference: `staff:${key}`, orderId },
        createdAt: shop.now(),
      })
      .onConflictDoNothing()
      .returning({ id: storeCredit.id })
    if (!given) return requireSameCredit(tx, key, amountCents)
    await enqueueMail(tx, shop, { kind: 'credit-given', about: { creditId: given.id } })
    await alongside(tx)
  })
  shop.wakeWorker()
}

async function requireSameCredit(tx: Transaction, key: string, amountCents: number) {
  const [known] = await tx
    .select()
    .from(storeCredit)
    .where(eq(storeCredit.reference, `staff:${key}`))
  if (known?.amountCents === amountCents) return
  const given = formatCents(known?.amountCents ?? 0)
  throw new ShopError(
    'not_possible',
    `Your first try gave ${given} of credit. Close this, and look at the order again.`,
  )
}

type Payment = typeof membershipPayments.$inferSelect
type Box = typeof boxes.$inferSelect

/** How much of a value store credit paid, in integer cents, in proportion to the payment. */
export function creditPart(
  { amountCents, creditCents }: Pick<Payment, 'amountCents' | 'creditCents'>,
  worth: number,
) {
  return creditCents === 0 ? 0 : Math.round((worth * creditCents) / (amountCents + creditCents))
}

/** A box, and what is left to give for it if that is less than its value (billing/belt-accounts.ts). */
export type GivenBox = Pick<Box, 'id' | 'ordinal' | 'valueCents'> & { leftCents?: number }

/** How much of boxes of a payment store credit paid, in integer cents: with one after another, exactly all of it. */
export function creditOfBoxes(
  { creditCents, boxCount }: Pick<Payment, 'creditCents' | 'boxCount'>,
  group: Omit<GivenBox, 'id'>[],
): number {
  if (creditCents === 0) return 0
  const shares = splitCents(creditCents, boxCount)
  return group.reduce((sum, { ordinal, valueCents, leftCents = valueCents }) => {
    const share = shares[ordinal - 1] ?? 0
    return sum + (leftCents === valueCents ? share : Math.round((share * leftCents) / valueCents))
  }, 0)
}

/** Returns the store credit that paid for boxes that won't ship or came back, never more than was spent. */
export async function returnCreditOf(tx: Transaction, shop: Shop, payment: Payment, group: GivenBox[]) {
  const first = group[0]
  if (!first || payment.creditCents === 0) return
  const spent = (await spentOnBill(tx, payment)) ?? (await spentAtCheckout(tx, payment))
  if (!spent) throw new Error(`nobody knows whose credit paid ${payment.reference}`)
  const ofPayment = `unshipped:${payment.id}:`
  const before = await tx
    .select({ amountCents: storeCredit.amountCents })
    .from(storeCredit)
    .where(like(storeCredit.reference, `${ofPayment}%`))
  const left = payment.creditCents - before.reduce((sum, row) => sum + row.amountCents, 0)
  const amountCents = Math.min(left, creditOfBoxes(payment, group))
  if (amountCents <= 0) return
  await tx.insert(storeCredit).values({
    ...{ personId: spent.personId, amountCents, reason: 'unshipped', reference: `${ofPayment}${first.id}` },
    createdAt: shop.now(),
  })
}

async function spentOnBill(tx: Transaction, { reference }: Payment) {
  const [line] = await tx
    .select({ personId: storeCredit.personId })
    .from(storeCredit)
    .where(like(storeCredit.reference, `renewal:${reference}:%`))
    .orderBy(asc(storeCredit.createdAt))
    .limit(1)
  return line
}

async function spentAtCheckout(tx: Transaction, { id }: Payment) {
  const [used] = await tx
    .select({ code: promotionCodes.code, maker: promotionCodes.email })
    .from(membershipPayments)
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .innerJoin(promotionCodes, eq(promotionCodes.code, orders.promotionCode))
    .where(eq(membershipPayments.id, id))
  return used && (await sharesOf(tx, used.code, used.maker))[0]
}
