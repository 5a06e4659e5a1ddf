import { and, eq, max, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { boxState } from '../../../db/schema/states.ts'
import { auditLog } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { boxReference, type Drop } from '../../../domain/drop.ts'
import { oneLine } from '../../../domain/slug.ts'
import { oddTracking } from '../../../domain/tracking.ts'
import { csvDownload, everyRow } from '../../documents/csv-download.ts'
import { wasDisputedAt } from '../../ledger/disputes.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { lockDrop } from './drops.ts'
import { type SlipRow, slipRows } from './packing-slips.ts'
import { judgeFile, readFile } from './read-file.ts'

/** Boxes the export reads at a time: this caps its memory use. */
const batch = 1000

// Names that carriers' tools recognize without mapping. No email: carriers would reveal gifts before their notice.
const columns = [
  'Order Number',
  'Box Reference',
  'Recipient Name',
  'Address Line 1',
  'Address Line 2',
  'City',
  'State',
  'Zip Code',
  'Country',
  'Weight (oz)',
]

/** The packed boxes as a file for a carrier's tool, full of addresses: the audit log records who downloaded it. */
export async function exportLabels(
  shop: Shop,
  { drop, weight, which = 'all' }: AdminInput<'exportLabels'>,
  staff: Staff,
): Promise<AdminReply<'exportLabels'>> {
  const period = await shop.db.transaction(async (tx) => {
    // Waits for a packing run or another file in progress; a later one gets a time after this file.
    await lockDrop(tx, shop, drop)
    const since = which === 'new' ? await lastLabelsAt(tx, drop) : null
    const until = shop.now()
    await audit(tx, staff, until, {
      action: 'drop.labels',
      entity: 'drops',
      entityId: drop,
      after: { weightOunces: weight, which },
    })
    return { since, until }
  })
  return csvDownload(`labels-${drop}.csv`, columns, lines(shop, { drop, weight, ...period }))
}

/** When someone last downloaded labels of a drop; null: never. */
export async function lastLabelsAt(db: Database | Transaction, drop: Drop): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(auditLog.at) })
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'drops'), eq(auditLog.entityId, drop), eq(auditLog.action, 'drop.labels')))
  return row?.at ?? null
}

/** Boxes packed after the last label file was made. */
export const packedSince = (since: Date | null): SQL =>
  since ? sql`b.packed_at > ${since.toISOString()}::timestamptz` : sql`true`

/** Boxes that a dispute holds only since then: they were packed when the file was made, so it has their labels. */
const isHeldSince = (until: Date): SQL =>
  sql`(b.state in ${boxState.list('held')} and b.hold_reason = 'dispute'
    and not ${wasDisputedAt('b', sql`${until.toISOString()}::timestamptz`)})`

type Lines = { drop: Drop; weight: number; since: Date | null; until: Date }

async function* lines(shop: Shop, { drop, weight, since, until }: Lines) {
  // Boxes packed while this is read are in the next file, and a package never gets two labels.
  const which = sql`(b.state in ${boxState.list('packed')} or ${isHeldSince(until)}) and ${packedSince(since)}
    and b.packed_at <= ${until.toISOString()}::timestamptz`
  const rows = everyRow<SlipRow>(batch, (last) =>
    slipRows(shop.db, { drop, which, after: last?.id, limit: batch }),
  )
  for await (const { id, orderNumber, shipTo } of rows) {
    const { fullName, address, address2, city, state, zipCode } = shipTo
    const parts = [fullName, address, address2, city, state, zipCode]
    yield [orderNumber, boxReference(id), ...parts.map(oneLine), 'US', weight]
  }
}

/** Most odd tracking numbers of a file that the preview lists. */
const mostOdd = 20

/** What a file of tracking numbers would ship. Read only. */
export async function previewTracking(
  shop: Shop,
  { drop, file }: AdminInput<'previewTracking'>,
): Promise<AdminReply<'previewTracking'>> {
  const read = await judgeFile(shop.db, drop, await readFile(file, 'shipped'))
  const odd = read.good.filter(({ trackingNumber }) => oddTracking(trackingNumber) !== null)
  return {
    ...preview(read),
    odd: odd.slice(0, mostOdd).map(({ line, trackingNumber }) => ({ line, trackingNumber })),
  }
}

/** What a file of deliveries would mark. Read only. */
export async function previewDelivered(
  shop: Shop,
  { drop, file }: AdminInput<'previewDelivered'>,
): Promise<AdminReply<'previewDelivered'>> {
  return preview(await judgeFile(shop.db, drop, await readFile(file, 'delivered')))
}

function preview({ good, outcome }: Awaited<ReturnType<typeof judgeFile>>) {
  const sample = good.slice(0, 5).map(({ line, boxId, name, trackingNumber }) => ({
    ...{ line, trackingNumber },
    reference: boxReference(boxId),
    name: oneLine(name),
  }))
  return { ...outcome, sample, odd: [] }
}
