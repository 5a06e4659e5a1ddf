import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../db/database.ts'
import { boxState, membershipStatus, planChangeState, priceRunState } from '../../db/schema/states.ts'
import { unpackedStates, unshippedStates, voidStates } from '../../domain/box.ts'
import { addDays, type CalendarDate, instantAt } from '../../domain/calendar-date.ts'
import { latestGiftNotice, noticeTime, type ReminderDay, reminderDays } from '../../domain/gift-notice.ts'
import type { MailKind } from '../../domain/mail-subjects.ts'
import { runningStatuses } from '../../domain/membership.ts'
import { recipientPicksStyle } from '../../domain/quiz.ts'
import { noticeWindows, sizeReminderOn, summaryYear, yearSpan } from '../../domain/renewal-notices.ts'
import { recipientChoosesSize, unsureSize } from '../../domain/sizing.ts'
import { planNotices } from '../billing/price-runs.ts'
import { idList } from '../curation/pool.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { wearerOfM } from '../ledger/find-membership.ts'
import { isAheadOfCutOff } from '../ledger/next-drop.ts'
import { isOptedOut } from '../members/opt-out.ts'
import { isChargingPausedM } from '../memberships/next-charge.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { enqueueGivingDigests } from './giving-digests.ts'
import { enqueueReviewMails } from './review-mails.ts'

/**
 * Writes every notice due on the shop's day (club-rules.md "Renewal law", "The gift"): one statement per kind, once per
 * fact, so any number of processes may run it any number of times. Notices missed while the shop was down are written now,
 * unless they are no longer true. Returns how many were written.
 */
export async function sendNotices(shop: Shop): Promise<number> {
  const today = shopDay(shop)
  const due = [
    ...renewalsToTell(today),
    giftsToAnnounce(shop, today),
    ...giftsToRemind(shop, today),
    ...(await sizesToAsk(shop, today)),
    ...summariesToSend(shop, today),
    priceChangesToTell(today),
  ]
  const write = ({ kind, facts }: DueMails) => writeDue(shop, kind, facts)
  const steps = [
    () => planNotices(shop).then(() => 0),
    ...due.map((each) => () => write(each)),
    () => enqueueReviewMails(shop, noticeAt(shop)),
    () => enqueueGivingDigests(shop, noticeAt(shop)),
  ]
  let written = 0
  const failures: unknown[] = []
  for (const step of steps)
    written += await step().catch((error: unknown) => {
      // The law wants some of the others on their day.
      failures.push(error)
      return 0
    })
  if (written > 0) shop.wakeWorker()
  if (failures.length > 0) throw failures[0]
  return written
}

/**
 * Announces gifts that were bought, or were due to be announced, since yesterday: cheap, however many memberships there are.
 * `sendNotices` finds all others. Returns how many were written.
 */
export async function announceGifts(shop: Shop): Promise<number> {
  const today = shopDay(shop)
  const { kind, facts } = giftsToAnnounce(shop, today)
  const yesterday = addDays(today, -1)
  const isNew = sql`(m.created_at >= ${instantAt(yesterday, 0, shop.config.timeZone).toISOString()}::timestamptz
    or m.notice_on between ${yesterday}::date and ${today}::date)`
  const written = await writeDue(shop, kind, sql`${facts} and ${isNew}`)
  if (written > 0) shop.wakeWorker()
  return written
}

/**
 * Tells givers that belts of their gifts shipped (club-rules.md "Ship"); a subject id is the box's. In the transaction that
 * ships them, because looking for shipments would check all of the last weeks' each time.
 */
export async function tellGivers(tx: Transaction, shop: Shop, boxIds: string[]): Promise<void> {
  const facts = sql`select b.id::text as fact from boxes b join memberships m on m.id = b.membership_id
    where b.id = any(${idList(boxIds)}) and m.is_gift and m.payer_email is not null and b.kind = 'owed'`
  await writeDue(shop, 'gift-progress', facts, tx)
}

/** When an email written today is sent: at the hour of notices, or right away if that has passed. */
function noticeAt(shop: Shop): Date {
  const planned = noticeTime(shopDay(shop), shop.config.timeZone)
  return planned > shop.now() ? planned : shop.now()
}

/**
 * Adds one email to the outbox for every fact that has none of this kind yet, in one statement; several processes may do so
 * at once. It is sent at today's hour of notices. An email dropped because it wasn't true when due is written again: it has
 * become true again (an undone skip or cancellation). One that was given up stays so, for the admin to resend.
 * @param facts a select of one column `fact`; it must exclude exactly what the email's renderer drops
 * @returns how many were written
 */
async function writeDue(
  shop: Shop,
  kind: MailKind,
  facts: SQL,
  tx: Database | Transaction = shop.db,
): Promise<number> {
  const now = shop.now()
  const runAt = noticeAt(shop).toISOString()
  const written = await rowsOf(
    tx,
    sql`insert into outbox (kind, fact, run_at, due_at, created_at)
      select distinct on (due.fact) ${kind}, due.fact, ${runAt}::timestamptz, ${runAt}::timestamptz, ${now.toISOString()}::timestamptz
      from (${facts}) due
      where not exists (select 1 from outbox o
        where o.fact = due.fact and o.kind = ${kind} and (o.dropped_because is null or o.last_error is not null) ${oneByOne})
      order by due.fact
      on conflict (fact, kind, copy) do update
        set run_at = excluded.run_at, due_at = excluded.due_at, sent_at = null, dropped_because = null, attempts = 0, last_error = null
        where outbox.dropped_because is not null and outbox.last_error is null
      returning 1`,
  )
  return written.length
}

/** A select of the facts for which an email of this kind is due. */
type DueMails = { kind: MailKind; facts: SQL }

/** Renewals whose charge is to be announced today; a subject id is "membership:day of the charge". */
function renewalsToTell(today: CalendarDate): DueMails[] {
  return noticeWindows(today).map(({ days, isMonthly, after, until }) => ({
    kind: `renewal-notice-${days}` as const,
    facts: sql`select m.id || ':' || to_char(m.paid_until, 'YYYY-MM-DD') as fact from memberships m
      join subscription_plans p on p.plan_id = coalesce((select c.to_plan_id from plan_changes c
        where c.membership_id = m.id and c.state in ${planChangeState.list('open')}), m.plan_id)
      where m.renews and m.status in ${membershipStatus.list('active')} and m.payer_email is not null
        and (p.interval_count = 1) = ${isMonthly}::boolean
        and m.paid_until > ${after}::date and m.paid_until <= ${until}::date and not ${isChargingPausedM}`,
  }))
}

/** Members a price run must notify by today; a subject id is "membership:price run" (server/billing/price-runs.ts). */
function priceChangesToTell(today: CalendarDate): DueMails {
  return {
    kind: 'price-change',
    facts: sql`select r.membership_id || ':' || r.run_id as fact from price_run_members r
      join price_changes c on c.id = r.run_id and c.withdrawn_at is null
      join memberships m on m.id = r.membership_id and m.renews and m.payer_email is not null
      where r.state in ${priceRunState.list('waiting')} and r.tell_on <= ${today}::date and m.status in ${membershipStatus.list(...runningStatuses)}`,
  }
}

/** Gifts whose notice day has come (domain/gift-notice.ts `isGiftNoticeDue`); a subject id is the membership's. */
function giftsToAnnounce(shop: Shop, today: CalendarDate): DueMails {
  // Without a chosen day the notice is sent right away, so its day is the day of the payment.
  const noticeOn = sql`coalesce(m.notice_on, (m.created_at at time zone ${shop.config.timeZone})::date)`
  return {
    kind: 'gift-notice',
    facts: sql`select m.id::text as fact from memberships m
      where m.is_gift and not m.is_notice_written and m.member_email is not null and coalesce(m.notice_on <= ${today}, true)
        and exists (select 1 from boxes b where b.membership_id = m.id and b.state not in ${boxState.list(...voidStates)})
        and not ${waitsForBank}
        and (${noticeOn} >= ${addDays(today, -latestGiftNotice)}
          or exists (select 1 from boxes b where b.membership_id = m.id and b.state in ${boxState.list(...unshippedStates)}))`,
  }
}

/**
 * Keeps PostgreSQL from merging the subquery: it overestimates how many rows are checked, and would scan everything it is
 * checked against.
 */
const oneByOne = sql`offset 0`

/** Whether a bank is looking into what paid for gift `m`, so that nothing ships (server/gifts/load-gift.ts). */
const waitsForBank = sql`exists (select 1 from boxes b where b.membership_id = m.id and b.kind = 'owed'
  and b.hold_reason = 'dispute' ${oneByOne})`

/**
 * Payers who get last year's summary: they have something that renews and paid in that year. A subject id is "the payer's
 * first membership:year"; one email per payer.
 */
function summariesToSend(shop: Shop, today: CalendarDate): DueMails[] {
  const year = summaryYear(today)
  if (!year) return []
  const { from, to } = yearSpan(year, shop.config.timeZone)
  const facts = sql`select distinct on (m.payer_email) m.id || ${`:${year}`}::text as fact from memberships m
    where m.payer_email in (select r.payer_email from memberships r where r.renews and r.status in ${membershipStatus.list(...runningStatuses)})
      and exists (select 1 from memberships o join membership_payments p on p.membership_id = o.id
        where o.payer_email = m.payer_email and (o.theirs_since is null or o.is_gift or p.paid_at >= o.theirs_since)
          and p.paid_at >= ${from.toISOString()}::timestamptz and p.paid_at < ${to.toISOString()}::timestamptz)
      and not exists (select 1 from memberships o join outbox s
        on s.fact = o.id || ${`:${year}`}::text and s.kind = 'yearly-summary' and s.dropped_because is null
        where o.payer_email = m.payer_email)
    order by m.payer_email, m.created_at, m.id`
  return [{ kind: 'yearly-summary', facts }]
}

/** When the recipient of gift `m` was told, the last time if staff sent the notice again (server/gifts/load-gift.ts toldAt). */
const toldOfGift = sql`(select max(o.sent_at) as sent_at from outbox o
  where o.fact = m.id::text and o.kind = 'gift-notice' and o.dropped_because is null)`

/** Gifts whose recipient gets a reminder (domain/gift-notice.ts `dueGiftReminder`); a subject id is the membership's. */
function giftsToRemind(shop: Shop, today: CalendarDate): DueMails[] {
  return reminderDays.map((day) => ({
    kind: `gift-reminder-${day}` as const,
    facts: facts(shop, today, day),
  }))
}

function facts(shop: Shop, today: CalendarDate, day: ReminderDay) {
  // "Told on a day" means before the next day begins.
  const begin = (ago: number) => instantAt(addDays(today, 1 - ago), 0, shop.config.timeZone).toISOString()
  const isYounger = day === 3 ? sql`and n.sent_at >= ${begin(10)}::timestamptz` : sql``
  return sql`select m.id::text as fact from memberships m
    cross join lateral ${toldOfGift} n
    where m.is_gift and not m.is_reminded and m.member_email is not null
      and (m.styles @> ${sql.raw(`'${JSON.stringify([recipientPicksStyle])}'`)}::jsonb or m.size = ${sql.raw(`'${recipientChoosesSize}'`)})
      and n.sent_at < ${begin(day)}::timestamptz ${isYounger}
      and exists (select 1 from boxes b
        where b.membership_id = m.id and b.state in ${boxState.list(...unpackedStates)} and ${isAheadOfCutOff(sql`b.drop`, today, shop.config.timeZone)}
        ${oneByOne})
      and not ${waitsForBank}
      and not ${isOptedOut(sql`m.member_email`, 'gift-reminders')}`
}

/**
 * Members unsure of their size who have a belt in the next cut-off, or one still waiting from an earlier one. For gifts,
 * only after the notice. A fact is "membership:drop of that cut-off".
 */
async function sizesToAsk(shop: Shop, today: CalendarDate): Promise<DueMails[]> {
  const { timeZone } = shop.config
  const reminder = sizeReminderOn(await dropCalendar(shop.db, timeZone, today.slice(0, 7)), today)
  if (!reminder) return []
  const { drop, days } = reminder
  const told = instantAt(addDays(reminder.toldUntil, 1), 0, timeZone).toISOString()
  return [
    {
      kind: `size-reminder-${days}`,
      facts: sql`select m.id || ':' || ${drop} as fact from memberships m
        left join lateral ${toldOfGift} n on m.is_gift
        where m.size = ${sql.raw(`'${unsureSize}'`)}
          and case when m.is_gift then n.sent_at else m.created_at end < ${told}::timestamptz
          and ${wearerOfM} is not null
          and exists (select 1 from boxes b where b.membership_id = m.id and b.kind = 'owed'
            and b.state in ${boxState.list(...unpackedStates)} and b.drop <= ${drop} and b.hold_reason is distinct from 'dispute')
          and not ${isOptedOut(wearerOfM, 'size-reminders')}`,
    },
  ]
}
