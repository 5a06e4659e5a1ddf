import { asc, eq } from 'drizzle-orm'
import { disputeChanges } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { formatDate } from '../../../domain/calendar-date.ts'
import { ShopError } from '../../../domain/errors.ts'
import { formatCents } from '../../../domain/money.ts'
import { collectEvidence } from '../../billing/evidence.ts'
import { syncDispute } from '../../billing/sync-dispute.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'

/** Everything the shop knows about a disputed payment. @throws ShopError 'not_found' */
export async function readEvidence(
  shop: Shop,
  { disputeId }: AdminInput<'readEvidence'>,
): Promise<AdminReply<'readEvidence'>> {
  const { dispute, order, sections } = await collectEvidence(shop, disputeId)
  const { state, status, amountCents, reason, dueBy } = dispute
  const history = await shop.db
    .select({ status: disputeChanges.status, at: disputeChanges.at })
    .from(disputeChanges)
    .where(eq(disputeChanges.disputeId, disputeId))
    .orderBy(asc(disputeChanges.id))
  return {
    ...{ order, status, state, amountCents, reason, dueBy: dueBy?.toISOString() ?? null },
    history: history.map((each) => ({ status: each.status, at: each.at.toISOString() })),
    answer: await answerOf(shop, disputeId),
    sections,
  }
}

// The evidence sheet is useful even while the provider doesn't answer.
async function answerOf(shop: Shop, disputeId: string) {
  try {
    return (await shop.payments.fetchDispute(disputeId))?.answer ?? null
  } catch (error) {
    if (error instanceof ShopError && error.code === 'payments_unavailable') return 'unknown' as const
    throw error
  }
}

/** The evidence as a PDF, for whoever answers on paper or on the provider's site. @throws ShopError 'not_found' */
export async function evidencePdf(
  shop: Shop,
  { disputeId }: AdminInput<'evidencePdf'>,
  staff: Staff,
): Promise<AdminReply<'evidencePdf'>> {
  const { dispute, order, sections } = await collectEvidence(shop, disputeId)
  const dueBy = dispute.dueBy ? `, to be answered by ${formatDate(shopDay(shop, dispute.dueBy))}` : ''
  const about = `${dispute.id}, ${formatCents(dispute.amountCents)}, ${dispute.reason.replaceAll('_', ' ')}${dueBy}`
  const title = `${shop.config.shopName}: evidence for order ${order.orderNumber}`
  const all = [{ heading: 'The dispute', lines: [about] }, ...sections]
  const { writePdf } = await import('../../documents/write-pdf.ts')
  const content = await writePdf(title, all, shop.now())
  await note(shop, staff, disputeId, 'dispute.export')
  return { fileName: `evidence-${order.orderNumber}.pdf`, contentType: 'application/pdf', content }
}

/**
 * Saves the evidence at the provider without sending it.
 * @throws ShopError 'not_found', 'not_possible' once it was sent or the bank decided
 */
export async function stageDisputeEvidence(
  shop: Shop,
  { disputeId }: AdminInput<'stageEvidence'>,
  staff: Staff,
): Promise<AdminReply<'stageEvidence'>> {
  const { fields } = await collectEvidence(shop, disputeId)
  await shop.payments.stageEvidence(disputeId, fields)
  await note(shop, staff, disputeId, 'dispute.stage')
  return { success: true }
}

/**
 * Sends the staged evidence to the bank. This can't be undone.
 * @throws ShopError 'not_possible' if nothing is staged, or it was sent already
 */
export async function submitDisputeEvidence(
  shop: Shop,
  { disputeId }: AdminInput<'submitEvidence'>,
  staff: Staff,
): Promise<AdminReply<'submitEvidence'>> {
  const dispute = await shop.payments.fetchDispute(disputeId)
  if (!dispute) throw new ShopError('not_found', 'We can’t find that dispute. Reload the page.')
  if (dispute.answer !== 'staged')
    throw new ShopError(
      'not_possible',
      dispute.answer === 'submitted'
        ? 'The bank has this evidence already.'
        : 'Save the evidence at the provider first, and read it once more.',
    )
  await shop.payments.submitEvidence(disputeId)
  await note(shop, staff, disputeId, 'dispute.submit')
  await syncDispute(shop, disputeId)
  return { success: true }
}

async function note(shop: Shop, staff: Staff, entityId: string, action: string) {
  await shop.db.transaction((tx) => audit(tx, staff, shop.now(), { action, entity: 'disputes', entityId }))
}
