import { and, count, eq, gt, isNull, ne, or } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { checkouts, orders, promotionCodes } from '../../db/schema.ts'
import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts'
import { normaliseEmail } from '../../domain/email.ts'
import type { Plan, PlanId } from '../../domain/plan.ts'
import {
  normalisePromotionCode,
  type Promotion,
  refusedPromotion,
  refuseOtherPlans,
} from '../../domain/promotion.ts'

type PromotionRow = typeof promotionCodes.$inferSelect

export type PromotionWish = {
  /** as typed */
  code: string
  today: CalendarDate
  now: Date
  planIds: readonly PlanId[]
  plans: readonly Plan[]
  /** the asking cart's own open checkout is no use by somebody else */
  exceptCartHash: string
  /** the buyer's, as typed: store credit is good for its own person alone */
  email: string
}

/** Milliseconds for which an open, unpaid checkout keeps a use of its code from others. */
export const keptFor = 60 * 60_000

/**
 * A code for a checkout that the same transaction opens. The code's row stays locked until then, so of two buyers who
 * race for the last use the second sees the first one's checkout. An open one counts however old it is, because it can
 * still be paid: those that were left are closed before (server/checkout/abandon-checkout.ts).
 * @throws ShopError 'promotion_refused'
 */
export async function reservePromotion(tx: Transaction, wish: PromotionWish): Promise<Promotion> {
  const [row] = await tx
    .select()
    .from(promotionCodes)
    .where(eq(promotionCodes.code, normalisePromotionCode(wish.code)))
    .for('update')
  return usablePromotion(tx, row, wish, new Date(0))
}

/**
 * The code of a row, when this cart may use it today.
 * @param heldSince open checkouts from before do not count as a use
 * @throws ShopError 'promotion_refused' with a sentence of its own for every reason
 */
export async function usablePromotion(
  db: Database | Transaction,
  row: PromotionRow | undefined,
  wish: PromotionWish,
  heldSince: Date = new Date(wish.now.getTime() - keptFor),
): Promise<Promotion> {
  const code = normalisePromotionCode(wish.code)
  if (!row) throw refusedPromotion(`We do not know the code ${code}. Check how it is spelled.`)
  if (!row.isActive) throw refusedPromotion(`The code ${code} is no longer offered.`)
  if (row.expiresOn && wish.today > row.expiresOn) {
    throw refusedPromotion(`The code ${code} has expired. It was good until ${formatDate(row.expiresOn)}.`)
  }
  if (row.email && row.email !== normaliseEmail(wish.email)) {
    throw refusedPromotion(
      `The code ${code} is store credit of another email address. Use the address that it was made for as yours.`,
    )
  }
  const promotion = promotionOf(row)
  refuseOtherPlans(promotion, wish.planIds, wish.plans)
  if (row.mostUses !== null && (await usesOf(db, wish, heldSince)) >= row.mostUses) {
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

/** Orders, payments that are about to become one, and what others are paying for. */
export async function usesOf(
  db: Database | Transaction,
  { code, exceptCartHash }: Pick<PromotionWish, 'code' | 'exceptCartHash'>,
  heldSince: Date,
): Promise<number> {
  const same = normalisePromotionCode(code)
  const [ordered] = await db.select({ uses: count() }).from(orders).where(eq(orders.promotionCode, same))
  const [underWay] = await db
    .select({ uses: count() })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.promotionCode, same),
        isNull(checkouts.orderId),
        or(
          eq(checkouts.status, 'mismatched'),
          and(
            eq(checkouts.status, 'open'),
            gt(checkouts.createdAt, heldSince),
            ne(checkouts.cartHash, exceptCartHash),
          ),
        ),
      ),
    )
  return (ordered?.uses ?? 0) + (underWay?.uses ?? 0)
}
