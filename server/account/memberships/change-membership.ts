import type { AccountInput, AccountReply } from '../../../domain/account/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { cardLink } from '../../billing/card-page.ts'
import { nextDrop } from '../../ledger/next-drop.ts'
import type { Member } from '../../members/member.ts'
import { requireOwnMembership } from '../../members/own-membership.ts'
import { cancelRenewal, saveCancelReason, undoCancel } from '../../memberships/cancel-renewal.ts'
import { changePlan, planChoices, undoPlanChange } from '../../memberships/change-plan.ts'
import { pauseMembership, resumeMembership, skipBox } from '../../memberships/skip-box.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { readMembership } from './read-account.ts'

/** Skips the drop the member saw as the next one. Asking again, such as in a second tab, skips nothing more. */
export async function skipNextBox(shop: Shop, { id, drop }: AccountInput<'skipNextBox'>, member: Member) {
  const seen = await requireOwnMembership(shop, member, id, 'preferences')
  await skipBox(shop, { membershipId: id, drop, seen })
  return readMembership(shop, member, id)
}

/**
 * Pauses from the drop the member saw as the next one until another, one to three months later.
 * @throws ShopError 'not_possible' if the next drop has changed, such as after a skip in another tab
 */
export async function pauseBoxes(shop: Shop, input: AccountInput<'pauseBoxes'>, member: Member) {
  const { id, from, until } = input
  const seen = await requireOwnMembership(shop, member, id, 'preferences')
  const next = await nextDrop(shop.db, seen, shopDay(shop), shop.config.timeZone)
  if (next !== from && next !== until) {
    throw new ShopError('not_possible', 'Your next box has changed. Reload the page, then choose.')
  }
  await pauseMembership(shop, { membershipId: id, until, seen })
  return readMembership(shop, member, id)
}

/** Ends a pause: belts come again from the first drop that can still be changed. */
export async function resumeBoxes(shop: Shop, { id }: AccountInput<'resumeBoxes'>, member: Member) {
  const seen = await requireOwnMembership(shop, member, id, 'preferences')
  await resumeMembership(shop, { membershipId: id, seen })
  return readMembership(shop, member, id)
}

/** Ends the renewal right away without questions; paid boxes still ship (club-rules.md "Cancel"). */
export async function cancelMembership(shop: Shop, { id }: AccountInput<'cancelMembership'>, member: Member) {
  const seen = await requireOwnMembership(shop, member, id, 'money')
  await cancelRenewal(shop, { membershipId: id, seen })
  return readMembership(shop, member, id)
}

/** Saves why the payer cancelled, which they may say afterwards. */
export async function tellCancelReason(
  shop: Shop,
  { id, reason }: AccountInput<'tellCancelReason'>,
  member: Member,
) {
  await requireOwnMembership(shop, member, id, 'money')
  await saveCancelReason(shop, { membershipId: id, reason })
  return readMembership(shop, member, id)
}

/** Undoes a cancellation, until the last box has shipped. */
export async function undoCancellation(shop: Shop, { id }: AccountInput<'undoCancellation'>, member: Member) {
  const seen = await requireOwnMembership(shop, member, id, 'money')
  await undoCancel(shop, { membershipId: id, seen })
  return readMembership(shop, member, id)
}

/**
 * A link to the provider's page for changing the card: this shop never sees card data.
 * @throws ShopError 'not_possible' if nothing will be charged
 */
export async function updateCard(shop: Shop, { id }: AccountInput<'updateCard'>, member: Member) {
  const membership = await requireOwnMembership(shop, member, id, 'money')
  if (!membership.customerId || !membership.renews) {
    throw new ShopError(
      'not_possible',
      'Nothing more will be charged for this membership, so it doesn’t need a card.',
    )
  }
  return { link: await cardLink(shop, membership) }
}

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
