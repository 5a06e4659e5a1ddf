import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { boxReference } from '../../../domain/box-reference.ts'
import { oneLine } from '../../../domain/names.ts'
import type { Shop } from '../../shop.ts'
import { readFile } from './read-file.ts'

/** What a file of tracking numbers would ship. Nothing is changed. */
export async function previewTracking(
  shop: Shop,
  { drop, file }: AdminInput<'previewTracking'>,
): Promise<AdminReply<'previewTracking'>> {
  return preview(await readFile(shop.db, drop, file, 'shipped'))
}

/** What a file of deliveries would mark. Nothing is changed. */
export async function previewDelivered(
  shop: Shop,
  { drop, file }: AdminInput<'previewDelivered'>,
): Promise<AdminReply<'previewDelivered'>> {
  return preview(await readFile(shop.db, drop, file, 'delivered'))
}

function preview({ good, outcome }: Awaited<ReturnType<typeof readFile>>) {
  const sample = good.slice(0, 5).map(({ line, boxId, name, trackingNumber }) => ({
    ...{ line, trackingNumber },
    reference: boxReference(boxId),
    name: oneLine(name),
  }))
  return { ...outcome, sample }
}
