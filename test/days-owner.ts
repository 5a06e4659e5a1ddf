import { and, eq, gt, lte } from 'drizzle-orm'
import { boxes, dropNotices, membershipPayments } from '../db/schema.ts'
import { addDrops, type Drop } from '../domain/drop.ts'
import { ShopError } from '../domain/errors.ts'
import { changeDrop } from '../server/admin/drops/change-drop.ts'
import { updateDrop } from '../server/admin/drops/drops.ts'
import { moveSome } from '../server/admin/drops/move-some.ts'
import { drainOutbox } from '../server/mailing/drain-outbox.ts'
import { anOwner as staff } from './admin.ts'
import type { ClubOwner } from './club-life.ts'
import type { TestShop } from './create-test-shop.ts'

/** An owner who ships on the 5th and, at random, gives most drops other days or another month. */
export function daysOwner(test: TestShop, random: () => number): ClubOwner {
  const { shop } = test

  async function move(drop: Drop, months: number) {
    const made = await changeDrop(shop, { drop, kind: 'month', months, words: 'It is late.' }, staff)
    const { noticeId } = made
    let after: string | null = null
    do ({ after } = await moveSome(shop, { drop, noticeId, ...(after ? { after } : {}) }, staff))
    while (after !== null)
  }

  async function replan(month: Drop) {
    const drop = addDrops(month, 1)
    const dice = random()
    if (dice < 0.2) await updateDrop(shop, { drop, cutOffDay: `${month}-20`, shipBy: `${drop}-03` }, staff)
    else if (dice < 0.3)
      await updateDrop(shop, { drop, cutOffDay: `${drop}-04`, shipBy: `${drop}-05` }, staff)
    else if (dice < 0.7) await move(drop, 1 + Math.floor(random() * 2))
  }

  return {
    async work(today, month) {
      if (today.endsWith('-05')) {
        const isOwed = and(eq(boxes.state, 'owed'), lte(boxes.drop, month))
        await shop.db.update(boxes).set({ state: 'shipped' }).where(isOwed)
      }
      if (today.endsWith('-12'))
        await replan(month).catch((error: unknown) => {
          if (!(error instanceof ShopError)) throw error
        })
    },
    tell: async () => void (await drainOutbox(shop)),
    wish: async () => {},
    async broken() {
      const [late] = await shop.db
        .select({ id: boxes.id, drop: boxes.drop })
        .from(boxes)
        .innerJoin(dropNotices, and(eq(dropNotices.drop, boxes.drop), eq(dropNotices.kind, 'month')))
        .innerJoin(membershipPayments, eq(membershipPayments.id, boxes.paymentId))
        .where(gt(membershipPayments.paidAt, dropNotices.createdAt))
        .limit(1)
      return late ? `the box ${late.id} was bought for ${late.drop}, which had been moved` : null
    },
  }
}
