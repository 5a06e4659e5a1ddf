import { eq } from 'drizzle-orm'
import { exchanges, parcels } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { comesBack } from '../../../domain/exchange.ts'
import { usualOunces } from '../../../domain/parcel.ts'
import { giveUpLabels, tellLabel } from '../../parcels/labels.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'

/** Bytes of a label: a page. */
const largest = 3 * 1024 * 1024

/**
 * Keeps a prepaid label that the owner bought elsewhere; the member gets it by email and on their page. Another one takes its
 * place.
 * @throws ShopError 'not_found', 'not_possible' where none is waited for, 'invalid_body' for what is no PDF
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
    if (!exchange) throw new ShopError('not_found', 'We can’t find this exchange. Load the page again.')
    if (exchange.state !== 'requested' || !comesBack(exchange))
      throw new ShopError('not_possible', 'No belt is coming back here, so it doesn’t need a label.')
    // One that was bought, or may be, is given up: its postage is asked back.
    await giveUpLabels(tx, eq(parcels.exchangeId, exchangeId))
    await tx.insert(parcels).values({
      boxId: exchange.boxId,
      exchangeId,
      label: 'bought',
      pdf,
      ounces: usualOunces,
      boughtAt: now,
      createdAt: now,
    })
    await tellLabel(tx, shop, exchangeId)
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

/** The file as pages alone: whatever else a PDF can carry stays behind. */
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
