import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { planChangeState } from '../../db/schema/states.ts'
import { planChanges } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { findPlan, type Plan, plansOnSale } from '../../domain/plan.ts'
import { planChangeTerms, planChangeVersion } from '../../domain/plan-change.ts'
import { readPlans } from '../catalog/read-plans.ts'
import { findMembership, lockMembership, type Membership } from '../ledger/find-membership.ts'
import { shopDay } from '../ledger/shop-day.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import type { Shop } from '../shop/shop.ts'
import { dueOf, quoteTerm } from './next-charge.ts'
import { nextTerms, openChange, syncTerms } from './next-terms.ts'

/** One plan that a member can have from the next term on, as it is shown before the click. */
export type PlanChoice = {
  planId: string
  name: string
  months: number
  /** integer cents of the next charge: before tax, after a code that takes something off every term; and its tax */
  amountCents: number
  taxCents: number
  chargeOn: CalendarDate
  /** what is agreed to, and kept */
  terms: string
}

/**
 * The plans to which a membership can change for its next term, each with its sum and its day.
 * @throws ShopError 'not_possible' for a gift, or where nothing renews; 'payments_unavailable'
 */
export async function planChoices(shop: Shop, membership: Membership): Promise<PlanChoice[]> {
  requireChangeable(shop, membership)
  const { plan: next, offCents } = await nextTerms(shop, membership)
  const plans = plansOnSale(await readPlans(shop.db)).filter(
    ({ id }) => id !== membership.planId && id !== next.id,
  )
  return Promise.all(plans.map((plan) => choiceOf(shop, membership, plan, offCents)))
}

async function choiceOf(
  shop: Shop,
  membership: Membership,
  plan: Plan,
  offCents: number,
): Promise<PlanChoice> {
  const amountCents = dueOf({ priceCents: plan.stripeAmount, offCents })
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
 * Another plan from the next term on: paid boxes and the day of the next charge stay, and no money moves now. What was
 * agreed to is written down first, with the price that was shown; then the provider is told, and told again by the worker
 * where a crash came in between (next-terms.ts). Choosing the plan that is had takes an open change back. Asked again it
 * changes nothing.
 * @param input.username who of the staff does it; null: the member
 * @throws ShopError 'not_possible' for a gift, where nothing renews or while a renewal is being charged, 'invalid_body' for
 *   a plan that is not sold
 */
export async function changePlan(
  shop: Shop,
  input: { membershipId: string; planId: string; username: string | null },
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const membership = await findMembership(shop, input.membershipId)
  requireChangeable(shop, membership)
  if (input.planId === membership.planId) return undoPlanChange(shop, membership.id, alongside)
  const plan = findPlan(plansOnSale(await readPlans(shop.db)), input.planId)
  if (!plan) {
    const sentence = 'Choose one of the plans that are on sale.'
    throw new ShopError('invalid_body', sentence, { fields: { planId: sentence } })
  }
  const before = await nextTerms(shop, membership)
  if (before.change?.toPlanId !== plan.id) {
    const { terms } = await choiceOf(shop, membership, plan, before.offCents)
    await shop.db.transaction(async (tx) => {
      const locked = await lockMembership(tx, membership.id)
      // Renewed or moved meanwhile: the day that was shown is another.
      if (locked.paidUntil !== membership.paidUntil || locked.planId !== membership.planId)
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

// It is written down: where the provider does not answer, the worker tells it within minutes, long before the charge.
async function updateSubscription(shop: Shop, membershipId: string) {
  await syncTerms(shop, membershipId).catch((error: unknown) =>
    shop.log.error({ error, membershipId }, 'a change of plan is not at the provider yet; it is tried again'),
  )
  shop.wakeWorker()
}

/**
 * Takes a change of plan back, as long as it is not charged. Asked again it changes nothing.
 * @throws ShopError 'not_possible' while the renewal is being charged
 */
export async function undoPlanChange(
  shop: Shop,
  membershipId: string,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const membership = await findMembership(shop, membershipId)
  if (await openChange(shop.db, membershipId)) {
    requireChangeable(shop, membership)
    await shop.db.transaction(async (tx) => {
      await lockMembership(tx, membershipId)
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

function requireChangeable(shop: Shop, { isGift, renews, status, paidUntil }: Membership) {
  if (isGift)
    throw new ShopError(
      'not_possible',
      'A gift is paid once and never renews: there is no next term to change.',
    )
  if (status === 'past_due')
    throw new ShopError('not_possible', 'Your last renewal could not be charged. Update your card first.')
  if (!renews || status !== 'active')
    throw new ShopError('not_possible', 'This membership does not renew. Undo the cancellation first.')
  if (paidUntil <= shopDay(shop))
    throw new ShopError(
      'not_possible',
      'Your renewal is being charged at this moment. Try again in an hour: the term after it can be changed then.',
    )
}

function changedMeanwhile(): ShopError {
  return new ShopError(
    'not_possible',
    'This membership was changed or renewed at this moment. Look at it again, then choose.',
  )
}
