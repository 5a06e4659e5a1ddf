import type { Transaction } from '../../../db/database.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { describePromotion, type Promotion } from '../../../domain/promotion.ts'
import { readPlans } from '../../catalog/read-plans.ts'
import { createPromotion, deactivatePromotion, listPromotions } from '../../promotions/promotions.ts'
import type { Shop } from '../../shop/shop.ts'
import { giveAway } from '../../staff/give-away.ts'
import { audit, type Staff } from '../../staff/staff.ts'

const entity = 'promotion_codes'

/** Every code, newest first. */
export async function listCodes(shop: Shop): Promise<AdminReply<'listPromotions'>> {
  const listed = await listPromotions(shop)
  const plans = await readPlans(shop.db)
  return {
    promotions: listed.map(({ promotion, isActive, uses }) => ({
      ...promotion,
      description: describePromotion(promotion, plans),
      isActive,
      uses,
    })),
  }
}

/** @throws ShopError 'invalid_body', 'not_possible' if the code exists */
export async function createCode(
  shop: Shop,
  input: AdminInput<'createPromotion'>,
  staff: Staff,
): Promise<AdminReply<'createPromotion'>> {
  await shop.db.transaction(async (tx) => {
    const made = await createPromotion({ ...shop, db: tx }, input)
    await giveAway(tx, shop, staff, { kind: 'free-code', amountCents: await worthOfFree(tx, made) })
    await audit(tx, staff, shop.now(), {
      action: 'promotion.create',
      entity,
      entityId: made.code,
      after: made,
    })
  })
  return { success: true }
}

/** A code that leaves less than this share of a price isn't a discount anymore, but a gift. */
const leastPaid = 0.1

/**
 * What a code gives away that makes orders free, or nearly: its uses, or a hundred, of what it takes off the dearest such plan.
 */
async function worthOfFree(tx: Transaction, made: Promotion): Promise<number> {
  const { plans, percentOff, amountOffCents, mostUses } = made
  const takenOff = (await readPlans(tx))
    .filter(({ id }) => plans === null || plans.includes(id))
    .map(({ stripeAmount }) => ({
      stripeAmount,
      off: Math.min(stripeAmount, amountOffCents ?? (stripeAmount * (percentOff ?? 0)) / 100),
    }))
    .filter(({ stripeAmount, off }) => stripeAmount - off < stripeAmount * leastPaid)
  return Math.round(Math.max(0, ...takenOff.map(({ off }) => off))) * (mostUses ?? 100)
}

/** @throws ShopError 'not_found' */
export async function endCode(
  shop: Shop,
  { code }: AdminInput<'endPromotion'>,
  staff: Staff,
): Promise<AdminReply<'endPromotion'>> {
  await shop.db.transaction(async (tx) => {
    await deactivatePromotion({ ...shop, db: tx }, code)
    await audit(tx, staff, shop.now(), { action: 'promotion.end', entity, entityId: code })
  })
  return { success: true }
}
