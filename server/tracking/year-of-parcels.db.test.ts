import { and, eq, inArray, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import {
  beltVariants,
  boxes,
  delays,
  demoParcels,
  exchanges,
  outbox,
  parcels,
  products,
} from '../../db/schema.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { toldAhead } from '../../domain/delay.ts'
import { addDrops } from '../../domain/drop.ts'
import { terms } from '../../domain/terms.ts'
import { signIn } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { sized } from '../../test/random.ts'
import { demoCarrier, type Fate } from '../adapters/demo-carrier.ts'
import { answerDelay } from '../delays/answer-delay.ts'
import { notifyDelays } from '../delays/notify-delays.ts'
import { decideClaim } from '../exchanges/decide-claim.ts'
import { fileExchanges } from '../exchanges/file-exchanges.ts'
import { requestExchange } from '../exchanges/request-exchange.ts'
import { finishLabels } from '../parcels/labels.ts'
import { shopDay } from '../shop/shop.ts'
import { pollTracking } from './track-parcels.ts'

const members = sized(3, 300)
const months = sized(6, 12)
/** In the full year parcels are looked at every day, in the small half on these alone. */
const isFull = sized(0, 1) === 1
const looks = [3, 7, 11, 15, 19, 24, 28]

/** Of so many parcels, which are lost, come back or are late; counted, so that each run has its share of them. */
const turns = sized(
  { of: 20, lost: [7], returned: [3, 11], late: [5] },
  { of: 100, lost: [17], returned: [9, 42], late: [5, 25, 45, 65, 85] },
)
function inTurn() {
  const known = new Map<string, Fate>()
  return (reference: string): Fate => {
    if (!known.has(reference)) {
      const n = known.size % turns.of
      const fates = ['lost', 'returned', 'late'] as const
      known.set(reference, fates.find((fate) => turns[fate].includes(n)) ?? 'delivered')
    }
    return known.get(reference)!
  }
}

/** A belt of its own for each month, and enough of it. */
async function addBelt(test: TestShop, drop: string) {
  const [model] = await test.shop.db.select().from(products).where(eq(products.gender, 'male')).limit(1)
  const { id: _, ...like } = model!
  const [made] = await test.shop.db
    .insert(products)
    .values({ ...like, name: `Belt of ${drop}`, sku: `Y-${drop}`, slug: `y-${drop}`, drop })
    .returning()
  await test.shop.db.insert(beltVariants).values({ productId: made!.id, size: '36', stock: 10 * members })
  return made!
}

it('a year of parcels: everyone has the belt, the money or a choice, and nothing twice', async () => {
  const test = await createTestShop({
    now: '2026-11-21T15:00:00Z',
    carrier: (db, now) => demoCarrier(db, now, inTurn()),
  })
  const { db } = test.shop
  try {
    for (let n = 0; n < members; n++) {
      const shippingDetails = {
        ...selfItem().shippingDetails!,
        fullName: `Member ${n}`,
        email: `m${n}@example.com`,
      }
      await join(test, [selfItem(sized('6-months', '12-months'), { size: '36', shippingDetails })])
    }
    // After the last drop, replacements still ship, arrive, and may be lost again.
    for (let index = 0; index < months + 4; index++) {
      const drop = addDrops('2026-12', index)
      test.clock.set(`${drop}-02T15:00:00Z`)
      const packer = await signIn(test, 'packer')
      const belt = await addBelt(test, drop)
      const owed = await db
        .select()
        .from(boxes)
        .where(and(eq(boxes.drop, drop), eq(boxes.state, 'owed')))
        .orderBy(boxes.createdAt)
      // In two months a belt is short of two: one of them says that they wait, the other nothing.
      const short = sized([1, 4], [3, 7]).includes(index) ? 2 : 0
      for (const [place, box] of owed.entries())
        await db
          .update(boxes)
          .set(
            place < short
              ? { state: 'held', holdReason: 'stock' }
              : { state: 'assigned', productId: belt.id, size: '36' },
          )
          .where(eq(boxes.id, box.id))
      // What is sent again leaves with the drop.
      await db
        .update(boxes)
        .set({ drop })
        .where(and(eq(boxes.kind, 'replacement'), eq(boxes.state, 'assigned')))
      const path = `/api/admin/drops/${drop}`
      await packer.post(`${path}/pack`)
      let labels = (await packer.post(`${path}/labels/quote`, { ounces: 12 })).body
      while (labels.wanted > 0) labels = (await packer.post(`${path}/labels/quote`, { ounces: 12 })).body
      while (labels.quoted > 0)
        labels = (await packer.post(`${path}/labels/buy`, { upToCents: labels.quotedCents })).body
      await packer.post(`${path}/labels/ship`)
      const last = addDays(`${addDrops(drop, 1)}-01`, -1)
      for (let today = `${drop}-02`; today <= last; today = addDays(today, 1)) {
        test.clock.set(`${today}T15:00:00Z`)
        const day = Number(today.slice(8))
        // Twice on some days: a second look finds nothing to do.
        for (let look = 0; look < (looks.includes(day) ? 2 : 1); look++) {
          if (isFull || looks.includes(day)) {
            await pollTracking(test.shop)
            await finishLabels(test.shop)
            await fileExchanges(test.shop)
          }
          await notifyDelays(test.shop)
        }
        if (looks.includes(day)) await choose(test, day)
      }
    }
    await expectEverybodyServed(test)
  } finally {
    await test.close()
  }
})

/** Everyone with a choice makes it: a lost belt is resent or refunded, one late belt is waited for. */
async function choose(test: TestShop, day: number) {
  const { db } = test.shop
  const troubled = await db
    .select()
    .from(boxes)
    .where(inArray(boxes.trouble, ['lost', 'returned']))
  for (const box of troubled) {
    const [living] = await db.select().from(exchanges).where(eq(exchanges.boxId, box.id))
    if (living || !['shipped', 'delivered'].includes(box.state)) continue
    const asked = await db.$count(exchanges)
    const remedy = asked % 2 === 0 && box.kind === 'owed' ? 'refund' : 'replacement'
    await requestExchange(test.shop, { boxId: box.id, kind: 'lost', remedy, askedBy: 'member' })
    // A person decides from someone's second claim on, and gives what they asked for.
    const claimed = and(eq(exchanges.boxId, box.id), eq(exchanges.state, 'claimed'))
    for (const { id } of await db.select().from(exchanges).where(claimed))
      await decideClaim(test.shop, { exchangeId: id, remedy })
  }
  const [open] = await db
    .select()
    .from(delays)
    .where(sql`${delays.endedAt} is null and ${delays.answer} is null`)
    .orderBy(delays.createdAt)
  if (open && day === 7)
    await answerDelay(test.shop, { delayId: open.id, answer: 'wait', by: 'm0@example.com' })
}

async function expectEverybodyServed(test: TestShop) {
  const { db } = test.shop
  const all = await db.select().from(boxes)
  const asked = await db.select().from(exchanges)
  const open = await db.select().from(delays).where(sql`${delays.endedAt} is null`)
  const replacementOf = new Map(asked.map(({ boxId, replacementBoxId }) => [boxId, replacementBoxId]))
  const isServed = (box: (typeof all)[number]): boolean => {
    if (box.state === 'refunded' || box.refundId) return true
    const again = replacementOf.get(box.id)
    if (again) return isServed(all.find(({ id }) => id === again)!)
    return box.state === 'delivered' || open.some(({ boxId }) => boxId === box.id)
  }
  const owed = all.filter(({ kind, drop }) => kind === 'owed' && drop < addDrops('2026-12', months))
  expect(owed).toHaveLength(members * months)
  expect(owed.filter((box) => !isServed(box))).toEqual([])
  // Each outcome and each choice occurred, and each was announced once.
  expect(new Set(asked.map(({ remedy }) => remedy))).toEqual(new Set(['refund', 'replacement']))
  const mails = await db
    .select()
    .from(outbox)
    .where(inArray(outbox.kind, ['box-trouble', 'delay-notice']))
  const facts = mails.map(({ kind, subjectId }) => `${kind} ${subjectId}`)
  expect(new Set(facts).size).toBe(facts.length)
  for (const what of [':lost', ':returned', ':problem'])
    expect(facts.some((fact) => fact.endsWith(what))).toBe(true)
  await expectNoticesOnTheirDays(test)
  // No parcel was paid twice, and no box refunded twice.
  const paid = await db.select().from(demoParcels).where(sql`${demoParcels.boughtAt} is not null`)
  const sent = all.filter(({ shippedAt }) => shippedAt)
  expect(paid).toHaveLength(sent.length)
  // The missing belts: announced once their drop had closed, then refunded on silence.
  const told = await db.select().from(delays).where(eq(delays.reason, 'stock')).orderBy(delays.createdAt)
  expect(told.filter(({ wasDay, originalDay }) => wasDay === originalDay)).toHaveLength(4)
  expect(told.some(({ answeredBy }) => answeredBy === 'silence')).toBe(true)
  expect(told.some(({ answer }) => answer === 'wait')).toBe(true)
}

/** Everybody who has to hear something heard it on its day, by the shop's calendar. */
async function expectNoticesOnTheirDays(test: TestShop) {
  const { db } = test.shop
  const dayOf = (at: Date) => shopDay(test.shop, at)
  for (const { wasDay, originalDay, createdAt, refundAfter, answeredAt, answeredBy } of await db
    .select()
    .from(delays)) {
    // Before the promised day; for a still-missing one, five days before its new day.
    if (wasDay === originalDay) expect(dayOf(createdAt) <= wasDay).toBe(true)
    else expect(dayOf(createdAt)).toBe(addDays(wasDay, -toldAhead))
    if (answeredBy === 'silence') expect(dayOf(answeredAt!)).toBe(addDays(refundAfter!, 1))
  }
  const lost = await db
    .select({ troubleAt: boxes.troubleAt, shippedAt: boxes.shippedAt, scannedAt: parcels.scannedAt })
    .from(boxes)
    .innerJoin(parcels, eq(parcels.boxId, boxes.id))
    .where(and(eq(boxes.trouble, 'lost'), sql`${parcels.exchangeId} is null`))
  // Between two looks, in the small year.
  const within = isFull ? 1 : 5
  for (const { troubleAt, shippedAt, scannedAt } of lost) {
    const seen = dayOf(scannedAt ?? shippedAt!)
    expect(dayOf(troubleAt!) >= addDays(seen, terms.lostAfterDays)).toBe(true)
    expect(dayOf(troubleAt!) <= addDays(seen, terms.lostAfterDays + within)).toBe(true)
  }
}
