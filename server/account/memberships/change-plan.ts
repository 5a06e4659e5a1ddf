import type { AccountInput, AccountReply } from '../../../domain/account/contracts.ts'
import type { Member } from '../../members/member.ts'
import { requireOwnMembership } from '../../members/own-membership.ts'
import { changePlan, planChoices, undoPlanChange } from '../../memberships/change-plan.ts'
import type { Shop } from '../../shop/shop.ts'
import { readMembership } from './read-account.ts'

/** Plans the member can have for the next term, each with its price, date and terms. */
export async function listPlanChoices(
  shop: Shop,
  { id }: AccountInput<'listPlanChoices'>,
  member: Member,
): Promise<AccountReply<'listPlanChoices'>> {
  return { plans: await planChoices(shop, await requireOwnMembership(shop, member, id, 'money')) }
}

/** POST /api/account/memberships/{id}/plan. @throws ShopError as changePlan */
export async function changeOwnPlan(
  shop: Shop,
  { id, planId, terms = '' }: AccountInput<'changePlan'>,
  member: Member,
) {
  const seen = await requireOwnMembership(shop, member, id, 'money')
  await changePlan(shop, { membershipId: id, planId, username: null, terms, seen })
  return readMembership(shop, member, id)
}

/** DELETE /api/account/memberships/{id}/plan. @throws ShopError as undoPlanChange */
export async function undoOwnPlanChange(shop: Shop, { id }: AccountInput<'undoPlanChange'>, member: Member) {
  const seen = await requireOwnMembership(shop, member, id, 'money')
  await undoPlanChange(shop, id, { seen })
  return readMembership(shop, member, id)
}
