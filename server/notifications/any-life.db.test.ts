import { like } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { memberships, outbox } from '../../db/schema.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { addDrops } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import { findPlan, type PlanId } from '../../domain/plan.ts'
import { dueRenewalNotice } from '../../domain/renewal-notices.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { bill, join, refusesRenewals } from '../../test/members.ts'
import { runSeed, seededRandom, sized } from '../../test/random.ts'
import { nextDrop } from '../ledger/next-drop.ts'
import { drainOutbox } from '../mailing/drain-outbox.ts'
import { cancelRenewal, undoCancel } from '../memberships/cancel-renewal.ts'
import { endUnpaid } from '../memberships/end-unpaid.ts'
import { pauseMembership, resumeMembership, skipBox } from '../memberships/skip-box.ts'
import { sendNotices } from './send-notices.ts'

const plans: PlanId[] = ['monthly', 'monthly', 'monthly', '6-months', '12-months']

/**
 * Members skip, pause, cancel and undo while the clock moves by one to four days, over a year in `npm run soak`: after
 * every check, each due charge was announced once, nothing else was, and no charge comes unannounced.
 */
async function liveAYear(test: TestShop, seed: number) {
  const { shop } = test
  const random = seededRandom(seed)
  const chance = (share: number) => random() < share
  const ids: string[] = []
  for (const plan of plans) ids.push((await join(test, [selfItem(plan)]))[0]!.id)
  ids.push((await join(test, [selfItem('monthly')], refusesRenewals))[0]!.id)
  const told = new Set<string>()
  let day = '2026-11-21'

  async function look() {
    await sendNotices(shop)
    if (chance(0.2)) await Promise.all([sendNotices(shop), sendNotices(shop)])
    await drainOutbox(shop)
    for (const row of await shop.db.select().from(memberships)) {
      if (!row.renews || row.status !== 'active') continue
      const days = dueRenewalNotice(findPlan(firstPlans, row.planId)!.months, row.paidUntil, day)
      if (days) told.add(`renewal-notice-${days} ${row.id}:${row.paidUntil}`)
    }
    const sent = await shop.db.select().from(outbox).where(like(outbox.kind, 'renewal-notice%'))
    const left = sent.filter((row) => row.sentAt && !row.droppedBecause)
    expect(new Set(left.map((row) => `${row.kind} ${row.subjectId}`)), `SEED=${seed}, ${day}`).toEqual(told)
    const mails = test.mails.filter((mail) => mail.kind.startsWith('renewal-notice'))
    expect(mails.length, `SEED=${seed}, ${day}: one mail a notice`).toBe(told.size)
  }

  /** Every charge now was announced. */
  async function charge() {
    const before = await shop.db.select().from(memberships)
    await bill(test)
    await endUnpaid(shop)
    for (const row of before) {
      const isDue = row.renews && row.status === 'active' && row.paidUntil <= day
      const wasTold = [7, 14, 30].some((days) =>
        told.has(`renewal-notice-${days} ${row.id}:${row.paidUntil}`),
      )
      if (isDue) expect(wasTold, `SEED=${seed}, ${day}: ${row.planId} charged untold`).toBe(true)
    }
  }

  async function wish(membershipId: string) {
    const [row] = (await shop.db.select().from(memberships)).filter(({ id }) => id === membershipId)
    const drop = await nextDrop(shop.db, row!, day, shop.config.timeZone)
    const dice = random()
    if (dice < 0.3 && drop) await skipBox(shop, { membershipId, drop })
    else if (dice < 0.45 && drop)
      await pauseMembership(shop, { membershipId, until: addDrops(drop, 1 + Math.floor(random() * 3)) })
    else if (dice < 0.65) await resumeMembership(shop, { membershipId })
    else if (dice < 0.8) await cancelRenewal(shop, { membershipId })
    else await undoCancel(shop, { membershipId })
  }

  for (let step = 0; step < sized(15, 110); step++) {
    day = addDays(day, 1 + Math.floor(random() * 4))
    test.clock.set(`${day}T17:00:00Z`)
    await charge()
    await look()
    if (!chance(0.5)) continue
    const id = ids[Math.floor(random() * ids.length)]!
    await wish(id).catch((error: unknown) => {
      if (!(error instanceof ShopError)) throw error
    })
    await look()
  }
  expect(told.size).toBeGreaterThan(0)
}

it('with random members, no notice is missing and none is sent twice', async () => {
  const test = await createTestShop()
  try {
    await liveAYear(test, runSeed())
  } finally {
    await test.close()
  }
})
