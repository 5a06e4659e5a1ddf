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
import { mailboxesOf } from '../members/mailboxes.ts'

type PromotionRow = typeof promotionCodes.$inferSelect

export type PromotionRequest = {
  /** as typed */
  code: string
  today: CalendarDate
  planIds: readonly PlanId[]
  plans: readonly Plan[]
  /** the buyer's, as typed: store credit is good for its own person alone */
  email: string
}

/** Minutes for which an unpaid checkout keeps a use of its code from others, once for each person and hour. */
const heldMinutes = 10
/** Milliseconds for which it is remembered who held a use and did not pay. */
const rememberedFor = 60 * 60_000

/**
 * A code for a checkout that the same transaction opens. The code's row stays locked until then, so of two buyers who
 * race for the last use the second sees the first one's checkout. An open one counts however old it is, because it can
 * still be paid: those that have to make room are closed before (server/checkout/abandon-checkout.ts).
 * @param cartHash of the asking cart, whose own open checkout is no use by somebody else
 * @throws ShopError 'promotion_refused', with `retryAfterSeconds` while others are paying with all that is left of it
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
  const sentence = `Others are paying with all that is left of the code ${promotion.code} at this moment. Try again in ${heldMinutes} minutes, or go on without it.`
  throw new ShopError('promotion_refused', sentence, {
    fields: { promotionCode: sentence },
    details: { retryAfterSeconds: String(heldMinutes * 60) },
  })
}

/**
 * The code of a row, when this cart may use it today. Only what was paid uses a code up.
 * @throws ShopError 'promotion_refused' with a sentence of its own for every reason
 */
export async function usablePromotion(
  db: Database | Transaction,
  row: PromotionRow | undefined,
  wish: PromotionRequest,
): Promise<Promotion> {
  const code = normalizePromotionCode(wish.code)
  if (!row) throw refusedPromotion(`We do not know the code ${code}. Check how it is spelled.`)
  if (!row.isActive) throw refusedPromotion(`The code ${code} is no longer offered.`)
  if (row.expiresOn && wish.today > row.expiresOn) {
    throw refusedPromotion(`The code ${code} has expired. It was good until ${formatDate(row.expiresOn)}.`)
  }
  if (row.email && !(await mailboxesOf(db, normalizeEmail(wish.email))).includes(row.email)) {
    throw refusedPromotion(
      `The code ${code} is store credit of another email address. Use the address that it was made for as yours.`,
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

/** Orders, and payments that came in and are about to become one. */
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

/** How many open checkouts of others have to be closed before one more can be opened; 0 or less: none. */
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
/** Whose cart asks: hashed, as its checkout has it. */
type Asker = Pick<Row, 'cartHash' | 'addressKey' | 'subnetKey' | 'networkKey' | 'emailKey'>

/** Whom a use is held for: an address of IPv4, a /48 of IPv6. */
const networkOfPerson = ({ addressKey, subnetKey, networkKey }: Asker) =>
  subnetKey === null ? addressKey : networkKey

/**
 * The open checkouts that have to be closed so that one more buyer can use a limited code; none where there is room. They
 * are the asker's own with another cart, then those of whoever has held a use for ten minutes within this hour, in whatever
 * carts, then all but the first of a network or an email. So nobody keeps a code from others for longer, or more than once.
 * @param code as it is kept
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
