import { and, eq, gt, inArray, isNotNull, not, sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../db/database.ts'
import { boxState } from '../../db/schema/states.ts'
import { boxes, delays, membershipPayments, memberships } from '../../db/schema.ts'
import { unshippedStates } from '../../domain/box.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { type DelayReason, meaningOfSilence } from '../../domain/delay.ts'
import { isByPayer } from '../ledger/find-membership.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/** Rows per statement. */
const batch = 1000

type Late = {
  /** which boxes `b` */
  which: ReturnType<typeof sql>
  reason: DelayReason
  /** for boxes that were never late: the day originally promised */
  was: CalendarDate
  next: CalendarDate | null
  noticeId?: string
}
type Known = {
  boxId: string
  openId: string | null
  originalDay: CalendarDate | null
  wasDay: CalendarDate | null
  newDay: CalendarDate | null
  answer: string | null
  isFree: boolean
}

/**
 * Records, in the transaction that causes it, that these paid boxes can't ship on their day: what each buyer is told, and
 * what happens if they don't answer. A new day replaces an earlier delay, which ends. A day no later than the promised
 * one is no delay. A belt that cost nothing just waits. Returns the delays opened.
 */
export async function openDelays(tx: Transaction, shop: Shop, late: Late): Promise<string[]> {
  const today = shopDay(shop)
  const now = shop.now()
  const known = await rowsOf<Known>(
    tx,
    sql`select b.id::text as "boxId", d.id::text as "openId", d.original_day::text as "originalDay",
        d.was_day::text as "wasDay", d.new_day::text as "newDay", d.answer, b.value = 0 as "isFree"
      from boxes b left join delays d on d.box_id = b.id and d.ended_at is null
      where ${late.which} and b.kind = 'owed' and b.state in ${boxState.list(...unshippedStates)} order by b.id for update of b`,
  )
  const rows = known.flatMap(({ boxId, originalDay, wasDay, newDay, answer, isFree }) => {
    const promised = newDay ?? wasDay ?? late.was
    const original = originalDay ?? late.was
    if (late.next !== null && late.next <= promised && newDay !== null) return []
    if (late.next !== null && late.next <= promised && originalDay === null) return []
    // Without money to give back, a refund would only take the belt away.
    const hasAgreed = isFree || (answer === 'wait' && newDay === null)
    const meaning = meaningOfSilence({ original, promised, next: late.next, hasAgreed, today })
    return [
      {
        ...{ boxId, reason: late.reason, originalDay: original, wasDay: promised, newDay: late.next },
        ...{ silence: meaning.silence, refundAfter: meaning.refundAfter, noticeId: late.noticeId ?? null },
        createdAt: now,
      },
    ]
  })
  const opened: string[] = []
  for (let start = 0; start < rows.length; start += batch) {
    const some = rows.slice(start, start + batch)
    const boxIds = sql.join(
      some.map(({ boxId }) => sql`${boxId}::uuid`),
      sql`, `,
    )
    await tx.execute(
      sql`update delays set ended_at = ${now.toISOString()} where ended_at is null and box_id in (${boxIds})`,
    )
    const made = await tx.insert(delays).values(some).returning({ id: delays.id })
    const ids = made.map(({ id }) => id)
    await tellBoth(tx, shop, ids, late.noticeId !== undefined)
    opened.push(...ids)
  }
  return opened
}

/**
 * After a handover, whoever paid for a belt is asked about it, and its new wearer is told. One of them reads the email that
 * everyone gets: the drop's notice goes to the wearer, the one about a single belt to whoever paid.
 */
async function tellBoth(tx: Transaction, shop: Shop, delayIds: string[], isOfDrop: boolean) {
  const handedOver = await tx
    .select({ delayId: delays.id, boxId: boxes.id })
    .from(delays)
    .innerJoin(boxes, eq(delays.boxId, boxes.id))
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(membershipPayments, eq(boxes.paymentId, membershipPayments.id))
    .where(
      and(
        inArray(delays.id, delayIds),
        gt(boxes.valueCents, 0),
        isNotNull(memberships.theirsSince),
        not(isByPayer!),
      ),
    )
  for (const about of handedOver)
    await enqueueMail(tx, shop, {
      kind: 'delay-notice',
      about: isOfDrop ? about : { ...about, as: 'wearer' },
    })
}
