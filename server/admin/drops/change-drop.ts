import { desc, eq, sql } from 'drizzle-orm'
import { dropState } from '../../../db/schema/states.ts'
import { dropNotices, drops } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { meaningOfSilence } from '../../../domain/delay.ts'
import { addDrops, type Drop, dropTitle, shipBy } from '../../../domain/drop.ts'
import { type DropCalendar, daysOf, monthsOn } from '../../../domain/drop-calendar.ts'
import { ShopError } from '../../../domain/errors.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import { openDelays } from '../../delays/open-delays.ts'
import { renderDropNotice } from '../../emails/drop-notice.ts'
import { dropCalendar } from '../../ledger/drop-calendar.ts'
import { shopDay } from '../../ledger/shop-day.ts'
import { enqueueMail, type Mail } from '../../outbox/enqueue-mail.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'
import { findAudience, type Recipient } from './audience.ts'
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
  const { subject, text, html } = await renderDropNotice(shop.config, {
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
