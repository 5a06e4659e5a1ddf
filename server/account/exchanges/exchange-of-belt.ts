import { eq } from 'drizzle-orm'
import { boxes, type exchanges } from '../../../db/schema.ts'
import type { ExchangeOfBelt } from '../../../domain/account/exchange-calls.ts'
import { exchangeAfter } from '../../../domain/exchange.ts'
import { labelLines, loadExchangeView } from '../../emails/exchange-view.ts'
import type { Shop } from '../../shop.ts'

/** An exchange as its member sees it: what its mails say, and what may still be done. */
export async function exchangeOfBelt(
  shop: Shop,
  row: typeof exchanges.$inferSelect,
): Promise<ExchangeOfBelt> {
  const [box] = await shop.db
    .select({ membershipId: boxes.membershipId })
    .from(boxes)
    .where(eq(boxes.id, row.boxId))
  const { view } = await loadExchangeView(shop, `${box!.membershipId}:${row.id}`)
  return {
    id: row.id,
    state: row.state,
    kind: row.kind,
    remedy: row.remedy,
    number: view.number,
    wanted: view.wanted,
    sendBy: view.sendBy,
    label: labelLines(shop.config, view),
    trackingNumber: view.trackingNumber || null,
    canCancel: exchangeAfter(row, 'cancel', 'member') !== null,
  }
}
