import type { Transaction } from '../../../db/database.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { describePromotion } from '../../../domain/promotion.ts'
import { readPlans } from '../../catalog/read-plans.ts'
import { createPromotion, deactivatePromotion, listPromotions } from '../../promotions/promotions.ts'
import type { Shop } from '../../shop/shop.ts'
import { giveAway } from '../../staff/give-away.ts'
import { audit, type Staff } from '../../staff/staff.ts'

type Made = { percentOff: number | null; mostUses: number | null }
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

/** What a code gives away that makes orders free: its uses, or a hundred, at the dearest plan. */
async function worthOfFree(tx: Transaction, { percentOff, mostUses }: Made): Promise<number> {
  if (percentOff !== 100) return 0
  const dearest = Math.max(0, ...(await readPlans(tx)).map(({ stripeAmount }) => stripeAmount))
  return dearest * (mostUses ?? 100)
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
