import { and, eq, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import { boxState } from '../../../db/schema/states.ts'
import { dropNotices, membershipPayments, orders } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { unpackedStates } from '../../../domain/box.ts'
import { addDrops, dropsBetween } from '../../../domain/drop.ts'
import { daysOf, monthsOn } from '../../../domain/drop-calendar.ts'
import { ShopError } from '../../../domain/errors.ts'
import { openDelays } from '../../delays/open-delays.ts'
import { dropCalendar } from '../../ledger/drop-calendar.ts'
import { findMembership } from '../../ledger/find-membership.ts'
import { moveDrops } from '../../memberships/move-drops.ts'
import { enqueueMail } from '../../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { auditAlone, type Staff } from '../../staff/staff.ts'
import { findAudience, isAboutToBuy, noticeMail } from './change-drop.ts'
import { idsIn } from './drop-boxes.ts'

/** Memberships moved per call: each one takes a call to the payment provider. */
const atOnce = 10

type Waiting = { id: string; name: string; orderNumber: string; left: number }

/**
 * Moves the next few memberships of a drop that goes to another month, as a skip would: their boxes and next charge, or
 * only the charge that would have bought the drop. The transaction that moves a membership also queues its email. Call it
 * until nothing is left; if interrupted, it resumes where it stopped.
 * @throws ShopError 'not_found' for a notice of another drop
 */
export async function moveSome(
  shop: Shop,
  { drop, noticeId, after }: AdminInput<'moveSome'>,
  staff: Staff,
): Promise<AdminReply<'moveSome'>> {
  const [notice] = await shop.db
    .select()
    .from(dropNotices)
    .where(and(eq(dropNotices.id, noticeId), eq(dropNotices.drop, drop), eq(dropNotices.kind, 'month')))
  if (!notice?.toDrop) throw new ShopError('not_found', 'We can’t find this move. Reload the page.')
  const months = dropsBetween(drop, notice.toDrop)
  if (!after) await outlastPurchases(shop)
  const { timeZone } = shop.config
  const calendar = await dropCalendar(shop.db, timeZone)
  // The calendar before the move: for members whose next charge buys this drop, it's still the next one.
  const before = { ...calendar, [drop]: { ...daysOf(calendar, drop), movedTo: null } }
  // Interrupted, then resumed after its target month moved as well: the email must name where the boxes are now.
  const toDrop = addDrops(drop, monthsOn(before, drop, months))
  if (toDrop !== notice.toDrop)
    await shop.db.update(dropNotices).set({ toDrop }).where(eq(dropNotices.id, noticeId))
  const waiting = await rowsOf<Waiting>(
    shop.db,
    sql`select m.id::text as id, coalesce(m.address ->> 'fullName', '') as name, o.order_number as "orderNumber",
        count(*) over ()::int as left
      from memberships m join order_items i on i.id = m.order_item_id join orders o on o.id = i.order_id
      where m.id in (select membership_id from boxes where drop = ${drop} and state in ${boxState.list(...unpackedStates)}
          union select m.id from memberships m where ${isAboutToBuy(drop, shopDay(shop), timeZone)})
        ${after ? sql`and m.id > ${after}` : sql``}
      order by m.id limit ${atOnce}`,
  )
  const stayed: { name: string; orderNumber: string; reason: string }[] = []
  let moved = 0
  for (const { id, name, orderNumber } of waiting) {
    const reason = await moveOne(id)
    if (reason === null) moved += 1
    else stayed.push({ name, orderNumber, reason })
  }
  if (moved > 0) {
    await auditAlone(shop, staff, {
      action: 'drop.moved',
      entity: 'drops',
      entityId: drop,
      after: { moved, stayed: stayed.length, toDrop },
    })
    shop.wakeWorker()
  }
  const left = (waiting[0]?.left ?? 0) - waiting.length
  return { moved, stayed, left, after: left > 0 ? waiting.at(-1)!.id : null }

  /** Its paid, unpacked boxes in the drop being moved. */
  async function lastingBoxes(membershipId: string): Promise<string[]> {
    const rows = await rowsOf<{ id: string }>(
      shop.db,
      sql`select id::text as id from boxes where membership_id = ${membershipId} and drop = ${drop} and kind = 'owed'
        and state in ${boxState.list(...unpackedStates)}`,
    )
    return rows.map(({ id }) => id)
  }

  /** Moves one membership. Returns null, or why it stays. */
  async function moveOne(membershipId: string): Promise<string | null> {
    let isMoved = false
    try {
      const moved = await lastingBoxes(membershipId)
      const seen = await findMembership(shop, membershipId)
      await moveDrops(shop, { seen, from: drop, months, calendar: before }, async (tx) => {
        isMoved = true
        if (moved.length > 0)
          await openDelays(tx, shop, {
            which: sql`b.id in (${idsIn(moved)})`,
            ...{
              reason: 'month',
              was: daysOf(before, drop).shipBy,
              next: daysOf(calendar, toDrop).shipBy,
              noticeId,
            },
          })
        // Looks in the new month: this runs after the move.
        const { listeners } = await findAudience(tx, shop, {
          drop: toDrop,
          membershipId,
          withRenewals: true,
        })
        await enqueueMail(tx, shop, ...listeners.map((each) => noticeMail(noticeId, each)))
      })
    } catch (error) {
      if (error instanceof ShopError) return error.message
      shop.log.error({ error, membershipId }, 'a membership could not be moved with its drop')
      return 'The payment provider didn’t answer. Continue in a few minutes.'
    }
    return isMoved ? null : 'A box from an earlier drop comes first. Ship or move that one.'
  }
}

/**
 * Waits for every purchase and renewal that is being written right now. It may have read the drop calendar before the
 * move was in it, and its box would stay in the old month. Each one writes its order or payment before it reads the
 * calendar, so any that starts later sees the move. Locks one table at a time, holding nothing else.
 */
async function outlastPurchases(shop: Shop): Promise<void> {
  for (const table of [orders, membershipPayments])
    await shop.db.transaction((tx) => tx.execute(sql`lock table ${table} in share mode`))
}
