import { asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { type auditLog, boxes, delays, exchanges } from '../../../db/schema.ts'
import type { OrderEvent } from '../../../domain/admin/order-detail.ts'
import { type CalendarDate, formatDay } from '../../../domain/calendar-date.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { returnNumber } from '../../../domain/exchange.ts'
import { formatCents } from '../../../domain/money.ts'

type Exchange = typeof exchanges.$inferSelect
type Line = typeof auditLog.$inferSelect

/** The exchanges of memberships, oldest first. */
export async function exchangesOf(db: Database, membershipIds: string[]): Promise<Exchange[]> {
  if (membershipIds.length === 0) return []
  const rows = await db
    .select({ exchange: exchanges })
    .from(exchanges)
    .innerJoin(boxes, eq(exchanges.boxId, boxes.id))
    .where(inArray(boxes.membershipId, membershipIds))
    .orderBy(asc(exchanges.createdAt), asc(exchanges.id))
  return rows.map(({ exchange }) => exchange)
}

const asked: Record<string, string> = {
  size: 'another size was asked for',
  style: 'another belt was asked for',
  damaged: 'something broke',
  return: 'a return was asked for',
  lost: 'it never came',
}
const given: Record<string, string> = {
  replacement: 'a new belt',
  repair: 'a repair',
  refund: 'a refund',
  credit: 'store credit',
}
const askers: Record<string, string> = {
  member: ' on the member’s page',
  guest: ' on the returns page',
  owner: '',
}

/** History of an order's exchanges: with who did it if the audit log knows, otherwise only when. */
export function exchangeEvents(all: Exchange[], lines: Line[]): OrderEvent[] {
  return all.flatMap((exchange) => {
    const number = returnNumber(exchange.id)
    const own = lines.filter(({ entityId }) => entityId === exchange.id)
    const isWritten = (...actions: string[]) => own.some(({ action }) => actions.includes(`${action}`))
    // Steps that no staff member did are only in the exchange's own row.
    const byItself = (at: Date | null, what: string): OrderEvent[] =>
      at ? [{ at: at.toISOString(), who: null, what: `${number}: ${what}` }] : []
    return [
      ...(isWritten('exchange.start')
        ? []
        : byItself(exchange.createdAt, `${asked[exchange.kind]}${askers[exchange.askedBy]}`)),
      ...(isWritten('exchange.receive') ? [] : byItself(exchange.receivedAt, 'received')),
      ...(isWritten('exchange.ship', 'exchange.refund', 'exchange.credit', 'exchange.decide')
        ? []
        : byItself(exchange.settledAt, settledLabel(exchange))),
      ...(isWritten('exchange.cancel', 'exchange.refuse', 'exchange.decline')
        ? []
        : byItself(exchange.closedAt, ended(exchange))),
      ...own.map((line) => ({
        at: line.at.toISOString(),
        who: line.username,
        what: `${number}: ${deedOf(line, exchange)}`,
      })),
    ]
  })
}

function settledLabel({ remedy }: Exchange): string {
  if (remedy === 'replacement') return 'the replacement left with its drop'
  return remedy === 'credit' ? 'credited' : 'refunded'
}

function ended({ state }: Exchange): string {
  if (state === 'cancelled') return 'canceled by the member'
  return state === 'expired' ? 'ended, the belt never came' : 'closed'
}

function deedOf({ action, after }: Line, { kind, remedy }: Exchange): string {
  const is = (after ?? {}) as {
    trackingNumber?: string
    reason?: string
    remedy?: string
    size?: string
    isAsNew?: boolean
    worthCents?: number
  }
  switch (action) {
    case 'exchange.decide':
      return `decided: ${given[is.remedy ?? ''] ?? is.remedy}`
    case 'exchange.decline':
      return `declined: ${is.reason}`
    case 'exchange.judge':
      return `the belt they kept is worth ${formatCents(is.worthCents ?? 0)}: ${is.reason}`
    case 'exchange.repaired':
      return 'repaired'
    case 'exchange.start':
      return asked[kind]!
    case 'exchange.receive':
      return is.isAsNew ? 'received, as new' : 'received, not as new'
    case 'exchange.ship':
      return `${remedy === 'repair' ? 'sent home' : 'replacement shipped'}${is.trackingNumber ? `, ${is.trackingNumber}` : ''}`
    case 'exchange.refund':
      return 'refunded'
    case 'exchange.credit':
      return 'credited'
    case 'exchange.refuse':
      return `refused: ${is.reason}`
    case 'exchange.cancel':
      return 'cancelled'
    case 'exchange.change':
      return is.remedy === 'replacement'
        ? `changed to another replacement${is.size ? `, size ${is.size}` : ''}`
        : `changed to ${is.remedy === 'credit' ? 'store credit' : 'a refund'}`
    case 'exchange.label':
      return 'the return label was sent'
    case 'exchange.note':
      return 'a note was written'
    default:
      return action
  }
}

/** What members were told about late belts and what they answered: the proof that the law asks for (docs/decisions/073). */
export async function delayEvents(
  db: Database,
  membershipIds: string[],
  today: CalendarDate,
): Promise<OrderEvent[]> {
  if (membershipIds.length === 0) return []
  const rows = await db
    .select({ delay: delays, drop: boxes.drop })
    .from(delays)
    .innerJoin(boxes, eq(delays.boxId, boxes.id))
    .where(inArray(boxes.membershipId, membershipIds))
  return rows.flatMap(({ delay, drop }) => {
    const { createdAt, wasDay, newDay, silence, refundAfter, answer, answeredAt, answeredBy } = delay
    const day = newDay ? `ships by ${formatDay(newDay, today)}` : 'no new day yet'
    const means =
      silence === 'wait' ? 'silence waits' : `silence refunds after ${formatDay(refundAfter!, today)}`
    const told = `${dropTitle(drop)} is late: promised by ${formatDay(wasDay, today)}, ${day}; ${means}`
    const said =
      answeredBy === 'silence'
        ? 'no answer came, so it was refunded'
        : answer === 'wait'
          ? 'the buyer waits'
          : 'the buyer took the money'
    return [
      { at: createdAt.toISOString(), who: null, what: told },
      ...(answeredAt
        ? [{ at: answeredAt.toISOString(), who: null, what: `${dropTitle(drop)} is late: ${said}` }]
        : []),
    ]
  })
}
