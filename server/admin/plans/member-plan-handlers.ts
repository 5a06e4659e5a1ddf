import type { Transaction } from '../../../db/database.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { findMembership } from '../../ledger/find-membership.ts'
import { changePlan, planChoices, undoPlanChange } from '../../memberships/change-plan.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'

/** Plans a member can change to for the next term. @throws ShopError as planChoices */
export async function listMemberPlans(
  shop: Shop,
  { membershipId }: AdminInput<'listMemberPlans'>,
): Promise<AdminReply<'listMemberPlans'>> {
  return { plans: await planChoices(shop, await findMembership(shop, membershipId)) }
}

/** Changes a member's plan for them; the member gets an email. @throws ShopError as changePlan */
export async function changeMemberPlan(
  shop: Shop,
  { membershipId, planId }: AdminInput<'changeMemberPlan'>,
  staff: Staff,
): Promise<AdminReply<'changeMemberPlan'>> {
  const input = { membershipId, planId, username: staff.username }
  await changePlan(shop, input, noted(shop, staff, membershipId, 'membership.plan', { planId }))
  return { success: true }
}

/** Undoes a plan change that hasn't been charged. @throws ShopError as undoPlanChange */
export async function undoMemberPlan(
  shop: Shop,
  { membershipId }: AdminInput<'undoMemberPlan'>,
  staff: Staff,
): Promise<AdminReply<'undoMemberPlan'>> {
  await undoPlanChange(shop, membershipId, {
    alongside: noted(shop, staff, membershipId, 'membership.plan-undo', null),
  })
  return { success: true }
}

const noted =
  (shop: Shop, staff: Staff, entityId: string, action: string, after: unknown) => (tx: Transaction) =>
    audit(tx, staff, shop.now(), { action, entity: 'memberships', entityId, after })
