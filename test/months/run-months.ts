import { asc, eq } from 'drizzle-orm'
import { membershipPayments } from '../../db/schema.ts'
import { addDrops } from '../../domain/drop.ts'
import { type Dispute, openDispute } from '../stripe/dispute.ts'
import type { Buyer } from './buyers.ts'
import type { ClubMonths } from './club-months.ts'
import { differences } from './differences.ts'
import { live, mendCards } from './live.ts'
import { end, startOver } from './model-hearing.ts'
import type { ModelBox, ModelMembership } from './model-membership.ts'

type Course = {
  /** "YYYY-MM" */
  from: string
  months: number
  buyers: Buyer[]
  /** how likely a member is to do something on each of the six days a month */
  liveliness: number
}

const lifeDays = ['01', '05', '12', '19', '24', '28']

/**
 * Runs through the months.
 * @returns the first surprise as a sentence, or null
 */
export async function runMonths(club: ClubMonths, course: Course): Promise<string | null> {
  const { test, chance, oneOf, members } = club
  const waiting = [...course.buyers]
  let open: OpenDispute[] = []
  let disputes = 0

  async function reach(at: Date) {
    while (waiting[0] && waiting[0].at < at) {
      const buyer = waiting.shift()!
      await club.liveUntil(buyer.at)
      await club.join(buyer)
    }
    await club.liveUntil(at)
  }

  async function bank() {
    const now = test.clock.now()
    for (const each of open.filter(({ closesAt }) => closesAt <= now)) await decide(club, each)
    open = open.filter(({ closesAt }) => closesAt > now)
    if (members.length === 0 || !chance(0.06)) return
    const opened = await dispute(club, oneOf(members), disputes % 2 === 0 ? 'lost' : 'won')
    if (!opened) return
    disputes++
    open.push(opened)
  }

  for (let index = 0; index < course.months; index++) {
    const month = addDrops(course.from, index)
    for (const date of lifeDays) {
      // Odd hours, so that a bill is sometimes under way.
      const at = new Date(
        `${month}-${date}T${oneOf(['15', '16', '17', '19'])}:${oneOf(['05', '30', '55'])}:00Z`,
      )
      await reach(at)
      // The worker may be away, but not while a bill waits for its tax, nor when boxes ship.
      const isHeard = date === '05' || members.some((member) => member.draft) || !chance(0.2)
      if (isHeard) await club.work()
      if (date === '05') await club.ship(month)
      mendCards(club, (member) => member.cart % 2 === 0)
      // A new card pays an open bill as soon as the shop looks, so what its member may do is open until then.
      const isSettled = ({ unpaid, card }: (typeof members)[number]) => !(unpaid && card.isGood)
      const lively = members.filter(() => chance(course.liveliness)).filter(isSettled)
      for (const member of lively) {
        const surprise = await live(club, member)
        if (surprise) return `${surprise}\n${member.diary.join('\n')}`
      }
      if (lively.length > 0 || !isHeard) await club.work()
      await bank()
      const different = date === '28' || date === '12' ? await differences(club) : null
      if (different) return `${at.toISOString()}: ${different}`
    }
  }
  for (const each of open) await decide(club, each)
  await reach(new Date(`${addDrops(course.from, course.months)}-01T15:00:00Z`))
  await club.work()
  return differences(club)
}

type OpenDispute = {
  dispute: Dispute
  /** the memberships the payment was for */
  touched: ModelMembership[]
  boxes: () => ModelBox[]
  closesAt: Date
  endsAs: 'won' | 'lost'
}

/** A buyer disputes a membership's payment at the bank; null if it can't be disputed. */
async function dispute(
  club: ClubMonths,
  member: ModelMembership,
  endsAs: 'won' | 'lost',
): Promise<OpenDispute | null> {
  // This simulation doesn't cover what happens to the credit in a bill that is refunded or charged back.
  if (member.hadCredit) return null
  const { test, members } = club
  const rows = await test.shop.db
    .select({ intentId: membershipPayments.intentId })
    .from(membershipPayments)
    .where(eq(membershipPayments.membershipId, member.id))
    .orderBy(asc(membershipPayments.paidAt))
  const payment = rows.length - 1
  const intentId = rows[payment]?.intentId
  const charge = test.stripe.charges().find((each) => each.paid && each.payment_intent === intentId)
  if (!charge || charge.disputed) return null
  const touched = payment === 0 ? members.filter((each) => each.cart === member.cart) : [member]
  const boxes = () =>
    touched.flatMap((each) => each.boxes.filter((box) => box.payment === payment && box.state !== 'shipped'))
  const opened = openDispute(test.stripe.world, charge)
  for (const box of boxes()) if (box.state === 'owed') box.state = 'held'
  for (const each of touched) each.examined++
  await club.work()
  const closesAt = new Date(+test.clock.now() + 40 * 24 * 60 * 60_000)
  return { dispute: opened, touched, boxes, closesAt, endsAs }
}

/** The bank decides. */
async function decide(club: ClubMonths, { dispute, touched, boxes, endsAs }: OpenDispute) {
  club.test.stripe.closeDispute(dispute.id, endsAs)
  for (const box of boxes()) if (box.state === 'held') box.state = endsAs === 'won' ? 'owed' : 'cancelled'
  for (const each of touched) {
    each.examined--
    // A gift has nothing left to charge.
    if (endsAs === 'lost' && !each.isGift) end(each)
    if (endsAs === 'won') startOver(each, club.test.clock.now())
  }
  await club.work()
}
