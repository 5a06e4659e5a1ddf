import { and, asc, count, eq, gt, isNull, ne, or } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { checkouts, orders, promotionCodes } from '../../db/schema.ts'
import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Plan, PlanId } from '../../domain/plan.ts'
import {
  normalizePromotionCode,
  type Promotion,
  refusedPromotion,
  refuseOtherPlans,
} from '../../domain/promotion.ts'
import { mailboxesOf } from '../members/member.ts'
import type { Shop } from '../shop/shop.ts'

type PromotionRow = typeof promotionCodes.$inferSelect

export type PromotionRequest = {
  /** as typed */
  code: string
  today: CalendarDate
  planIds: readonly PlanId[]
  plans: readonly Plan[]
  /** the buyer's, as typed: store credit works only for its owner */
  email: string
}

/** Minutes an unpaid checkout holds a use of its code; each person gets this once per hour. */
const heldMinutes = 10
/** Milliseconds for which the shop remembers who held a use without paying. */
const rememberedFor = 60 * 60_000

/**
 * Reserves a code for a checkout that the same transaction opens. The code's row stays locked until then, so of two buyers
 * racing for the last use, the second sees the first one's checkout. An open checkout counts regardless of its age, because
 * it can still be paid; those that must make room are closed before (server/checkout/abandon-checkout.ts).
 * @param cartHash of the cart that asks: its own open checkout doesn't count against it
 * @throws ShopError 'promotion_refused', with `retryAfterSeconds` while others are paying with the last uses
 */
export async function reservePromotion(
  tx: Transaction,
  wish: PromotionRequest,
  cartHash: string,
): Promise<Promotion> {
  const [row] = await tx
    .select()
    .from(promotionCodes)
    .where(eq(promotionCodes.code, normalizePromotionCode(wish.code)))
    .for('update')
  const promotion = await usablePromotion(tx, row, wish)
  if ((await usesTooMany(tx, promotion, cartHash)) <= 0) return promotion
  const sentence = `Other buyers are using up the code ${promotion.code} right now. Try again in ${heldMinutes} minutes, or go on without it.`
  throw new ShopError('promotion_refused', sentence, {
    fields: { promotionCode: sentence },
    details: { retryAfterSeconds: String(heldMinutes * 60) },
  })
}

/**
 * A row's code, if this cart may use it today. Only payments use a code up.
 * @throws ShopError 'promotion_refused' with a specific message for each reason
 */
async function usablePromotion(
  db: Database | Transaction,
  row: PromotionRow | undefined,
  wish: PromotionRequest,
): Promise<Promotion> {
  const code = normalizePromotionCode(wish.code)
  if (!row) throw refusedPromotion(`We don’t know the code ${code}. Check the spelling.`)
  if (!row.isActive) throw refusedPromotion(`The code ${code} isn’t available anymore.`)
  if (row.expiresOn && wish.today > row.expiresOn) {
    throw refusedPromotion(`The code ${code} has expired. It was good until ${formatDate(row.expiresOn)}.`)
  }
  if (row.email && !(await mailboxesOf(db, normalizeEmail(wish.email))).includes(row.email)) {
    throw refusedPromotion(
      `The code ${code} is store credit for another email address. Use the address it was made for.`,
    )
  }
  const promotion = promotionOf(row)
  refuseOtherPlans(promotion, wish.planIds, wish.plans)
  if (row.mostUses !== null && (await paidUses(db, code)) >= row.mostUses) {
    throw refusedPromotion(`The code ${code} has been used up.`)
  }
  return promotion
}

export function promotionOf(row: PromotionRow): Promotion {
  return {
    code: row.code,
    percentOff: row.percentOff,
    amountOffCents: row.amountOffCents,
    duration: row.duration as Promotion['duration'],
    plans: row.plans as PlanId[] | null,
    expiresOn: row.expiresOn,
    mostUses: row.mostUses,
  }
}

/** Orders, plus payments set aside because they didn't match their checkout. */
async function paidUses(db: Database | Transaction, code: string): Promise<number> {
  const [ordered] = await db.select({ uses: count() }).from(orders).where(eq(orders.promotionCode, code))
  const [paid] = await db
    .select({ uses: count() })
    .from(checkouts)
    .where(
      and(eq(checkouts.promotionCode, code), isNull(checkouts.orderId), eq(checkouts.status, 'mismatched')),
    )
  return (ordered?.uses ?? 0) + (paid?.uses ?? 0)
}

/** How many open checkouts of others must be closed to make room for one more; 0 or less: none. */
async function usesTooMany(
  db: Database | Transaction,
  { code, mostUses }: Pick<Promotion, 'code' | 'mostUses'>,
  cartHash: string,
): Promise<number> {
  if (mostUses === null) return 0
  const [open] = await db
    .select({ uses: count() })
    .from(checkouts)
    .where(and(...isUnpaid(code, cartHash), eq(checkouts.status, 'open')))
  return (await paidUses(db, code)) + (open?.uses ?? 0) - mostUses + 1
}

const isUnpaid = (code: string, exceptCartHash: string) => [
  eq(checkouts.promotionCode, code),
  isNull(checkouts.orderId),
  ne(checkouts.cartHash, exceptCartHash),
]

type Row = typeof checkouts.$inferSelect
/** The cart that asks, with the same hashed keys as its checkout. */
type Asker = Pick<Row, 'cartHash' | 'addressKey' | 'subnetKey' | 'networkKey' | 'emailKey'>

/** Who a use is held for: an IPv4 address or an IPv6 /48. */
const networkOfPerson = ({ addressKey, subnetKey, networkKey }: Asker) =>
  subnetKey === null ? addressKey : networkKey

/**
 * The open checkouts to close so that one more buyer can use a limited code; none if there is room. In this order:
 * the asker's own with other carts; those of anyone who has held a use for ten minutes of this hour; all but the first of
 * each network or email. So no one holds a code longer, or more than once.
 * @param code as stored
 */
export async function checkoutsInTheWay(db: Database, code: string, asker: Asker, now: Date): Promise<Row[]> {
  const [row] = await db.select().from(promotionCodes).where(eq(promotionCodes.code, code))
  const tooMany = row ? await usesTooMany(db, promotionOf(row), asker.cartHash) : 0
  if (tooMany <= 0) return []
  const unpaid = await db
    .select()
    .from(checkouts)
    .where(
      and(
        ...isUnpaid(code, asker.cartHash),
        or(
          eq(checkouts.status, 'open'),
          and(
            eq(checkouts.status, 'abandoned'),
            gt(checkouts.createdAt, new Date(now.getTime() - rememberedFor)),
          ),
        ),
      ),
    )
    .orderBy(asc(checkouts.createdAt))
  const isSame = (one: Asker, other: Asker) =>
    networkOfPerson(one) === networkOfPerson(other) || one.emailKey === other.emailKey
  const age = ({ createdAt }: Row) => now.getTime() - createdAt.getTime()
  const isLate = (each: Row) =>
    unpaid.some((first) => isSame(first, each) && age(first) >= heldMinutes * 60_000)
  const held = unpaid.filter(({ status }) => status === 'open')
  const inTheWay = new Set([
    ...held.filter(
      (each) => networkOfPerson(each) === networkOfPerson(asker) && each.emailKey === asker.emailKey,
    ),
    ...held.filter(isLate),
    ...held.filter((each, index) => held.slice(0, index).some((earlier) => isSame(earlier, each))),
  ])
  return [...inTheWay].slice(0, tooMany)
}

/**
 * Looks up a code a buyer typed, to show its discount. It is reserved only when payment begins, and used up when paid
 * (reservePromotion).
 * @param email the buyer's, as typed
 * @throws ShopError 'promotion_refused' with a specific message for each reason
 */
export async function findPromotion(
  shop: Shop,
  code: string,
  today: CalendarDate,
  planIds: readonly PlanId[],
  plans: readonly Plan[],
  email = '',
): Promise<Promotion> {
  const [row] = await shop.db
    .select()
    .from(promotionCodes)
    .where(eq(promotionCodes.code, normalizePromotionCode(code)))
  return usablePromotion(shop.db, row, {
    code,
    today,
    planIds,
    plans,
    email,
  })
}
