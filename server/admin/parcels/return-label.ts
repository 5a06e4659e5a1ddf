import { and, eq } from 'drizzle-orm'
import { labelState } from '../../../db/schema/states.ts'
import { exchanges, parcels } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { comesBack } from '../../../domain/exchange.ts'
import { defaultOunces } from '../../../domain/parcel.ts'
import { isComing } from '../../exchanges/cancel-exchange.ts'
import { abandonLabels, notifyReturnLabel } from '../../parcels/labels.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'

/** Most bytes of a label, which is a single page. */
const largest = 3 * 1024 * 1024

/**
 * Stores a prepaid label that the owner bought elsewhere, and sends it to the member by email and on their page. It
 * replaces any earlier label.
 * @throws ShopError 'not_found', 'not_possible' if no belt is coming back or its carrier has it already, 'invalid_body' if it isn't a PDF
 */
export async function uploadReturnLabel(
  shop: Shop,
  { exchangeId, file }: AdminInput<'uploadReturnLabel'>,
  staff: Staff,
): Promise<AdminReply<'uploadReturnLabel'>> {
  const pdf = await readLabel(file)
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    const [exchange] = await tx.select().from(exchanges).where(eq(exchanges.id, exchangeId)).for('update')
    if (!exchange) throw new ShopError('not_found', 'We can’t find this exchange. Reload the page.')
    if (exchange.state !== 'requested' || !comesBack(exchange))
      throw new ShopError('not_possible', 'No belt is coming back here, so it doesn’t need a label.')
    if (await isComing(tx, exchangeId))
      throw new ShopError(
        'not_possible',
        'The carrier has this package already, so it doesn’t need another label.',
      )
    // Abandons a label that was, or may have been, bought, and requests its refund.
    await abandonLabels(tx, eq(parcels.exchangeId, exchangeId))
    // The postage of a package that went back to its member is used.
    await tx
      .update(parcels)
      .set({ label: labelState.to('void', parcels.label) })
      .where(and(eq(parcels.exchangeId, exchangeId), eq(parcels.label, 'bought')))
    await tx.insert(parcels).values({
      boxId: exchange.boxId,
      exchangeId,
      label: 'bought',
      pdf,
      ounces: defaultOunces,
      boughtAt: now,
      createdAt: now,
    })
    await notifyReturnLabel(tx, shop, exchangeId)
    await audit(tx, staff, now, {
      action: 'exchange.label',
      entity: 'exchanges',
      entityId: exchangeId,
      after: { labelSentAt: now.toISOString(), bytes: pdf.length },
    })
  })
  shop.wakeWorker()
  return { success: true }
}

/** Copies only the pages of the file: anything else a PDF can carry is left behind. */
async function readLabel(file: Uint8Array): Promise<Uint8Array> {
  const refused = (sentence: string, cause?: unknown) =>
    new ShopError('invalid_body', sentence, { fields: { file: sentence }, cause })
  if (file.length > largest) throw refused('This file is larger than 3 MB. Choose the label alone.')
  if (Buffer.from(file.subarray(0, 5)).toString('latin1') !== '%PDF-')
    throw refused('This is not a PDF. Choose the label as your carrier gave it to you.')
  try {
    const { joinLabels } = await import('../../documents/label-sheets.ts')
    return await joinLabels([file], 'Return label')
  } catch (cause) {
    throw refused('This PDF can’t be read. Save it again, or choose another one.', cause)
  }
}
