import { and, count, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { givenAway, users } from '../../db/schema.ts'
import { addDays, type CalendarDate, instantAt, mondayOf } from '../../domain/calendar-date.ts'
import type { GivenKind } from '../../domain/giving.ts'
import type { MailSubject } from '../../domain/mail-subjects.ts'
import { enqueueMail } from '../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../shop/shop.ts'

/** What one staff member gave away in one way: how often, and in integer cents, of which `agreedCents` an owner agreed to. */
export type GivenLine = {
  username: string
  kind: GivenKind
  acts: number
  amountCents: number
  agreedCents: number
}

/** The reader's id if no owner has an address: the address that the shop was started with. */
const nobodys = 'shop'

/**
 * Mails every owner on Monday what staff gave away in the seven days before. If the shop was down then, later in that week; a
 * week in which nothing was given away has no email.
 * @param runAt when the emails are sent
 * @returns how many emails were written
 */
export async function enqueueGivingDigests(shop: Shop, runAt: Date): Promise<number> {
  const day = mondayOf(shopDay(shop))
  const [given] = await shop.db.select({ acts: count() }).from(givenAway).where(isInWeekBefore(shop, day))
  if (given!.acts === 0) return 0
  const owners = await shop.db.select({ id: users.id }).from(users).where(isReader)
  const readers = owners.length > 0 ? owners.map(({ id }) => id) : [nobodys]
  return enqueueMail(
    shop.db,
    shop,
    ...readers.map((reader) => ({ kind: 'giving-digest' as const, about: { day, reader }, runAt })),
  )
}

const isReader = and(
  eq(users.role, 'owner'),
  eq(users.isAdmin, true),
  isNull(users.disabledAt),
  isNotNull(users.email),
)

/** What was given away in the seven days before a Monday, by person and then by how much. */
export function givenBefore(shop: Shop, monday: CalendarDate): Promise<GivenLine[]> {
  const sumOf = (which = sql`true`) =>
    sql<number>`(coalesce(sum(${givenAway.amountCents}) filter (where ${which}), 0) * 100)::float8`
  return shop.db
    .select({
      ...{ username: givenAway.username, kind: givenAway.kind, acts: count(), amountCents: sumOf() },
      agreedCents: sumOf(sql`${givenAway.approvedBy} is not null`),
    })
    .from(givenAway)
    .where(isInWeekBefore(shop, monday))
    .groupBy(givenAway.username, givenAway.kind)
    .orderBy(givenAway.username, sql`sum(${givenAway.amountCents}) desc`)
}

function isInWeekBefore({ config: { timeZone } }: Shop, monday: CalendarDate) {
  return and(
    gte(givenAway.createdAt, instantAt(addDays(monday, -7), 0, timeZone)),
    lt(givenAway.createdAt, instantAt(monday, 0, timeZone)),
  )
}

/** Where a digest goes; null: its reader isn't an owner with an address anymore. */
export async function digestAddress(
  shop: Shop,
  { reader }: MailSubject<'giving-digest'>,
): Promise<string | null> {
  // As with news about who can sign in: whoever gets into the admin could change the address set there.
  if (reader === nobodys) return shop.config.startedAs.supportEmail
  const [owner] = await shop.db
    .select({ email: users.email })
    .from(users)
    .where(and(sql`${users.id} = ${reader}::uuid`, isReader))
  return owner?.email ?? null
}
