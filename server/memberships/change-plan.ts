import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { planChangeState } from '../../db/schema/states.ts'
import { planChanges } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { findPlan, type Plan, planChangeTerms, planChangeVersion, plansOnSale } from '../../domain/plan.ts'
import { type PermanentCode, permanentDiscount } from '../../domain/promotion.ts'
import { readPlans } from '../catalog/read-plans.ts'
import { findMembership, isHandedOver, lockMembership, type Membership } from '../ledger/find-membership.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { changedMeanwhile, whyUnpaid } from './move-drops.ts'
import { dueOf, quoteTerm } from './next-charge.ts'
import { nextTerms, openChange, syncTerms } from './next-terms.ts'

/** One plan a member can switch to for the next term, as shown before they choose. */
export type PlanChoice = {
  planId: string
  name: string
  months: number
  /** integer cents of the next charge, before tax and after a code that discounts every term; `taxCents` is its tax */
  amountCents: number
  taxCents: number
  chargeOn: CalendarDate
  /** the terms the member agrees to; stored with the change */
  terms: string
}

/**
 * The plans a membership can switch to for its next term, each with its amount and charge date.
 * @throws ShopError 'not_possible' for a gift, or if nothing renews; 'payments_unavailable'
 */
export async function planChoices(shop: Shop, membership: Membership): Promise<PlanChoice[]> {
  requireChangeable(shop, membership)
  const { plan: next, code } = await nextTerms(shop, membership)
  const plans = plansOnSale(await readPlans(shop.db)).filter(
    ({ id }) => id !== membership.planId && id !== next.id,
  )
  return Promise.all(plans.map((plan) => choiceOf(shop, membership, plan, code)))
}

async function choiceOf(
  shop: Shop,
  membership: Membership,
  plan: Plan,
  code: PermanentCode | null,
): Promise<PlanChoice> {
  const priceCents = plan.stripeAmount
  const amountCents = dueOf({
    priceCents,
    offCents: permanentDiscount(code, { planId: plan.id, priceCents }),
  })
  const chargeOn = membership.paidUntil
  const taxCents = await quoteTerm(shop, membership, plan, { on: chargeOn, amountCents })
  const { id: planId, name, months } = plan
  const terms = planChangeTerms({
    ...{ planName: name, months, amountCents, taxCents, chargeOn },
    supportEmail: shop.config.supportEmail,
  })
  return { planId, name, months, amountCents, taxCents, chargeOn, terms }
}

/**
 * Switches to another plan from the next term on: paid boxes and the next charge date stay, and no money moves now. It
 * stores the agreed terms and the price shown first, then updates the provider; if a crash comes in between, the worker
 * updates it (next-terms.ts). Choosing the current plan undoes an open change. Calling it again changes nothing.
 * @param input.username the staff member who makes the change; null: the member
 * @param input.terms the text the member read, if the member makes the change
 * @param input.seen the membership when it was found to be theirs; absent: as it is now
 * @throws ShopError 'not_possible' for a gift, if nothing renews or while a renewal is being charged; 'invalid_body' for a
 *   plan that isn't on sale; 'price_changed' if its terms aren't the ones that were read
 */
export async function changePlan(
  shop: Shop,
  input: { membershipId: string; planId: string; username: string | null; terms?: string; seen?: Membership },
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const membership = input.seen ?? (await findMembership(shop, input.membershipId))
  requireChangeable(shop, membership)
  if (input.planId === membership.planId)
    return undoPlanChange(shop, membership.id, { seen: membership, alongside })
  const plan = findPlan(plansOnSale(await readPlans(shop.db)), input.planId)
  if (!plan) {
    const sentence = 'Choose one of the plans that are on sale.'
    throw new ShopError('invalid_body', sentence, { fields: { planId: sentence } })
  }
  const before = await nextTerms(shop, membership)
  if (before.change?.toPlanId !== plan.id) {
    const { terms } = await choiceOf(shop, membership, plan, before.code)
    if (input.terms !== undefined && input.terms !== terms) throw changedTerms()
    await shop.db.transaction(async (tx) => {
      const locked = await lockMembership(tx, membership.id)
      // Renewed, moved or handed over meanwhile: the charge date or the card the member saw is out of date.
      if (
        locked.paidUntil !== membership.paidUntil ||
        locked.planId !== membership.planId ||
        isHandedOver(locked, membership)
      )
        throw changedMeanwhile()
      await settleOpen(tx, locked.id)
      const [made] = await tx
        .insert(planChanges)
        .values({
          membershipId: locked.id,
          fromPlanId: locked.planId,
          toPlanId: plan.id,
          priceCents: plan.stripeAmount,
          consent: { version: planChangeVersion, text: terms, agreedAt: shop.now().toISOString() },
          username: input.username,
          createdAt: shop.now(),
        })
        .returning({ id: planChanges.id })
      await alongside?.(tx)
      await enqueueMail(tx, shop, { kind: 'plan-changed', about: { changeId: made!.id } })
    })
  }
  await updateSubscription(shop, membership.id)
}

// The change is already stored: if the provider doesn't answer, the worker retries within minutes, long before the charge.
async function updateSubscription(shop: Shop, membershipId: string) {
  await syncTerms(shop, membershipId).catch((error: unknown) =>
    shop.log.error({ error, membershipId }, 'a change of plan is not at the provider yet; it is tried again'),
  )
  shop.wakeWorker()
}

/**
 * Undoes a change of plan that hasn't been charged yet. Calling it again changes nothing.
 * @param with.seen as in `changePlan`
 * @throws ShopError 'not_possible' while the renewal is being charged
 */
export async function undoPlanChange(
  shop: Shop,
  membershipId: string,
  { seen, alongside }: { seen?: Membership; alongside?: (tx: Transaction) => Promise<void> } = {},
): Promise<void> {
  const membership = seen ?? (await findMembership(shop, membershipId))
  if (await openChange(shop.db, membershipId)) {
    requireChangeable(shop, membership)
    await shop.db.transaction(async (tx) => {
      const locked = await lockMembership(tx, membershipId)
      if (isHandedOver(locked, membership)) throw changedMeanwhile()
      const undone = await settleOpen(tx, membershipId)
      if (!undone) return
      await alongside?.(tx)
      await enqueueMail(tx, shop, { kind: 'plan-kept', about: { changeId: undone } })
    })
  }
  await updateSubscription(shop, membershipId)
}

async function settleOpen(tx: Transaction, membershipId: string): Promise<string | undefined> {
  const [row] = await tx
    .update(planChanges)
    .set({ state: planChangeState.to('undone', planChanges.state) })
    .where(and(eq(planChanges.membershipId, membershipId), eq(planChanges.state, 'open')))
    .returning({ id: planChanges.id })
  return row?.id
}

function requireChangeable(shop: Shop, membership: Membership) {
  const { isGift, renews, status, paidUntil } = membership
  if (isGift)
    throw new ShopError(
      'not_possible',
      'A gift is paid once and never renews, so there’s no next term to change.',
    )
  if (status === 'past_due')
    throw new ShopError('not_possible', 'We couldn’t charge your last renewal. Update your card first.')
  if (!renews || status !== 'active')
    throw new ShopError('not_possible', 'This membership doesn’t renew. Undo the cancellation first.')
  if (paidUntil <= shopDay(shop))
    throw new ShopError('not_possible', `${whyUnpaid(membership)} to change the term after it.`)
}

function changedTerms(): ShopError {
  return new ShopError(
    'price_changed',
    'This plan’s price or terms have changed since you looked, so we kept your plan as it is. Open the plans again, then choose.',
  )
}
