import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { leftStates, unshippedStates } from '../../../domain/box.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import { dropName } from '../../../domain/drop.ts'
import type { MembershipView } from '../../../domain/membership-view.ts'
import { readForStaff } from '../../account/memberships/read-account.ts'
import { mailboxesOf, personIdOf } from '../../members/member.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'

type Beside = NonNullable<AdminReply<'getMessage'>['beside']>
type Box = Beside['memberships'][number]['boxes'][number]

/** Most memberships shown beside a conversation. */
const most = 5

/** Memberships and boxes that a question from this mailbox may be about. */
export async function readThreadContext(shop: Shop, email: string): Promise<Beside> {
  const emails = await mailboxesOf(shop.db, email)
  const all = await readForStaff(shop, emails)
  // If there are many, prefer those with a belt on its way or still to come.
  const loaded = all.toSorted((a, b) => urgency(b.view) - urgency(a.view)).slice(0, most)
  return {
    personId: personIdOf(emails[0]!),
    name: loaded[0]?.view.wearer ?? '',
    memberships: loaded.map(({ view, order }) => ({
      ...{ id: view.id, orderId: order.id, orderNumber: order.orderNumber, status: view.status },
      ...{ wearer: view.wearer, isGift: view.isGift, size: view.taste?.size || null },
      boxes: boxesInQuestion(view),
    })),
  }
}

/** 3 with a belt on its way, 2 with one to come, 1 while it runs, 0 once it has ended. */
function urgency({ boxes, status }: MembershipView): number {
  if (boxes.some((box) => box.state === 'packed' || box.state === 'shipped')) return 3
  if (boxes.some((box) => unshippedStates.includes(box.state))) return 2
  return status === 'ended' ? 0 : 1
}

/** The last delivered box, those on their way, and the next one to ship. */
function boxesInQuestion({ boxes, next }: MembershipView): Box[] {
  const sent = boxes.filter((box) => leftStates.includes(box.state))
  const underway = sent.filter(({ deliveredOn }) => deliveredOn === null).slice(-2)
  const arrived = sent.filter(({ deliveredOn }) => deliveredOn !== null).slice(-1)
  const waiting = boxes.filter((box) => unshippedStates.includes(box.state))
  const ahead = waiting
    .slice(0, 1)
    .map((box) => ({ box, changeUntil: next?.drop === box.drop ? next.changeUntil : null }))
  return [...arrived, ...underway]
    .map((box) => ({ box, changeUntil: null as string | null }))
    .concat(ahead)
    .map(({ box, changeUntil }) => ({
      ...{ id: box.id, name: dropName(box.drop), state: box.state, shipBy: box.shipBy, changeUntil },
      waitsForSize: box.waitsForSize,
      ...{ shippedOn: box.shippedOn, deliveredOn: box.deliveredOn, holdReason: box.holdReason },
      ...{ belt: box.belt?.name ?? null, tracking: box.tracking },
    }))
}

type Known = { name: string; orderNumber: string | null; me: string }

/** Values for an answer's placeholders; null if unknown. */
export function fieldsOf(
  shop: Shop,
  { name, orderNumber, me }: Known,
  beside: Beside | null,
): Record<string, string | null> {
  const running =
    beside?.memberships.find((each) => each.orderNumber === orderNumber) ?? beside?.memberships[0]
  const boxes = running?.boxes ?? []
  const sent = boxes.findLast(({ state }) => leftStates.includes(state))
  const next = boxes.find(({ state }) => unshippedStates.includes(state))
  const day = (value: string | null | undefined) => (value ? formatDay(value, shopDay(shop)) : null)
  return {
    name: name.trim().split(/\s+/)[0] || null,
    order: orderNumber ?? running?.orderNumber ?? null,
    'next box': next?.name ?? null,
    'ship by': day(next?.shipBy),
    'change by': day(next?.changeUntil),
    'sent box': sent?.name ?? null,
    'shipped on': day(sent?.shippedOn),
    belt: sent?.belt ?? null,
    tracking: sent?.tracking ? (sent.tracking.link ?? sent.tracking.number) : null,
    'my page': `${shop.config.publicUrl}/account`,
    // The first user is named after the post, not a person.
    me:
      me === shop.config.adminUsername
        ? shop.config.shopName
        : `${me[0]?.toUpperCase()}${me.slice(1)}, ${shop.config.shopName}`,
  }
}
