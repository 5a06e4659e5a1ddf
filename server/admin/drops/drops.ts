import { and, count, eq, sql, sum } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { boxState } from '../../../db/schema/states.ts'
import { beltVariants, boxes, drops, products, settings } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { unshippedStates } from '../../../domain/box.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateIn,
  formatDate,
  instantAt,
} from '../../../domain/calendar-date.ts'
import { formatCount } from '../../../domain/count.ts'
import {
  addDrops,
  cutOffDay,
  type Drop,
  dropTitle,
  firstDrop,
  shipBy as usualShipBy,
} from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import { catalogChanged } from '../../catalog/catalog-changed.ts'
import { currentDrop, pinCurrentDrop } from '../../catalog/current-drop.ts'
import { draftOfDrop } from '../../letters/draft-letter.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { refuseEditConflict } from '../edit-conflict.ts'
import { boxCounts, noBoxes } from './drop-boxes.ts'
import { dropView } from './get-drop.ts'

/** All drops, newest first: those created, those with belts, and those with boxes due. */
export async function listDrops(
  shop: Shop,
  _input: AdminInput<'listDrops'>,
): Promise<AdminReply<'listDrops'>> {
  const { db } = shop
  const created = await db.select().from(drops)
  const belts = await db
    .select({
      drop: products.drop,
      belts: sql<string>`count(distinct ${products.id})`,
      active: sql<string>`count(distinct ${products.id}) filter (where ${products.isActive})`,
      pieces: sum(beltVariants.stock),
    })
    .from(products)
    .leftJoin(beltVariants, eq(beltVariants.productId, products.id))
    .groupBy(products.drop)
  const prepared = [...created, ...belts].map((row) => row.drop).sort()
  const coming = firstDrop(shopDay(shop))
  const latest = [coming, ...prepared].sort().at(-1)!
  const boxes = await boxCounts(db, { upTo: latest })
  const due = [...boxes.keys()].filter((drop) => drop <= coming)
  const names = [...new Set([...prepared, ...due])].sort().reverse()
  const current = await currentDrop(db)
  const next = nextOf(prepared.at(-1), coming)

  return {
    drops: names.map((drop) => {
      const own = belts.find((each) => each.drop === drop)
      return dropView(shop, drop, {
        row: created.find((each) => each.drop === drop),
        boxes: boxes.get(drop) ?? noBoxes,
        belts: {
          belts: Number(own?.belts ?? 0),
          active: Number(own?.active ?? 0),
          pieces: Number(own?.pieces ?? 0),
        },
        isCurrent: drop === current,
      })
    }),
    next: { drop: next, cutOffDay: cutOffDay(next), shipBy: usualShipBy(next) },
  }
}

// After a break in the drops, skips the months that have passed.
function nextOf(newest: Drop | undefined, coming: Drop): Drop {
  const following = newest ? addDrops(newest, 1) : coming
  return following > coming ? following : coming
}

/**
 * Creates a drop. The home page keeps showing the current drop until the owner makes this one current.
 * @throws ShopError 'taken' if it exists, 'invalid_body' for days in the wrong order, 'not_possible' for a later day than
 *   people were promised
 */
export async function createDrop(
  shop: Shop,
  { drop, cutOffDay, shipBy }: AdminInput<'createDrop'>,
  staff: Staff,
): Promise<AdminReply<'createDrop'>> {
  requireOrder(cutOffDay, shipBy)
  return shop.db.transaction(async (tx) => {
    await catalogChanged(tx)
    const [known] = await tx.select({ drop: drops.drop }).from(drops).where(eq(drops.drop, drop))
    if (known) {
      const sentence = `There’s already a drop for ${dropTitle(drop)}. Choose another month.`
      throw new ShopError('taken', sentence, { fields: { drop: sentence } })
    }
    await refuseUntold(tx, drop, usualShipBy(drop), shipBy)
    await pinCurrentDrop(tx)
    await tx.insert(drops).values({ drop, cutOffAt: endOfDay(shop, cutOffDay), shipBy })
    await audit(tx, staff, shop.now(), {
      action: 'drop.create',
      entity: 'drops',
      entityId: drop,
      after: { cutOffDay, shipBy },
    })
    return { drop }
  })
}

/**
 * Changes the dates of a drop (club-rules.md "The calendar"), and creates the drop if no one has. It emails no one
 * (changeDrop does) and leaves the home page alone.
 * @throws ShopError 'invalid_body' for days in the wrong order, 'not_possible' for a later day than people were promised
 */
export async function updateDrop(
  shop: Shop,
  { drop, cutOffDay, shipBy, was }: AdminInput<'updateDrop'>,
  staff: Staff,
): Promise<AdminReply<'updateDrop'>> {
  requireOrder(cutOffDay, shipBy)
  await shop.db.transaction(async (tx) => {
    await catalogChanged(tx)
    await pinCurrentDrop(tx)
    const row = await lockDrop(tx, shop, drop)
    const before = { cutOffDay: calendarDateIn(shop.config.timeZone, row.cutOffAt), shipBy: row.shipBy }
    await refuseEditConflict(
      tx,
      {
        ...{ entity: 'drops', entityId: drop, what: 'these days' },
        words: { cutOffDay: 'cut-off', shipBy: 'ships by' },
      },
      was,
      before,
    )
    await refuseUntold(tx, drop, row.shipBy, shipBy)
    await tx
      .update(drops)
      .set({ cutOffAt: endOfDay(shop, cutOffDay), shipBy })
      .where(eq(drops.drop, drop))
    await audit(tx, staff, shop.now(), {
      action: 'drop.days',
      entity: 'drops',
      entityId: drop,
      before,
      after: { cutOffDay, shipBy },
    })
  })
  return { success: true }
}

/**
 * Shows this drop's belts on the home page from now on, in every process, and drafts its letter.
 * @throws ShopError 'not_possible' for a drop without active belts
 */
export async function makeDropCurrent(
  shop: Shop,
  { drop }: AdminInput<'makeDropCurrent'>,
  staff: Staff,
): Promise<AdminReply<'makeDropCurrent'>> {
  return shop.db.transaction(async (tx) => {
    await catalogChanged(tx)
    const [active] = await tx
      .select({ belts: count() })
      .from(products)
      .where(and(eq(products.drop, drop), eq(products.isActive, true)))
    if (!active?.belts) {
      throw new ShopError(
        'not_possible',
        `${dropTitle(drop)}’s drop has no active belt to show. Add one first.`,
      )
    }
    const before = await currentDrop(tx)
    await tx
      .insert(settings)
      .values({ key: 'currentDrop', value: drop })
      .onConflictDoUpdate({ target: settings.key, set: { value: drop, updatedAt: shop.now() } })
    if (before !== drop) {
      await audit(tx, staff, shop.now(), {
        action: 'drop.current',
        entity: 'drops',
        entityId: drop,
        before: { current: before },
        after: { current: drop },
      })
    }
    await draftOfDrop(tx, shop, drop)
    return { success: true }
  })
}

function requireOrder(cutOffDay: CalendarDate, shipBy: CalendarDate) {
  if (cutOffDay < shipBy) return
  const sentence = 'Boxes ship after the cut-off. Choose a later day.'
  throw new ShopError('invalid_body', sentence, { fields: { shipBy: sentence } })
}

/**
 * Refuses to move a drop's boxes to a later day in silence: whoever was promised the earlier one hears of it, and chooses
 * between waiting and a refund (docs/decisions/073).
 * @throws ShopError 'not_possible'
 */
async function refuseUntold(tx: Transaction, drop: Drop, promised: CalendarDate, shipBy: CalendarDate) {
  if (shipBy <= promised) return
  const isWaiting = sql`${boxes.drop} = ${drop} and ${boxes.kind} = 'owed' and ${boxes.state} in ${boxState.list(...unshippedStates)}`
  const waiting = await tx.$count(boxes, isWaiting)
  if (waiting === 0) return
  const sentence = `${waiting === 1 ? '1 box was' : `${formatCount(waiting)} boxes were`} promised by ${formatDate(promised)}. Set the later day under Hold or move, which tells everyone.`
  throw new ShopError('not_possible', sentence, { fields: { shipBy: sentence } })
}

/** The last moment of a day in the shop's time zone (club-rules.md "The calendar"). */
function endOfDay(shop: Shop, day: CalendarDate): Date {
  return new Date(instantAt(addDays(day, 1), 0, shop.config.timeZone).getTime() - 1)
}

/** Locks the drop's row until the transaction ends. If no one created the drop, inserts it with the calendar's dates. */
export async function lockDrop(tx: Transaction, shop: Shop, drop: Drop) {
  await tx
    .insert(drops)
    .values({
      drop,
      cutOffAt: endOfDay(shop, cutOffDay(drop)),
      shipBy: usualShipBy(drop),
      createdAt: shop.now(),
    })
    .onConflictDoNothing()
  const [row] = await tx.select().from(drops).where(eq(drops.drop, drop)).for('update')
  return row!
}

/** @throws ShopError 'not_possible' for a drop on hold */
export async function requireNotHeld(tx: Transaction, shop: Shop, drop: Drop) {
  const row = await lockDrop(tx, shop, drop)
  refuseHeld(row)
  return row
}

/** @throws ShopError 'not_possible' for a drop on hold */
export function refuseHeld({ drop, state }: { drop: Drop; state: string }) {
  if (state !== 'held') return
  throw new ShopError(
    'not_possible',
    `${dropTitle(drop)}’s drop is on hold. Release it first, under Hold or move.`,
  )
}
