import { and, asc, eq, gt, isNotNull, or } from 'drizzle-orm'
import { checkouts, orders } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Consent } from '../../../domain/renewal-terms.ts'
import { shopDay } from '../../billing/shop-day.ts'
import type { Snapshot } from '../../checkout/snapshot.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import { csvDownload } from '../csv-download.ts'
import type { Staff } from '../staff.ts'

/** Rows read at a time: what the export holds in memory. */
const batch = 500

const columns = ['order_number', 'purchaser_email', 'ordered_at', 'checkout', 'version', 'agreed_at', 'text']

/**
 * What every buyer of something that renews agreed to, as a file (club.md "Renewal law"). An order without a consent,
 * paid past our pages, has its row with nothing in it: the owner sees that, too.
 */
export async function exportConsents(
  shop: Shop,
  _input: AdminInput<'exportConsents'>,
  staff: Staff,
): Promise<AdminReply<'exportConsents'>> {
  await shop.db.transaction((tx) =>
    audit(tx, staff, shop.now(), { action: 'consents.export', entity: 'checkouts', entityId: 'export' }),
  )
  return csvDownload(`consents-${shopDay(shop)}.csv`, columns, lines(shop))
}

async function* lines(shop: Shop) {
  let last: { createdAt: Date; id: string } | null = null
  for (;;) {
    const rows = await read(shop, last)
    for (const { checkout, order } of rows) {
      const consent = checkout.consent as Consent | null
      const renews = (checkout.snapshot as Snapshot).items.some((item) => item.cart.recipientType === 'self')
      if (!renews) continue
      yield [
        order.orderNumber,
        order.purchaserEmail,
        order.createdAt.toISOString(),
        checkout.id,
        consent?.version ?? null,
        consent?.agreedAt ?? null,
        consent?.text ?? null,
      ]
    }
    const end = rows.at(-1)
    if (!end || rows.length < batch) return
    last = { createdAt: end.order.createdAt, id: end.order.id }
  }
}

function read(shop: Shop, last: { createdAt: Date; id: string } | null) {
  const after = last
    ? or(
        gt(orders.createdAt, last.createdAt),
        and(eq(orders.createdAt, last.createdAt), gt(orders.id, last.id)),
      )
    : undefined
  return shop.db
    .select({
      checkout: { id: checkouts.id, consent: checkouts.consent, snapshot: checkouts.snapshot },
      order: {
        id: orders.id,
        orderNumber: orders.orderNumber,
        purchaserEmail: orders.purchaserEmail,
        createdAt: orders.createdAt,
      },
    })
    .from(checkouts)
    .innerJoin(orders, eq(checkouts.orderId, orders.id))
    .where(and(isNotNull(checkouts.orderId), after))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(batch)
}
