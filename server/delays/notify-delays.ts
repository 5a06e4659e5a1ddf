import { and, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { boxState, dropState } from '../../db/schema/states.ts'
import { delays } from '../../db/schema.ts'
import { leavingStates, unshippedStates } from '../../domain/box.ts'
import { addDays, type CalendarDate, instantAt } from '../../domain/calendar-date.ts'
import { type DelayReason, lastHour, nextDay, toldAhead } from '../../domain/delay.ts'
import type { Drop } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { isJustBack } from '../clock/after-a-break.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { answerDelay } from './answer-delay.ts'
import { openDelays } from './open-delays.ts'

/** Boxes held for lack of a belt: the shop's problem, not the member's. */
const wants = sql`(b.state in ${boxState.list('held')} and b.hold_reason in ('stock', 'unseen'))`

/** Boxes that haven't left, and could. */
const isComing = sql`(b.state in ${boxState.list(...leavingStates)} or ${wants})`

/** Boxes read per statement. */
const some = 2000

/**
 * Runs hourly: ends delays of boxes that shipped, refunds those nobody answered, and notifies buyers not yet told: those
 * whose belt isn't there once its drop has closed, and those whose belt hasn't left by the evening of its day. Each is told
 * once, in any number of processes. Nobody is refunded on the day after the shop was away: the belt may have left meanwhile.
 */
export async function notifyDelays(shop: Shop): Promise<void> {
  const today = shopDay(shop)
  await endSettled(shop)
  if (!(await isJustBack(shop))) await refundSilent(shop, today)
  let late: Untold[]
  do {
    late = await untold(shop, today)
    for (const each of late) await tell(shop, each, today)
  } while (late.length === some)
  shop.wakeWorker()
}

type Untold = { boxId: string; drop: Drop; promised: CalendarDate; reason: DelayReason }

async function tell(shop: Shop, each: Untold, today: CalendarDate): Promise<void> {
  const next = nextDay(each.reason, each.promised, today)
  await shop.db.transaction(async (tx) => {
    const which = sql`b.id = ${each.boxId}::uuid`
    const [delayId] = await openDelays(tx, shop, { which, reason: each.reason, was: each.promised, next })
    if (delayId) await enqueueMail(tx, shop, { kind: 'delay-notice', about: { boxId: each.boxId, delayId } })
  })
}

function untold(shop: Shop, today: CalendarDate): Promise<Untold[]> {
  // The notice is due no later than the day itself (16 CFR 435.2(b)(1)): a box that hasn't left by that evening is late.
  const isEvening = shop.now() >= instantAt(today, lastHour, shop.config.timeZone)
  const lateBefore = isEvening ? addDays(today, 1) : today
  // Buyers in a drop the owner holds were told, without a new day; boxes added since are told here.
  return rowsOf<Untold>(
    shop.db,
    sql`select b.id::text as "boxId", b.drop, coalesce(d.new_day, s.ship_by::date, (b.drop || '-05')::date)::text as promised,
        case when s.state in ${dropState.list('held')} then 'hold' when ${wants} then b.hold_reason else 'late' end as reason
      from (${mayBeLate(shop, today, lateBefore)}) known join boxes b on b.id = known.id
        left join drops s on s.drop = b.drop left join delays d on d.box_id = b.id and d.ended_at is null
      where b.kind = 'owed' and ${isComing}
        and (d.id is null or (d.new_day is not null and coalesce(s.state, 'open') <> 'held'))
        and (coalesce(d.new_day, s.ship_by::date, (b.drop || '-05')::date) < ${lateBefore}::date
          or (${wants} and case when d.id is null
            then coalesce(s.cut_off_at <= ${shop.now().toISOString()}::timestamptz, (b.drop || '-01')::date <= ${today}::date)
            else d.new_day <= ${addDays(today, toldAhead)}::date end))
      order by b.id limit ${some}`,
  )
}

/** The few boxes worth a look: those of the latest drop that has closed or is late, of all before it, and those told of. */
function mayBeLate(shop: Shop, today: CalendarDate, lateBefore: CalendarDate): SQL {
  return sql`select b.id from boxes b where b.kind = 'owed' and ${isComing}
      and b.drop <= (select greatest(${today.slice(0, 7)}, max(s.drop)) from drops s
        where s.ship_by::date < ${lateBefore}::date or s.cut_off_at <= ${shop.now().toISOString()}::timestamptz)
    union select d.box_id from delays d where d.ended_at is null`
}

/** Ends the delays of boxes that shipped, were refunded or were cancelled. */
async function endSettled(shop: Shop): Promise<void> {
  await shop.db.execute(sql`update delays d set ended_at = ${shop.now().toISOString()} from boxes b
    where b.id = d.box_id and d.ended_at is null and b.state not in ${boxState.list(...unshippedStates)}`)
}

async function refundSilent(shop: Shop, today: CalendarDate): Promise<void> {
  const due = await shop.db
    .select({ id: delays.id })
    .from(delays)
    .where(and(isNull(delays.endedAt), isNull(delays.answer), lt(delays.refundAfter, today)))
    .limit(some)
  for (const { id } of due) {
    try {
      await answerDelay(shop, { delayId: id, answer: 'refund', by: 'silence' })
    } catch (error) {
      // During a dispute nothing can be refunded: try again later.
      if (!(error instanceof ShopError)) throw error
      shop.log.warn({ error, delayId: id }, 'a delay could not be refunded yet')
    }
  }
}
