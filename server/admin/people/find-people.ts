import { inArray, type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../../db/database.ts'
import { carriersNumber, hasReference, referenceEnd } from '../../../db/schema/columns.ts'
import { contactMessages, otherMailboxes } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { PersonRow } from '../../../domain/admin/people-contracts.ts'
import { readBoxReference } from '../../../domain/drop.ts'
import { normalizeEmail } from '../../../domain/email.ts'
import { runningStatuses } from '../../../domain/membership.ts'
import { plainTracking } from '../../../domain/tracking.ts'
import { idList } from '../../curation/pool.ts'
import { personIdOf } from '../../members/member.ts'
import type { Shop } from '../../shop/shop.ts'
import { findOrders } from '../orders/find-orders.ts'
import { matchesSubscriber, matchesWriter } from './search-filters.ts'

/** Most people found per kind of match, apart from those found through orders. */
const most = 20
/** Newest messages that are searched first. */
const newest = 200

/** Orders searched for one page of people. */
const pageRows = 30

/** GET /api/admin/people: mailboxes that match the text in any way; without text, the most recently active. */
export async function listPeople(
  shop: Shop,
  { search = '', limit = pageRows, cursor }: AdminInput<'listPeople'>,
): Promise<AdminReply<'listPeople'>> {
  const typed = search.trim()
  const { ids, nextCursor } = await findOrders(shop, typed ? { search: typed } : {}, limit, cursor)
  const emails = [
    // An exact package match goes before prefix matches.
    ...(typed && !cursor ? await ofParcels(shop, typed) : []),
    ...(await ofOrders(shop, ids)),
    ...(typed && !cursor ? [...(await ofPlaces(shop, typed)), ...(await ofLetters(shop, typed))] : []),
  ]
  return { people: await peopleBy(shop, await firstOf(shop, [...new Set(emails)])), nextCursor }
}

// Maps joined mailboxes to their person's first one.
async function firstOf(shop: Shop, emails: string[]): Promise<string[]> {
  if (emails.length === 0) return []
  const rows = await shop.db.select().from(otherMailboxes).where(inArray(otherMailboxes.email, emails))
  const first = new Map(rows.map((row) => [row.email, row.firstEmail]))
  return [...new Set(emails.map((email) => first.get(email) ?? email))]
}

type Mailbox = { email: string | null }

const mailboxes = async (shop: Shop, statement: SQL) =>
  (await rowsOf<Mailbox>(shop.db, statement)).flatMap(({ email }) => (email ? [normalizeEmail(email)] : []))

/** Who bought these orders, and who wears their belts. */
async function ofOrders(shop: Shop, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  return mailboxes(
    shop,
    sql`select e.email from unnest(${idList(ids)}) with ordinality as f(id, place) join orders o on o.id = f.id
      left join order_items i on i.order_id = o.id left join memberships m on m.order_item_id = i.id
      cross join lateral (values (o.purchaser_email, 0), (m.payer_email, 1), (m.member_email, 2)) as e(email, rank)
      where e.email is not null order by f.place, e.rank`,
  )
}

/**
 * Whose package has this tracking number, this reference, or a reference with these last four digits. `offset 0` keeps the
 * limit out of the search: until boxes have tracking numbers, PostgreSQL expects many to match, and reads all by drop.
 */
async function ofParcels(shop: Shop, typed: string): Promise<string[]> {
  const word = typed.replaceAll(/[\s-]/g, '')
  const reference = readBoxReference(word)
  const isTail = /^[0-9a-f]{4}$/i.test(word)
  const wanted: SQL[] = [
    ...(word.length >= 8
      ? [sql`${carriersNumber(sql`b.tracking_number`)} = ${plainTracking(word).toUpperCase()}`]
      : []),
    ...(isTail ? [sql`${referenceEnd(sql`b.id`)} = ${word.toLowerCase()}`] : []),
    ...(reference ? [hasReference(sql`b.id`, reference)] : []),
  ]
  const found: string[] = []
  for (const which of wanted)
    found.push(
      ...(await mailboxes(
        shop,
        sql`select e.email from (select * from (select b.membership_id, b.drop from boxes b where ${which} offset 0) b order by b.drop desc limit ${most}) b
          join memberships m on m.id = b.membership_id
          cross join lateral (values (m.member_email), (m.payer_email)) as e(email)`,
      )),
    )
  if (word.length >= 8)
    found.push(
      ...(await mailboxes(
        shop,
        sql`select o.purchaser_email as email from shipping_info s join orders o on o.id = s.order_id
          where ${carriersNumber(sql`s.tracking_number`)} = ${word.toUpperCase()} limit ${most}`,
      )),
    )
  return found
}

/**
 * Whose belts went to a city or ZIP code that begins with the text. In the order of the indexes, because to find the first
 * few of a common city, PostgreSQL would read addresses until it has met enough of them.
 */
async function ofPlaces(shop: Shop, typed: string): Promise<string[]> {
  const begins = beginning(typed)
  return mailboxes(
    shop,
    sql`select e.email from (
        (select order_item_id from shipping_info where lower(city) like ${begins} order by lower(city) using ~<~ limit ${most})
        union all
        (select order_item_id from shipping_info where zip_code like ${begins} order by zip_code using ~<~ limit ${most})) s
      join memberships m on m.order_item_id = s.order_item_id
      cross join lateral (values (m.member_email), (m.payer_email)) as e(email)`,
  )
}

/** A LIKE pattern for values that begin with the text. */
function beginning(typed: string): string {
  return `${typed.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
}

/**
 * Who wrote or signed up, whether or not they ever bought, by word beginnings of address or name. For a very common word
 * the newest messages come first; sorting all of its messages for 20 results would be slow.
 */
async function ofLetters(shop: Shop, typed: string): Promise<string[]> {
  return mailboxes(
    shop,
    sql`(select email from (select * from ${contactMessages} order by created_at desc limit ${newest}) f where ${matchesWriter(typed)} limit ${most})
      union all (select email from ${contactMessages} f where ${matchesWriter(typed)} limit ${most})
      union all (select email from newsletter_subscribers f where ${matchesSubscriber(typed)} limit ${most})`,
  )
}

type Known = {
  email: string
  name: string | null
  city: string | null
  state: string | null
  memberships: number
  running: number
  orders: number
  lastAt: string | null
}

/** List rows for these people, in the order of `emails`. */
export async function peopleBy(shop: Shop, emails: string[]): Promise<PersonRow[]> {
  if (emails.length === 0) return []
  const running = sql.raw(`('${[...runningStatuses, 'cancelled'].join("', '")}')`)
  const rows = await rowsOf<Known>(
    shop.db,
    sql`select e.email, coalesce(w.name, s.name, c.name, n.name) as name, w.city, w.state,
        coalesce(k.memberships, 0)::int as memberships, coalesce(k.running, 0)::int as running, coalesce(k.orders, 0)::int as orders,
        to_char(greatest(k.at, c.created_at, n.subscribed_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastAt"
      from unnest(${sql`array(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb))`}) as e(email)
      cross join lateral (select array_append(array(select o.email from other_mailboxes o where o.first_email = e.email), e.email) as boxes) mine
      left join lateral (select count(*) as memberships, count(*) filter (where m.status in ${running}) as running,
          count(distinct i.order_id) as orders, max(m.created_at) as at
        from memberships m join order_items i on i.id = m.order_item_id
        where m.id in (select id from memberships where member_email = any(mine.boxes) union select id from memberships where payer_email = any(mine.boxes))) k on true
      left join lateral (select m.address ->> 'fullName' as name, m.address ->> 'city' as city, m.address ->> 'state' as state
        from memberships m where m.member_email = e.email order by m.created_at desc limit 1) w on true
      left join lateral (select o.gift_sender_name as name from orders o where md5(lower(trim(o.purchaser_email))) = md5(e.email) and o.gift_sender_name is not null
        order by o.created_at desc limit 1) s on true
      left join lateral (select c.name, c.created_at from contact_messages c where lower(trim(c.email)) = e.email order by c.created_at desc limit 1) c on true
      left join newsletter_subscribers n on n.email = e.email`,
  )
  return emails.flatMap((email) => {
    const row = rows.find((each) => each.email === email)
    if (!row) return []
    const { name, city, state, lastAt, memberships, running: isRunning, orders } = row
    return [
      {
        ...{
          id: personIdOf(email),
          email,
          name: name?.trim() || email.split('@')[0]!,
          memberships,
          running: isRunning,
          orders,
        },
        place: [city, state].filter(Boolean).join(', '),
        lastAt: lastAt ?? shop.now().toISOString(),
      },
    ]
  })
}
