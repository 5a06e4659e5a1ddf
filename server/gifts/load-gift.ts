import { and, asc, desc, eq, isNotNull, isNull, notInArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { boxes, memberships, orderItems, outbox } from '../../db/schema.ts'
import { type BoxState, sentStates, unpackedStates, unshippedStates, voidStates } from '../../domain/box.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { CartItem, CartShipping } from '../../domain/cart.ts'
import type { Drop } from '../../domain/drop.ts'
import { type DropCalendar, daysOf, isBeforeCutOff } from '../../domain/drop-calendar.ts'
import { beltDay } from '../../domain/first-belt.ts'
import type { GiftBelt, GiftCopy } from '../../domain/gift-copy.ts'
import { recipientPicksStyle } from '../../domain/quiz.ts'
import { isSizeMissing, knownSize, recipientChoosesSize } from '../../domain/sizing.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/** A belt of a gift, unless void. */
type GiftBox = {
  id: string
  drop: Drop
  state: BoxState
  size: string | null
  holdReason: string | null
}

/** A gift as its recipient's emails and page see it: nothing about money. */
export type Gift = {
  membership: typeof memberships.$inferSelect
  address: Partial<CartShipping>
  senderName: string
  /** the giver's message; "" if none, or if it was written to a former wearer */
  message: string
  noticeOn: CalendarDate
  /** in order of their drops */
  boxes: GiftBox[]
  /** boxes a choice still applies to: before their cut-off, or waiting for it */
  open: GiftBox[]
  hasUnshipped: boolean
  /** a bank is looking into its payment, so nothing ships: its recipient hears of it once that's over */
  waitsForBank: boolean
  /** the owner's drop dates */
  calendar: DropCalendar
  /** the recipient was asked to choose this and hasn't yet */
  picksStyle: boolean
  choosesSize: boolean
}

/** What it takes to read a gift: the shop, or its part within a transaction. */
export type GiftSource = Pick<Shop, 'config' | 'now'> & { db: Database | Transaction }

/** The gift with this membership's id, or null if it isn't a gift or no longer exists. */
export async function loadGift(shop: GiftSource, membershipId: string): Promise<Gift | null> {
  const [row] = await shop.db
    .select({ membership: memberships, cart: orderItems.preferences })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .where(and(eq(memberships.id, membershipId), eq(memberships.isGift, true)))
  if (!row) return null
  const { membership } = row
  const cart = row.cart as Partial<CartItem>
  const counted = await shop.db
    .select({
      id: boxes.id,
      drop: boxes.drop,
      state: boxes.state,
      size: boxes.size,
      holdReason: boxes.holdReason,
    })
    .from(boxes)
    .where(
      and(
        eq(boxes.membershipId, membershipId),
        eq(boxes.kind, 'owed'),
        notInArray(boxes.state, [...voidStates]),
      ),
    )
    .orderBy(asc(boxes.drop))
  const today = shopDay(shop)
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  return {
    membership,
    address: membership.address,
    senderName: cart.giftDetails?.senderName ?? '',
    message: membership.theirsSince ? '' : (cart.giftDetails?.giftMessage?.trim() ?? ''),
    noticeOn: membership.noticeOn ?? shopDay(shop, membership.createdAt),
    boxes: counted,
    open: counted.filter((box) => isOpen(box, today, calendar)),
    calendar,
    waitsForBank: counted.some((box) => box.holdReason === 'dispute'),
    hasUnshipped: counted.some((box) => unshippedStates.includes(box.state)),
    picksStyle: membership.styles.includes(recipientPicksStyle),
    choosesSize: membership.size === recipientChoosesSize,
  }
}

/** Whether a choice of style, size or address still applies to a box: before its cut-off, or while it waits for one. */
function isOpen(box: GiftBox, today: CalendarDate, calendar: DropCalendar): boolean {
  if (!unpackedStates.includes(box.state)) return false
  return isBeforeCutOff(calendar, box.drop, today) || isWaitingForChoice(box)
}

function isWaitingForChoice({ state, size, holdReason }: GiftBox): boolean {
  return size === recipientChoosesSize || (state === 'held' && ['size', 'address'].includes(holdReason ?? ''))
}

/** The gift's belts as its emails and page tell of them. */
export function giftBelts(gift: Gift, today: CalendarDate): GiftBelt[] {
  const open = new Set(gift.open.map((box) => box.id))
  return gift.boxes.map(({ id, drop, state, size }) => {
    const belt = beltDay(drop, knownSize(gift.membership.size, size), gift.calendar)
    const isSent = sentStates.includes(state)
    return {
      ...{ ...belt, waitsForSize: belt.waitsForSize && !isSent },
      state: isSent ? 'sent' : belt.shipBy < today ? 'late' : 'coming',
      isOpen: open.has(id),
    }
  })
}

/** Last day a choice counts, and for which belt; null if no cut-off is ahead. A belt past its own may still wait for it. */
export function nextChoice({ open, calendar }: Gift, today: CalendarDate): GiftCopy['choose'] {
  const ahead = open.find((box) => isBeforeCutOff(calendar, box.drop, today))
  return ahead ? { by: daysOf(calendar, ahead.drop).cutOffDay, drop: ahead.drop } : null
}

/** What a gift's emails tell its recipient on a given day; null if it has no belts left. */
export function giftCopyOf(gift: Gift, today: CalendarDate): GiftCopy | null {
  if (gift.boxes.length === 0) return null
  return {
    recipientName: gift.address.fullName ?? '',
    senderName: gift.senderName,
    belts: gift.boxes.length,
    boxes: giftBelts(gift, today),
    // After a gift's last cut-off nothing can be chosen, unless a belt is waiting for the choice.
    picksStyle: gift.picksStyle && gift.open.length > 0,
    choosesSize: isSizeMissing(gift.membership.size) && gift.open.length > 0,
    choose: nextChoice(gift, today),
    today,
  }
}

/** When a gift's recipient was told of it, the last time if staff sent the notice again; null: not yet. */
export async function toldAt({ db }: Pick<GiftSource, 'db'>, membershipId: string): Promise<Date | null> {
  const [notice] = await db
    .select({ sentAt: outbox.sentAt })
    .from(outbox)
    .where(
      and(
        eq(outbox.subjectId, membershipId),
        eq(outbox.kind, 'gift-notice'),
        isNotNull(outbox.sentAt),
        isNull(outbox.droppedBecause),
      ),
    )
    .orderBy(desc(outbox.sentAt))
    .limit(1)
  return notice?.sentAt ?? null
}
