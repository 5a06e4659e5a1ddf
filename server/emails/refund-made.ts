import { asc, eq } from 'drizzle-orm'
import { boxes, membershipPayments, refunds } from '../../db/schema.ts'
import { type Drop, dropName } from '../../domain/drop.ts'
import { formatCents } from '../../domain/money.ts'
import type { MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import type { Sender } from './layout.tsx'
import { loadMembershipView, membershipReason } from './membership-view.ts'
import { renderNotice } from './notice.tsx'

export type RefundView = {
  to: string
  name: string
  drops: Drop[]
  /** the belts came back: they had been sent */
  cameBack?: boolean
  amountCents: number
  taxCents: number
}

/** The mail of the outbox's kind refund-made; the fact is the refund's id. */
export async function refundMade(shop: Shop, refundId: string): Promise<MailContent> {
  const [row] = await shop.db
    .select({ refund: refunds, membershipId: membershipPayments.membershipId })
    .from(refunds)
    .innerJoin(membershipPayments, eq(refunds.paymentId, membershipPayments.id))
    .where(eq(refunds.id, refundId))
  if (!row) throw new Error(`refund ${refundId} is gone`)
  const given = await shop.db
    .select({ drop: boxes.drop, state: boxes.state })
    .from(boxes)
    .where(eq(boxes.refundId, refundId))
    .orderBy(asc(boxes.drop))
  const { to, name } = await loadMembershipView(shop, row.membershipId)
  const { amountCents, taxCents } = row.refund
  return renderRefundMade(shop.config, {
    to,
    name,
    drops: given.map((box) => box.drop),
    cameBack: given.some((box) => box.state === 'returned'),
    amountCents,
    taxCents,
  })
}

/** Renders it from its view alone. */
export function renderRefundMade(sender: Sender, view: RefundView): Promise<MailContent> {
  const total = formatCents(view.amountCents + view.taxCents)
  const isOne = view.drops.length === 1
  const count = isOne ? 'One belt' : `${view.drops.length} belts`
  const which = view.drops.map((drop) => `${dropName(drop)} ${drop.slice(0, 4)}`)
  return renderNotice(sender, {
    to: view.to,
    subject: `Your refund of ${total}`,
    title: `${total} is on its way back to you.`,
    paragraphs: [
      `We have refunded ${isOne ? 'one belt' : count} of your ${view.name}${view.cameBack ? ', which came back to us' : ''}.${view.cameBack ? '' : ` ${isOne ? 'It' : 'They'} will not ship.`}`,
      'Banks take five to ten days to show it, on the card that paid.',
    ],
    list: { head: count, lines: which },
    rows: [
      { name: 'Belts', amount: formatCents(view.amountCents) },
      ...(view.taxCents > 0 ? [{ name: 'Sales tax, California', amount: formatCents(view.taxCents) }] : []),
      { name: 'Refunded', amount: total, isTotal: true },
    ],
    reason: membershipReason,
  })
}
