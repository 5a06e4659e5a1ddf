import { and, asc, eq, inArray } from 'drizzle-orm'
import { boxes, memberships, orderItems, orders } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { type HoldReason, holdReasons, holdSentence } from '../../../domain/curation/curation.ts'
import { readCuration as lastRun, startCuration as start } from '../../curation/curate-drop.ts'
import { forecastDrops as forecast } from '../../curation/forecast-drops.ts'
import { stylesOf } from '../../curation/pool.ts'
import type { Shop } from '../../shop/shop.ts'
import { auditAlone, type Staff } from '../../staff/staff.ts'

/** Most exceptions sent at a time. Fixing some makes room for the next. */
const shown = 200

/** Starts curation of a drop. @throws ShopError 'not_possible' while another run is going */
export async function startCuration(
  shop: Shop,
  { drop }: AdminInput<'startCuration'>,
  staff: Staff,
): Promise<AdminReply<'startCuration'>> {
  const run = await start(shop, { drop })
  await auditAlone(shop, staff, {
    action: 'drop.curate',
    entity: 'drops',
    entityId: drop,
    after: { run: run.id },
  })
  return run
}

/** Progress of the last run of a drop. */
export async function readCuration(
  shop: Shop,
  { drop }: AdminInput<'readCuration'>,
): Promise<AdminReply<'readCuration'>> {
  return { run: await lastRun(shop, { drop }) }
}

/** The boxes of a drop that curation holds, sorted by reason: the only ones that need the owner (club-rules.md "Curate"). */
export async function listExceptions(
  shop: Shop,
  { drop }: AdminInput<'listExceptions'>,
): Promise<AdminReply<'listExceptions'>> {
  const rows = await shop.db
    .select({
      boxId: boxes.id,
      orderId: orders.id,
      orderNumber: orders.orderNumber,
      address: memberships.address,
      email: memberships.memberEmail,
      gender: memberships.gender,
      size: memberships.size,
      styles: memberships.styles,
      reason: boxes.holdReason,
    })
    .from(boxes)
    .innerJoin(memberships, eq(memberships.id, boxes.membershipId))
    .innerJoin(orderItems, eq(orderItems.id, memberships.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(boxes.drop, drop), eq(boxes.state, 'held'), inArray(boxes.holdReason, [...holdReasons])))
    .orderBy(asc(boxes.holdReason), asc(memberships.gender), asc(memberships.size), asc(boxes.id))
  const exceptions = rows.map(({ address, ...row }) => {
    const wish = { size: row.size, styles: stylesOf(row.styles) }
    const reason = row.reason as HoldReason
    const { fullName } = address as { fullName?: string }
    return { ...row, ...wish, reason, name: fullName ?? '', sentence: holdSentence(reason, wish) }
  })
  return { exceptions: exceptions.slice(0, shown), total: exceptions.length }
}

/** What curation would do with the next six drops (club-rules.md "Forecast"). */
export async function forecastDrops(shop: Shop): Promise<AdminReply<'forecastDrops'>> {
  const drops = await forecast(shop)
  return {
    drops: drops.map(({ lines, ...each }) => ({
      ...each,
      lines: lines.map(({ reason, people, sentence }) => ({ reason, people, sentence })),
    })),
  }
}
