import { sql } from 'drizzle-orm'
import { boxState } from '../../../db/states.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { boxReference } from '../../../domain/box-reference.ts'
import type { Drop } from '../../../domain/drop.ts'
import { oneLine } from '../../../domain/names.ts'
import type { Shop } from '../../shop.ts'
import { audit } from '../audit.ts'
import { csvDownload } from '../csv-download.ts'
import type { Staff } from '../staff.ts'
import { slipRows } from './slip-rows.ts'

/** Boxes read at a time: what the export holds in memory, however many there are. */
const batch = 1000

// The names that carriers' tools recognise by themselves. No e-mail: a carrier would announce a gift before its notice.
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

/** The packed boxes as a file for a carrier's tool; who took it away is written down, because it is full of addresses. */
export async function exportLabels(
  shop: Shop,
  { drop, weight }: AdminInput<'exportLabels'>,
  staff: Staff,
): Promise<AdminReply<'exportLabels'>> {
  await shop.db.transaction((tx) =>
    audit(tx, staff, shop.now(), {
      action: 'drop.labels',
      entity: 'drops',
      entityId: drop,
      after: { weightOunces: weight },
    }),
  )
  return csvDownload(`labels-${drop}.csv`, columns, lines(shop, drop, weight))
}

async function* lines(shop: Shop, drop: Drop, weight: number) {
  let after: string | undefined
  for (;;) {
    const rows = await slipRows(shop.db, {
      drop,
      which: sql`b.state in ${boxState.list('packed')}`,
      after,
      limit: batch,
    })
    for (const { id, orderNumber, shipTo } of rows) {
      const parts = [
        shipTo.fullName,
        shipTo.address,
        shipTo.address2,
        shipTo.city,
        shipTo.state,
        shipTo.zipCode,
      ]
      yield [orderNumber, boxReference(id), ...parts.map(oneLine), 'US', weight]
    }
    after = rows.at(-1)?.id
    if (rows.length < batch) return
  }
}
