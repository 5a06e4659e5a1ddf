import { eq, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { boxState, labelState, refundStatus } from '../../db/schema/states.ts'
import { membershipPayments, memberships, orderItems, orders } from '../../db/schema.ts'
import { type BoxState, leavingStates } from '../../domain/box.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { answerDueAt, type ContactCategory } from '../../domain/contact.ts'
import { addDrops, type Drop, dropName, dropTitle } from '../../domain/drop.ts'
import { ShopError } from '../../domain/errors.ts'
import { remedyDays } from '../../domain/exchange.ts'
import { formatCents } from '../../domain/money.ts'
import { missingLabels } from '../../domain/parcel.ts'
import { readWithin } from '../../domain/review.ts'
import { payerEmail } from '../ledger/find-membership.ts'
import { findHolidays } from '../settings/settings.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import {
  arrivals,
  claims,
  isoInstant,
  labels,
  maxRows,
  ofOrder,
  onDay,
  remedies,
  type Timed,
  type Wearer,
  wearer,
} from './exchange-promises.ts'
import { answersDue, strays, unmatched } from './money-promises.ts'
import {
  failingEvents,
  letterOfTheMonth,
  proposedStop,
  shortages,
  thresholds,
  waitingReviews,
} from './owner-promises.ts'

/** One thing the shop has promised and not done yet. */
export type Owed = {
  /** id of the row behind it */
  id: string
  what: string
  dueOn: CalendarDate
  dueAt: Date | null
  /** day it was promised, in the shop's time zone */
  since: CalendarDate
  person: { name: string; email: string | null } | null
  /** the staff member who has taken it; null: nobody */
  owner: string | null
  act: Act
}
type Act = { label: string; to: string }
/** Promises of one kind that the same action fulfills. */
type OwedGroup = {
  what: string
  dueOn: CalendarDate
  open: number
  due: number
  late: number
  isCalling: boolean
  act: Act
}
type Page = { after: string | null; limit: number }
/** The open promises of a kind, read once for both the sums and the pages. */
type Opened = {
  /** all of them, summed; soonest first */
  groups: OwedGroup[]
  /** one page, soonest first, and the cursor of the next one */
  page(page: Page): Promise<{ owed: Owed[]; next: string | null }>
}
export type Kind = {
  /** who does it if nobody has taken it */
  owner: 'owner' | 'support' | 'packer'
  open(shop: Shop): Promise<Opened>
}

/** Counts promises due today and overdue ones, and whether any due one was already known yesterday. */
function tally(shop: Shop, days: (Pick<Owed, 'dueOn' | 'since'> & { dueAt?: Date | null; open?: number })[]) {
  const today = shopDay(shop)
  const sum = (those: typeof days) => those.reduce((total, { open = 1 }) => total + open, 0)
  const isLate = ({ dueOn, dueAt }: (typeof days)[number]) => (dueAt ? dueAt < shop.now() : dueOn < today)
  const due = days.filter((each) => each.dueOn <= today && !isLate(each))
  return {
    open: sum(days),
    due: sum(due),
    late: sum(days.filter(isLate)),
    isCalling: days.some(({ dueOn, since }) => dueOn <= today && since < today),
  }
}

/** The cursor: a drop, and the last box read of it. */
const boxPlace = /^(\d{4}-\d{2}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

type OwedDrop = { drop: Drop; dueOn: CalendarDate; open: number }

/** Boxes owed now, up to the next drop: for later ones there is nothing to do yet. */
function boxes(states: readonly BoxState[], words: { what: string; act: (drop: Drop) => Act }): Kind {
  const isOwed = sql`b.kind = 'owed' and b.state in ${boxState.list(...states)}`
  const drops = (shop: Shop) =>
    rowsOf<OwedDrop>(
      shop.db,
      sql`select b.drop, coalesce(d.ship_by, b.drop || '-05') as "dueOn", sum(b.boxes)::int as open
        from box_counts b left join drops d on d.drop = b.drop
        where ${isOwed} and b.drop <= ${addDrops(shopDay(shop).slice(0, 7), 1)} group by 1, 2 having sum(b.boxes) > 0 order by 2, 1`,
    )
  return {
    owner: 'packer',
    async open(shop) {
      const all = await drops(shop)
      const groups = all.map((row) => ({
        what: `${words.what}, ${dropTitle(row.drop)}`,
        dueOn: row.dueOn,
        // Anything bought today comes with a later drop.
        ...tally(shop, [{ ...row, since: addDays(row.dueOn, -1) }]),
        act: words.act(row.drop),
      }))
      return { groups, page: (page) => pageOf(shop, all, page) }
    },
  }

  async function pageOf(shop: Shop, all: OwedDrop[], { after, limit }: Page) {
    const [, fromDrop, fromId = ''] = (after !== null && boxPlace.exec(after)) || []
    if (after !== null && !fromDrop)
      throw new ShopError('invalid_body', 'We can’t find that page. Start with the first one.')
    const owed: Owed[] = []
    const begun = fromDrop ? all.findIndex(({ drop }) => drop === fromDrop) : 0
    for (const { drop, dueOn } of all.slice(Math.max(begun, 0))) {
      const place = drop === fromDrop ? sql`and b.id > ${fromId}::uuid` : sql``
      const rows = await rowsOf<Wearer & { id: string; reason: string | null }>(
        shop.db,
        sql`select b.id::text as id, b.hold_reason as reason, ${wearer}
            from (select * from boxes b where ${isOwed} and b.drop = ${drop} ${place} order by b.id limit ${limit + 1 - owed.length}) b
            join memberships m on m.id = b.membership_id order by b.id`,
      )
      for (const { id, reason, name, email } of rows) {
        const what = reason
          ? `${dropName(drop)} belt, held: ${holdWords[reason] ?? reason}`
          : `${dropName(drop)} belt`
        const since = addDays(dueOn, -1)
        owed.push({
          id,
          what,
          dueOn,
          dueAt: null,
          since,
          person: { name, email },
          owner: null,
          act: words.act(drop),
        })
      }
      if (owed.length > limit) {
        const last = owed[limit - 1]!
        return { owed: owed.slice(0, limit), next: `${last.act.to.split('/')[3]} ${last.id}` }
      }
    }
    return { owed, next: null }
  }
}

/** Why a box is held, for the admin. */
const holdWords: Record<string, string> = {
  size: 'no size chosen',
  address: 'the address is incomplete',
  unseen: 'no belt left that they haven’t had',
  stock: 'none left in the size',
  dispute: 'the bank is reviewing the payment',
}

type Few = Owed & { /** its place in the list */ sort: string }

/** Promises with few rows at a time: all are read with their days and sorted, soonest first. */
function few(
  owner: Kind['owner'],
  what: string,
  act: Act,
  read: (shop: Shop) => Promise<(Omit<Owed, 'owner'> & Partial<Pick<Owed, 'owner'>>)[]>,
): Kind {
  const readAll = async (shop: Shop): Promise<Few[]> =>
    (await read(shop))
      .map((each) => ({
        owner: null,
        ...each,
        sort: `${each.dueAt?.toISOString() ?? each.dueOn} ${each.id}`,
      }))
      .sort((a, b) => (a.sort < b.sort ? -1 : 1))
  return {
    owner,
    async open(shop) {
      const all = await readAll(shop)
      const groups = all[0] ? [{ what, act, dueOn: all[0].dueOn, ...tally(shop, all) }] : []
      return {
        groups,
        async page({ after, limit }) {
          const rest = all.filter(({ sort }) => after === null || sort > after)
          return {
            owed: rest.slice(0, limit).map(({ sort: _, ...owed }) => owed),
            next: rest.length > limit ? rest[limit - 1]!.sort : null,
          }
        },
      }
    },
  }
}

type Question = Pick<Timed, 'id' | 'at'> &
  Wearer & { subject: string; category: ContactCategory | null; owner: string | null }

/** Messages and emails nobody has answered (spec §9: 12 or 24 hours, past holidays). */
async function replies(shop: Shop) {
  const rows = await rowsOf<Question>(
    shop.db,
    sql`select id::text as id, ${isoInstant(sql`waiting_since`)} as at, name, email, subject, category, assignee as owner from contact_messages
      where done_at is null and answered_at is null and aside is null order by waiting_since limit ${maxRows}`,
  )
  const holidays = await findHolidays(shop)
  return rows.map(({ id, at, name, email, subject, category, owner }) => {
    const createdAt = new Date(at)
    const dueAt = answerDueAt({ createdAt, category: category ?? '' }, holidays, shop.config.timeZone)
    return {
      ...{ id, what: `Answer “${subject}”`, person: { name, email }, owner },
      ...onDay(shop, dueAt, createdAt),
      act: { label: 'Answer', to: `/admin/inbox?thread=${id}` },
    }
  })
}

/** Packed boxes whose label was requested but not bought: refused, too expensive, or the carrier is down. */
async function postage(shop: Shop) {
  const rows = await rowsOf<
    Wearer & { id: string; at: string; drop: Drop; dueOn: CalendarDate; problem: string | null }
  >(
    shop.db,
    sql`select p.id::text as id, ${isoInstant(sql`p.created_at`)} as at, b.drop, coalesce(d.ship_by, b.drop || '-05') as "dueOn",
        p.last_error as problem, ${wearer}
      from parcels p join boxes b on b.id = p.box_id join memberships m on m.id = b.membership_id left join drops d on d.drop = b.drop
      where p.exchange_id is null and p.label in ${labelState.list(...missingLabels)} and b.state in ${boxState.list('packed')}
      order by p.created_at limit ${maxRows}`,
  )
  return rows.map(({ id, at, drop, dueOn, problem, name, email }) => ({
    id,
    what: problem ? `Label, ${dropTitle(drop)}: ${problem}` : `Label to buy, ${dropTitle(drop)}`,
    ...{ dueOn, dueAt: null, since: shopDay(shop, new Date(at)), person: { name, email } },
    act: { label: 'Labels', to: `/admin/drops/${drop}/pack` },
  }))
}

/** Milliseconds the repairs get before an unconfirmed refund is listed. */
const patience = 10 * 60_000

/** While the bank has the payment's money, its refund waits for the bank: nobody has to do anything. */
const isNotAtBank = sql`(p.dispute is null or r.provider_id is not null)`

/** Refunds that are owed and haven't arrived (spec §9 "5-7 business days"). */
async function refunds(shop: Shop) {
  const settled = new Date(shop.now().getTime() - patience).toISOString()
  // The money goes to whoever paid: a gift's giver, or whoever had the membership before a handover.
  const payer = shop.db
    .select({ email: payerEmail(membershipPayments.paidAt) })
    .from(membershipPayments)
    .innerJoin(memberships, eq(membershipPayments.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(sql`${membershipPayments.id} = p.id`)
  const rows = await rowsOf<Timed & { status: string; cents: number }>(
    shop.db,
    sql`select r.id::text as id, ${isoInstant(sql`r.created_at`)} as at, r.status, round((r.amount + r.tax) * 100)::int as cents,
        coalesce(case when m.is_gift then i.preferences -> 'giftDetails' ->> 'senderName'
          when m.theirs_since is null or p.paid_at >= m.theirs_since then m.address ->> 'fullName'
          else i.preferences -> 'shippingDetails' ->> 'fullName' end, '') as name, ${payer} as email, ${ofOrder}
      from refunds r join membership_payments p on p.id = r.payment_id
      join memberships m on m.id = p.membership_id join order_items i on i.id = m.order_item_id join orders o on o.id = i.order_id
      where r.status in ${refundStatus.list('failed')}
        or (r.status in ${refundStatus.list('pending')} and r.created_at < ${settled}::timestamptz and ${isNotAtBank})
      order by r.created_at limit ${maxRows}`,
  )
  return rows.map(({ id, at, status, cents, name, email, orderId, orderNumber }) => {
    const from = new Date(at)
    const isFailed = status === 'failed'
    // A failed refund is due immediately: it waits for a person, and its buyer waits for the money.
    const dueAt = isFailed ? from : new Date(from.getTime() + remedyDays * 86_400_000)
    const what = isFailed
      ? `Pay ${formatCents(cents)} back another way: the refund for ${orderNumber} failed`
      : `${formatCents(cents)} refund for ${orderNumber} isn’t confirmed yet`
    const act = { label: 'Order', to: `/admin/orders/${orderId}` }
    return { id, what, ...onDay(shop, dueAt, from), dueAt: null, person: { name, email }, act }
  })
}

/** Reviews that members were told a person would read (domain/review.ts). */
async function reviews(shop: Shop) {
  return (await waitingReviews(shop, maxRows)).map(({ id, writtenAt, belt, ...person }) => {
    const dueAt = new Date(writtenAt.getTime() + readWithin * 86_400_000)
    const act = { label: 'Read', to: '/admin/reviews' }
    return {
      id,
      what: `Read a review of ${belt}`,
      ...onDay(shop, dueAt, writtenAt),
      dueAt: null,
      person,
      act,
    }
  })
}

const to = (label: string, href: string): Act => ({ label, to: href })

/** Every kind of promise a person fulfills, each read by one statement from the rows it is stored in. */
const shopPromises = {
  box: boxes(leavingStates, {
    what: 'Boxes to ship',
    act: (drop) => to('Pack', `/admin/drops/${drop}/pack`),
  }),
  hold: boxes(['held'], {
    what: 'Boxes held',
    act: (drop) => to('Settle', `/admin/drops/${drop}/curate`),
  }),
  postage: few('packer', 'Labels to buy', to('Drops', '/admin/drops'), postage),
  label: few('support', 'Return labels to mail', to('Exchanges', '/admin/exchanges'), labels),
  reply: few('support', 'Messages to answer', to('Inbox', '/admin/inbox'), replies),
  refund: few('owner', 'Refunds on their way', to('Health', '/admin/health'), refunds),
  claim: few('support', 'Warranty claims to answer', to('Claims', '/admin/exchanges?state=claimed'), claims),
  exchange: few('support', 'Exchanges to settle', to('Exchanges', '/admin/exchanges'), async (shop) => [
    ...(await remedies(shop)),
    ...(await arrivals(shop)),
  ]),
  review: few('support', 'Reviews to read', to('Reviews', '/admin/reviews'), reviews),
  letter: few('owner', 'The letter of the month', to('Letters', '/admin/letters'), letterOfTheMonth),
  stock: few('owner', 'Belts running low', to('Stock', '/admin/belts/stock'), shortages),
  dispute: few('owner', 'Banks that wait for an answer', to('Disputes', '/admin/disputes'), answersDue),
  stray: few('owner', 'Money that arrived elsewhere', to('Books', '/admin/books'), strays),
  unmatched: few('owner', 'Payments without an order', to('Books', '/admin/books'), unmatched),
  tax: few('owner', 'Sales tax thresholds to look at', to('Sales tax', '/admin/sales-tax'), thresholds),
  short: few('owner', 'Renewals to stop', to('Renewals', '/admin/renewals'), proposedStop),
  event: few('owner', 'Payment events that keep failing', to('Health', '/admin/health'), failingEvents),
} satisfies Record<string, Kind>

/** Everything open: the sums of all kinds, soonest first, and the pages of each. */
export async function openPromises(shop: Shop) {
  const groups = []
  const pages = []
  for (const [name, { owner, open }] of Object.entries<Kind>(shopPromises)) {
    const kind = name as keyof typeof shopPromises
    const opened = await open(shop)
    groups.push(...opened.groups.map((group) => ({ kind, owner, ...group })))
    pages.push({ kind, owner, page: opened.page })
  }
  return { groups: groups.sort((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : 0)), pages }
}
