import { asc, eq } from 'drizzle-orm'
import { boxes, membershipPayments, memberships } from '../../db/schema.ts'
import { addDrops } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { refundBoxes } from '../../server/billing/refund-boxes.ts'
import { giveCredit } from '../../server/credit/store-credit.ts'
import { cancelRenewal, undoCancel } from '../../server/memberships/cancel-renewal.ts'
import { changePlan } from '../../server/memberships/change-plan.ts'
import { pauseMembership, resumeMembership, skipBox } from '../../server/memberships/skip-box.ts'
import type { ClubMonths } from './club-months.ts'
import type { ModelMembership } from './model-membership.ts'
import {
  nextDrop,
  type Outcome,
  renews,
  wishBack,
  wishCancel,
  wishLater,
  wishPlan,
  wishRefund,
  wishUndo,
} from './model-wishes.ts'
import { places } from './places.ts'

const goodCard = '4242424242424242'
const refusesCharges = '4000000000000341'

/** A sentence about an action with an unexpected result; null: all as expected. */
type Surprise = string | null

/** One member does something, or something happens to them. */
export async function live(club: ClubMonths, member: ModelMembership): Promise<Surprise> {
  const { chance, oneOf, test } = club
  const { shop } = test
  const now = test.clock.now()
  const membershipId = member.id
  const next = nextDrop(member, now)
  const wish = oneOf([
    'skip',
    'skip',
    'pause',
    'resume',
    'resume',
    'cancel',
    'undo',
    'undo',
    'refund',
    'card',
    'move',
    'plan',
    'plan',
    'credit',
    'credit',
  ])
  member.diary.push(
    `${now.toISOString()} ${member.status}${member.draft ? ', being charged' : ''}, paid until ${member.paidUntil}, next ${next}: ${wish}`,
  )
  switch (wish) {
    case 'skip':
      if (!next) return null
      return expectOutcome(club, wish, wishLater(member, 1, now), () =>
        skipBox(shop, { membershipId, drop: next }),
      )
    case 'pause': {
      if (!next) return null
      const months = oneOf([1, 2, 3])
      const until = addDrops(next, months)
      return expectOutcome(club, wish, wishLater(member, months, now), () =>
        pauseMembership(shop, { membershipId, until }),
      )
    }
    case 'resume':
      return expectOutcome(club, wish, wishBack(member, now), () => resumeMembership(shop, { membershipId }))
    case 'cancel':
      return expectOutcome(club, wish, wishCancel(member), () => cancelRenewal(shop, { membershipId }))
    case 'undo':
      return expectOutcome(club, wish, wishUndo(member, now), () => undoCancel(shop, { membershipId }))
    case 'credit':
      return giveSome(club, member)
    case 'refund': {
      if (member.hadCredit) return null
      const ids = await boxIdsOf(club, member)
      const chosen = ids.map((_, place) => place).filter(() => chance(0.4))
      if (chosen.length === 0) return null
      const boxIds = chosen.map((place) => ids[place]!)
      return expectOutcome(club, wish, wishRefund(member, chosen), () =>
        refundBoxes(shop, { membershipId, boxIds }),
      )
    }
    case 'plan': {
      const planId = oneOf(['monthly', '6-months', '12-months'] as const)
      return expectOutcome(club, `${wish} ${planId}`, wishPlan(member, planId, now), () =>
        changePlan(shop, { membershipId, planId, username: null }),
      )
    }
    case 'card':
      if (renews(member)) breakCard(club, member)
      return null
    default:
      return moveAway(club, member)
  }
}

/** Staff give store credit to a buyer with only one membership, so that it pays only that membership's bills. */
async function giveSome({ test, members, oneOf }: ClubMonths, member: ModelMembership): Promise<null> {
  const isAlone = members.filter(({ cart }) => cart === member.cart).length === 1
  if (!isAlone || !renews(member) || member.draft || member.unpaid || member.examined > 0) return null
  const { shop } = test
  const [row] = await shop.db.select().from(memberships).where(eq(memberships.id, member.id))
  const amountCents = oneOf([1, 1_250, 6_940, 6_950, 20_000])
  const gift = { email: row!.payerEmail!, amountCents, words: 'Thanks.', key: crypto.randomUUID() }
  await giveCredit(shop, gift, async () => {})
  member.creditCents += amountCents
  member.hadCredit = true
  return null
}

async function expectOutcome(
  { test, chance }: ClubMonths,
  wish: string,
  expected: Outcome,
  act: () => Promise<unknown>,
): Promise<Surprise> {
  if (chance(0.03)) test.stripe.fail({ method: 'POST', when: 'after', how: 'reset', times: 2 })
  try {
    await repeated(test, act)
    return expected === 'done' ? null : `${wish} was done, but must be refused`
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== 'not_possible') throw error
    return expected === 'refused' ? null : `${wish} was refused: ${error.message}`
  }
}

// The reply was lost twice, so the member asks again.
async function repeated({ stripe }: ClubMonths['test'], act: () => Promise<unknown>) {
  try {
    await act()
  } catch (error) {
    stripe.mend()
    if (!(error instanceof ShopError) || error.code !== 'payments_unavailable') throw error
    await act()
  }
  stripe.mend()
}

/** The ids in the order of the model's boxes: by payment, then by place. */
async function boxIdsOf({ test }: ClubMonths, member: ModelMembership): Promise<string[]> {
  const rows = await test.shop.db
    .select({ id: boxes.id })
    .from(boxes)
    .innerJoin(membershipPayments, eq(boxes.paymentId, membershipPayments.id))
    .where(eq(boxes.membershipId, member.id))
    .orderBy(asc(membershipPayments.paidAt), asc(boxes.ordinal))
  return rows.map((row) => row.id)
}

function breakCard({ test }: ClubMonths, member: ModelMembership) {
  if (!member.card.isGood) return
  test.stripe.turnCards(member.customerId, refusesCharges)
  member.card.isGood = false
}

/** Some members with an unpaid renewal get a new card, a few days later or just in time; the others never do. */
export function mendCards(
  { test, members, chance }: ClubMonths,
  mends: (member: ModelMembership) => boolean,
) {
  for (const member of members) {
    const since = member.unpaid?.heardOn && +test.clock.now() - +member.unpaid.chargeAt
    const isInTime = since && since > 4 * 24 * 60 * 60_000 && since < 20 * 24 * 60 * 60_000
    if (!isInTime || member.card.isGood || !mends(member) || !chance(0.4)) continue
    test.stripe.changeCard(member.customerId, goodCard)
    Object.assign(member.card, { isGood: true, isFollowed: false })
  }
}

// Skipped while a bill is under way, because its tax is that of the address it was made for.
async function moveAway({ test, oneOf }: ClubMonths, member: ModelMembership): Promise<null> {
  if (member.draft || member.unpaid) return null
  const place = oneOf(places)
  const { rate: _, ...address } = place
  const [row] = await test.shop.db.select().from(memberships).where(eq(memberships.id, member.id))
  await test.shop.db
    .update(memberships)
    .set({ address: { ...(row!.address as object), ...address } })
    .where(eq(memberships.id, member.id))
  member.place = place
  return null
}
