import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../../db/database.ts'
import { boxState, dropState, membershipStatus } from '../../../db/schema/states.ts'
import { dropNotices, drops } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { unpackedStates, unshippedStates, voidStates } from '../../../domain/box.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { meaningOfSilence } from '../../../domain/delay.ts'
import { addDrops, type Drop, dropTitle, shipBy } from '../../../domain/drop.ts'
import { type DropCalendar, daysOf, monthsOn } from '../../../domain/drop-calendar.ts'
import { ShopError } from '../../../domain/errors.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import { openDelays } from '../../delays/open-delays.ts'
import { renderDropNotice } from '../../emails/drop-notice.ts'
import { senderOf } from '../../emails/layout.tsx'
import { dropCalendar } from '../../ledger/drop-calendar.ts'
import { isAheadOfCutOff } from '../../ledger/next-drop.ts'
import { announcedAt } from '../../ledger/secret-gifts.ts'
import { enqueueMail, type Mail } from '../../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { lockDrop } from './drops.ts'

/**
 * Holds or releases a drop, or changes its ship-by day, and tells everyone who is waiting for a box of it. A move to
 * another month is only recorded here: moveSome moves the memberships and tells each one.
 * @throws ShopError as plannedChange
 */
export async function changeDrop(
  shop: Shop,
  input: AdminInput<'changeDrop'>,
  staff: Staff,
): Promise<AdminReply<'changeDrop'>> {
  const { drop, kind } = input
  const now = shop.now()
  const made = await shop.db.transaction(async (tx) => {
    // Public pages show the dates for a purchase made today.
    await catalogChanged(tx)
    const row = await lockDrop(tx, shop, drop)
    const calendar = await dropCalendar(tx, shop.config.timeZone)
    const { shipBy, toDrop, words, was } = plannedChange(shop, input, row, calendar)
    const [last] = await tx
      .select()
      .from(dropNotices)
      .where(eq(dropNotices.drop, drop))
      .orderBy(desc(dropNotices.createdAt))
      .limit(1)
    // Sent again because the answer got lost, or by two people: nobody gets the same email twice.
    const isSent = last?.kind === kind && last.shipBy === shipBy && last.words === words
    if (kind === 'ship-by' && isSent && row.shipBy === shipBy) return { noticeId: last.id, mails: 0 }
    const [notice] = await tx
      .insert(dropNotices)
      .values({ drop, kind, words, shipBy, toDrop, username: staff.username, createdAt: now })
      .returning({ id: dropNotices.id })
    const noticeId = notice!.id
    if (kind !== 'month')
      await openDelays(tx, shop, { which: sql`b.drop = ${drop}`, reason: kind, was, next: shipBy, noticeId })
    if (kind === 'hold')
      await tx
        .update(drops)
        .set({ state: dropState.to('held', drops.state) })
        .where(eq(drops.drop, drop))
    if (shipBy)
      await tx
        .update(drops)
        .set({ state: dropState.to('open', drops.state), shipBy })
        .where(eq(drops.drop, drop))
    const listeners =
      kind === 'month' ? [] : (await findAudience(tx, shop, { drop, withRenewals: false })).listeners
    const mails = listeners.map((each) => noticeMail(noticeId, each))
    await enqueueMail(tx, shop, ...mails)
    await audit(tx, staff, now, {
      action: `drop.${kind}`,
      entity: 'drops',
      entityId: drop,
      before: { shipBy: was },
      after: { words, mails: mails.length, ...(shipBy && { shipBy }), ...(toDrop && { toDrop }) },
    })
    return { noticeId, mails: mails.length }
  })
  shop.wakeWorker()
  return made
}

/** The email to one of the people waiting (server/emails/drop-notice.ts). */
export function noticeMail(noticeId: string, { membershipId, as }: Recipient): Mail {
  return { kind: 'drop-notice', about: { membershipId, noticeId, as } }
}

/** Who would be told about a change, how many they are, and the wording. Read only. */
export async function previewDropChange(
  shop: Shop,
  input: AdminInput<'previewDropChange'>,
): Promise<AdminReply<'previewDropChange'>> {
  const [row] = await shop.db.select().from(drops).where(eq(drops.drop, input.drop))
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  const usual = { state: 'open', shipBy: shipBy(input.drop) }
  const planned = plannedChange(shop, input, row ?? usual, calendar)
  const { listeners, ...found } = await findAudience(shop.db, shop, {
    drop: input.drop,
    withRenewals: planned.kind === 'month',
  })
  const next = planned.toDrop ? daysOf(calendar, planned.toDrop).shipBy : planned.shipBy
  const asks = listeners.length > 0 && (next === null || next > planned.was)
  const { was } = planned
  const meaning = { original: was, promised: was, next, hasAgreed: false, today: shopDay(shop) }
  // Written as for a belt's first delay.
  const choice = asks && { link: `${shop.config.publicUrl}/mail/delay/`, ...meaningOfSilence(meaning) }
  const { subject, text, html } = await renderDropNotice(senderOf(shop), {
    ...planned,
    to: listeners[0]?.email ?? '',
    recipientName: '',
    isGift: false,
    isGiver: false,
    moveCharge: planned.kind === 'month',
    ...(choice ? { choice } : {}),
  })
  return {
    ...found,
    toMembers: listeners.filter((each) => each.as === 'member').length,
    toGivers: listeners.filter((each) => each.as === 'giver').length,
    mail: { subject, text, html },
  }
}

/**
 * Works out a requested change: what it stores and what it tells people.
 * @throws ShopError 'invalid_body' if its day or month is missing, 'not_possible' if the drop's state doesn't allow it
 */
function plannedChange(
  shop: Shop,
  input: AdminInput<'changeDrop'>,
  row: { state: string; shipBy: CalendarDate; cutOffAt?: Date },
  calendar: DropCalendar,
) {
  const { drop, kind, words } = input
  const isHeld = row.state === 'held'
  const title = dropTitle(drop)
  if (kind === 'hold' && isHeld) throw new ShopError('not_possible', `${title}’s drop is already on hold.`)
  if (kind === 'release' && !isHeld) throw new ShopError('not_possible', `${title}’s drop isn’t on hold.`)
  if (kind === 'ship-by' && isHeld) {
    throw new ShopError('not_possible', `${title}’s drop is on hold. Release it, with its new day.`)
  }
  const today = shopDay(shop)
  if (kind === 'month' && drop <= today.slice(0, 7)) {
    throw new ShopError(
      'not_possible',
      `${title} has begun and members have been charged. Move the drop’s ship-by day instead.`,
    )
  }
  if (kind === 'month' && row.cutOffAt && row.cutOffAt < shop.now()) {
    throw new ShopError(
      'not_possible',
      `${title}’s cut-off has passed, so its boxes stay. Move the ship-by day instead, or set a later cut-off first.`,
    )
  }
  return {
    ...{ drop, kind, words: words.trim() },
    was: row.shipBy,
    shipBy: kind === 'ship-by' || kind === 'release' ? dayOf(input.shipBy, today) : null,
    toDrop: kind === 'month' ? monthOf(drop, input.months, calendar) : null,
  }
}

function dayOf(shipBy: CalendarDate | undefined, today: CalendarDate): CalendarDate {
  const sentence = 'Choose the new ship-by day: today or later.'
  if (shipBy && shipBy >= today) return shipBy
  throw new ShopError('invalid_body', sentence, { fields: { shipBy: sentence } })
}

function monthOf(drop: Drop, months: number | undefined, calendar: DropCalendar): Drop {
  const sentence = 'Choose how many months everything moves.'
  if (months) return addDrops(drop, monthsOn(calendar, drop, months))
  throw new ShopError('invalid_body', sentence, { fields: { months: sentence } })
}

export type Recipient = { membershipId: string; email: string; as: 'member' | 'giver' }

type Row = {
  id: string
  isGift: boolean
  memberEmail: string | null
  payerEmail: string | null
  noticeOn: string | null
  boxes: number
}

type Which = {
  drop: Drop
  /** also members whose next charge buys this drop: if the drop moves to another month, so does that charge */
  withRenewals: boolean
  /** only this membership */
  membershipId?: string
}

/**
 * Who is waiting for an unshipped box of a drop: the wearer, and the giver of a gift. Recipients who don't know about the
 * gift yet are left out. An address appears once per role, even with several boxes: for own belts,
 * for belts it was given, and for those it gives.
 */
export async function findAudience(
  db: Database | Transaction,
  shop: Shop,
  { drop, withRenewals, membershipId }: Which,
) {
  const one = membershipId ? sql`and m.id = ${membershipId}` : sql``
  const renewing = sql`union all select m.id, 0 from memberships m
    where ${isAboutToBuy(drop, shopDay(shop), shop.config.timeZone)} ${one}`
  const rows = await rowsOf<Row>(
    db,
    sql`select m.id::text as id, m.is_gift as "isGift", m.member_email as "memberEmail", m.payer_email as "payerEmail",
        m.notice_on::text as "noticeOn", waiting.boxes
      from (
        select m.id, count(*)::int as boxes from boxes b join memberships m on m.id = b.membership_id
        where b.drop = ${drop} and b.state in ${boxState.list(...unshippedStates)} ${one}
        group by m.id ${withRenewals ? renewing : sql``}
      ) waiting join memberships m on m.id = waiting.id
      order by m.id`,
  )
  const told = new Map<string, Recipient>()
  const found = { boxes: 0, unreachable: 0, unannounced: 0 }
  for (const row of rows) {
    found.boxes += row.boxes
    const since = announcedAt(shop, row.noticeOn)
    const isSecret = since !== null && since > shop.now()
    if (isSecret) found.unannounced += 1
    const wearer = row.isGift ? (isSecret ? null : row.memberEmail) : (row.memberEmail ?? row.payerEmail)
    const giver = row.isGift ? row.payerEmail : null
    if (!wearer && !giver) found.unreachable += row.boxes
    // Only the email about one's own belts asks whether to wait, so one about a gift can't stand for it.
    if (wearer) add({ membershipId: row.id, email: wearer, as: 'member' }, row.isGift ? 'gift' : 'own')
    if (giver) add({ membershipId: row.id, email: giver, as: 'giver' }, 'giver')
  }
  return { ...found, listeners: [...told.values()] }

  function add(listener: Recipient, role: 'own' | 'gift' | 'giver') {
    const key = `${listener.email} ${role}`
    if (!told.has(key)) told.set(key, listener)
  }
}

/** Condition on memberships `m`: the next charge buys this drop, and no earlier box is due. That charge moves with it. */
export function isAboutToBuy(drop: Drop, today: CalendarDate, timeZone: string): SQL {
  return sql`(m.renews and m.status in ${membershipStatus.list('active')} and m.stripe_subscription_id is not null and m.paid_until > ${today}
    and m.paid_until >= ${`${addDrops(drop, -1)}-01`} and m.paid_until < ${`${drop}-01`}
    and not exists (select 1 from boxes own where own.membership_id = m.id and own.kind = 'owed'
      and (own.state not in ${boxState.list(...voidStates)} and own.drop >= ${drop}
        or own.state in ${boxState.list(...unpackedStates)} and ${isAheadOfCutOff(sql`own.drop`, today, timeZone)})))`
}
