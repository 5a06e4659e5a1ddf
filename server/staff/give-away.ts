import { and, eq, gt, gte, isNull, ne, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { approvals, givenAway, sessions, users } from '../../db/schema.ts'
import { instantAt } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { type GivenKind, usualCeilings } from '../../domain/giving.ts'
import { formatCents } from '../../domain/money.ts'
import { keptSince } from '../../domain/retention.ts'
import { readSetting } from '../settings/settings.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { confirmedFor } from './change-password.ts'
import { audit, type Staff } from './staff.ts'

export type Gift = {
  kind: GivenKind
  amountCents: number
  orderId?: string
  /** more than was paid, less what was kept: never without a second person, however small */
  isBeyondPaid?: boolean
}

/**
 * Records what a staff member gives away, in the transaction that gives it. Above what they may give away in one day of the
 * shop, an owner has to agree; an owner's own needs another owner or, if there is none, their password again
 * (docs/decisions/124).
 * @throws ShopError 'needs_owner' with the gift in `details`, or 'confirm_first' for the only owner
 */
export async function giveAway(tx: Transaction, shop: Shop, staff: Staff, gift: Gift): Promise<void> {
  await requireWithin(tx, shop, staff, gift)
  const { kind, amountCents, orderId = null } = gift
  if (amountCents <= 0) return
  const { userId, username, approvedBy = null } = staff
  await tx
    .insert(givenAway)
    .values({ userId, username, kind, amountCents, orderId, approvedBy, createdAt: shop.now() })
}

/** Refuses what would be too much, and records nothing. @throws ShopError as `giveAway` */
export async function requireWithin(tx: Transaction, shop: Shop, staff: Staff, gift: Gift): Promise<void> {
  const { kind, amountCents, orderId = null, isBeyondPaid = false } = gift
  const { userId, approvedBy = null } = staff
  if (amountCents <= 0) return
  // Simultaneous gifts of one person are added up.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`gives ${userId}`}, 0))`)
  if (approvedBy === null) {
    const inside = { ...shop, db: tx }
    const ceilings = (await readSetting(inside, 'desk'))?.ceilings ?? usualCeilings
    const mostCents = staff.role === 'owner' ? ceilings.ownerCents : ceilings.supportCents
    const isOver = (await givenToday(tx, shop, userId)) + amountCents > mostCents
    if ((isOver || isBeyondPaid) && !(await isOnlyOwner(tx, shop, staff)))
      throw new ShopError(
        'needs_owner',
        isOver
          ? `That’s over the ${formatCents(mostCents)} you may give away in a day, so another owner has to agree. We’ve asked them, and nothing was given yet.`
          : 'That’s more than was paid for this order, less what was kept and given back. An owner has to agree. We’ve asked them, and nothing was given yet.',
        { details: { kind, amountCents: `${amountCents}`, ...(orderId ? { orderId } : {}) } },
      )
  }
}

/** What someone gave away today without anyone's consent, in integer cents. */
async function givenToday(tx: Transaction, shop: Shop, userId: string): Promise<number> {
  const since = instantAt(shopDay(shop), 0, shop.config.timeZone)
  const rows = await tx
    .select({ amountCents: givenAway.amountCents })
    .from(givenAway)
    .where(and(eq(givenAway.userId, userId), gte(givenAway.createdAt, since), isNull(givenAway.approvedBy)))
  return rows.reduce((sum, each) => sum + each.amountCents, 0)
}

const isOwner = and(eq(users.role, 'owner'), eq(users.isAdmin, true), isNull(users.disabledAt))

/**
 * Whether nobody else could agree: they are the shop's only owner, and have just confirmed who they are.
 * @throws ShopError 'confirm_first' if they haven't
 */
async function isOnlyOwner(
  tx: Transaction,
  shop: Shop,
  { role, userId, sessionId }: Staff,
): Promise<boolean> {
  if (role !== 'owner' || (await tx.$count(users, and(isOwner, ne(users.id, userId)))) > 0) return false
  const [session] = await tx
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  const since = shop.now().getTime() - (session?.confirmedAt?.getTime() ?? 0)
  if (since >= 0 && since < confirmedFor) return true
  throw new ShopError(
    'confirm_first',
    'That’s a lot to give away. Confirm it’s you, with your password or a passkey.',
  )
}

/** Stores a refused call, so that an owner can agree to it, and tells all owners. A repeat asks once. */
export async function askOwners(
  shop: Shop,
  staff: Staff,
  asked: { call: string; input: unknown; details: Record<string, string> | undefined },
): Promise<void> {
  const { kind, amountCents, orderId = null } = asked.details ?? {}
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`gives ${staff.userId}`}, 0))`)
    const isSame = and(
      eq(approvals.userId, staff.userId),
      eq(approvals.call, asked.call),
      eq(approvals.state, 'waiting'),
      sql`${approvals.input} = ${JSON.stringify(asked.input)}::jsonb`,
    )
    if ((await tx.$count(approvals, isSame)) > 0) return
    const [row] = await tx
      .insert(approvals)
      .values({
        ...{ call: asked.call, input: asked.input, userId: staff.userId, username: staff.username },
        ...{ kind: kind as GivenKind, amountCents: Number(amountCents), orderId, createdAt: shop.now() },
      })
      .returning({ id: approvals.id })
    await audit(tx, staff, shop.now(), {
      ...{ action: 'giving.ask', entity: 'approvals', entityId: row!.id, tells: 'owners' },
      after: { amountCents: Number(amountCents), kind },
    })
  })
  shop.wakeWorker()
}

/** Requests that nobody has decided, and that haven't ended. */
export const isWaiting = (shop: Shop) =>
  and(eq(approvals.state, 'waiting'), gt(approvals.createdAt, keptSince('requests', shop.now())))

/** How much waits for an owner's consent. */
export const countApprovals = (shop: Shop): Promise<number> => shop.db.$count(approvals, isWaiting(shop))
