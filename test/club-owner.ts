import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { boxes, exchanges, memberships, outbox } from '../db/schema.ts'
import type { CalendarDate } from '../domain/calendar-date.ts'
import { addDrops, type Drop } from '../domain/drop.ts'
import { ShopError } from '../domain/errors.ts'
import { beltSizes } from '../domain/sizing.ts'
import { changeSize } from '../server/account/memberships/change-preferences.ts'
import { packDrop } from '../server/admin/drops/pack-drop.ts'
import { deliverBoxes, shipBoxes } from '../server/admin/drops/ship-boxes.ts'
import { curateDrop } from '../server/curation/curate-drop.ts'
import { cancelExchange } from '../server/exchanges/cancel-exchange.ts'
import { fileExchanges } from '../server/exchanges/file-exchanges.ts'
import { offeredBelts } from '../server/exchanges/other-belts.ts'
import { requestExchange } from '../server/exchanges/request-exchange.ts'
import { creditReturn, receiveReturn, refundReturn } from '../server/exchanges/returns.ts'
import { shipReplacement } from '../server/exchanges/ship-replacement.ts'
import { drainOutbox } from '../server/mailing/drain-outbox.ts'
import { sendNotices } from '../server/notifications/send-notices.ts'
import { shopDay } from '../server/shop/shop.ts'
import { anOwner as staff } from './admin.ts'
import type { ClubOwner } from './club-life.ts'
import { brokenPromise } from './club-promises.ts'
import type { TestShop } from './create-test-shop.ts'
import { fillInventory } from './fill-inventory.ts'

type Owner = {
  random: () => number
  /** units of each belt and size in every drop: fewer than needed */
  pieces: number
  /** emails are actually rendered, not just counted as sent */
  sendsMails: boolean
}

/** An owner who curates, packs and ships every month, sometimes late, and handles returns. */
export function clubOwner(test: TestShop, { random, pieces, sendsMails }: Owner): ClubOwner {
  const { shop } = test
  const { db } = shop
  const chance = (share: number) => random() < share
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const today = () => shopDay(shop)
  const unlessRefused = (act: () => Promise<unknown>) =>
    act().catch((error: unknown) => {
      if (!(error instanceof ShopError)) throw error
    })

  async function curate(month: Drop) {
    for (const drop of [addDrops(month, -1), month]) await curateDrop(shop, { drop })
  }

  async function ship(share: number) {
    const packed = await db
      .select({ boxId: boxes.id })
      .from(boxes)
      .where(eq(boxes.state, 'packed'))
      .orderBy(boxes.id)
    const lines = packed
      .filter(() => chance(share))
      .map(({ boxId }) => ({ boxId, trackingNumber: `1Z${boxId}` }))
    await db.transaction((tx) => shipBoxes(tx, shop, lines))
  }

  async function deliver() {
    const sent = await db
      .select({ id: boxes.id })
      .from(boxes)
      .where(eq(boxes.state, 'shipped'))
      .orderBy(boxes.id)
    const ids = sent.map(({ id }) => id)
    await db.transaction((tx) => deliverBoxes(tx, shop, ids))
  }

  async function takeBack() {
    const open = await db
      .select()
      .from(exchanges)
      .where(inArray(exchanges.state, ['requested', 'received']))
    for (const { id: exchangeId, remedy, state } of open) {
      if (state === 'requested' && chance(0.15)) {
        await unlessRefused(() => cancelExchange(shop, { exchangeId, actor: 'member' }))
        continue
      }
      if (state === 'requested' && !chance(0.6)) continue
      await unlessRefused(() => receiveReturn(shop, { exchangeId, isAsNew: chance(0.5) }))
      if (remedy === 'refund') await unlessRefused(() => refundReturn(shop, { exchangeId }))
      else if (remedy === 'credit') await unlessRefused(() => creditReturn(shop, { exchangeId }))
      else await unlessRefused(() => shipReplacement(shop, { exchangeId, trackingNumber: `1X${exchangeId}` }))
    }
    await fileExchanges(shop)
  }

  /** Some addresses get lost and found again: nothing may ship to a member without one. */
  async function loseAddresses() {
    const whole = sql`case when address ? 'kept' then address -> 'kept' else address end`
    await db.execute(sql`update memberships set address = ${whole}`)
    const all = await db.select({ id: memberships.id }).from(memberships).orderBy(memberships.id)
    const lost = all.filter(() => chance(0.02)).map(({ id }) => id)
    if (lost.length === 0) return
    await db
      .update(memberships)
      .set({ address: sql`jsonb_build_object('kept', address)` })
      .where(inArray(memberships.id, lost))
  }

  return {
    async work(today, month) {
      const day = today.slice(8)
      if (day === '01') {
        await fillInventory(db, month, 1, pieces)
        await loseAddresses()
        await curate(month)
      } else if (day === '05') {
        await curate(month)
        for (const drop of [addDrops(month, -1), month]) await packDrop(shop, { drop }, staff)
        await ship(0.9)
      } else if (day === '12') {
        await ship(1)
        await deliver()
      } else if (day === '19' || day === '28') await takeBack()
    },
    async tell() {
      await sendNotices(shop)
      if (sendsMails) return void (await drainOutbox(shop))
      const due = and(
        sql`${outbox.sentAt} is null`,
        sql`${outbox.runAt} <= ${shop.now().toISOString()}::timestamptz`,
      )
      await db.update(outbox).set({ sentAt: shop.now() }).where(due)
    },
    async wish(membershipId) {
      const [member] = await db.select().from(memberships).where(eq(memberships.id, membershipId))
      const sizes = beltSizes[member!.gender as 'male' | 'female']
      const email = member!.memberEmail
      if (email && (!sizes.includes(member!.size) || chance(0.1))) {
        const input = { id: membershipId, size: pick(sizes)! }
        return void (await unlessRefused(() => changeSize(shop, input, { email, sessionId: randomUUID() })))
      }
      const sent = await db
        .select()
        .from(boxes)
        .where(and(eq(boxes.membershipId, membershipId), eq(boxes.state, 'delivered')))
        .orderBy(boxes.drop, boxes.id)
      const box = sent.at(-1)
      if (!box) return
      const kind = pick(['size', 'style', 'damaged', 'return'] as const)!
      // Only what the page offers, and sometimes something it doesn't.
      const belts = await offeredBelts(db, box, today().slice(0, 7))
      const belt = kind === 'style' ? pick(belts.slice(1)) : belts[0]
      const size = kind === 'size' ? pick(chance(0.1) ? sizes : (belt?.sizes ?? [])) : undefined
      await unlessRefused(() =>
        requestExchange(shop, {
          boxId: box.id,
          kind,
          askedBy: 'member',
          ...(kind === 'return' && chance(0.4) ? { remedy: 'credit' as const } : {}),
          ...(belt ? { productId: belt.id } : {}),
          ...(size ? { size } : {}),
        }),
      )
    },
    broken: (today: CalendarDate, unsure) => brokenPromise(test, today, unsure, sendsMails),
  }
}
