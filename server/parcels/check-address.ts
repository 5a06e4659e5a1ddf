import { and, eq, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { parcels } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { AddressVerdict, ParcelAddress } from '../../domain/parcel.ts'
import type { Carrier } from '../shop/carrier.ts'
import type { Shop } from '../shop/shop.ts'

type Parcel = typeof parcels.$inferSelect

const fine: AddressVerdict = { problem: null, suggestion: null }

/**
 * Whether a label may be bought for a package's address. One the carrier questions waits for a person's decision
 * (server/admin/parcels/settle-address.ts) and is an open promise until then.
 * @throws ShopError 'carrier_unavailable'
 */
export async function isAddressFine(
  shop: Shop,
  carrier: Carrier,
  parcel: Parcel,
  to: ParcelAddress,
): Promise<boolean> {
  if (parcel.addressCheck !== null) return parcel.addressCheck !== 'odd'
  const { problem, suggestion } = (await wentThere(shop, parcel)) ? fine : await verdictOf(carrier, to)
  const isOdd = problem !== null || suggestion !== null
  await shop.db
    .update(parcels)
    .set({
      ...{ addressCheck: isOdd ? 'odd' : 'good', suggestion },
      lastError: isOdd ? (problem ?? 'The carrier spells this address differently.') : null,
    })
    .where(and(eq(parcels.id, parcel.id), eq(parcels.label, 'wanted')))
  return !isOdd
}

/** The carrier's verdict on an address; if it refuses to give one, the address is accepted. */
export async function verdictOf(carrier: Carrier, to: ParcelAddress): Promise<AddressVerdict> {
  try {
    return await carrier.checkAddress(to)
  } catch (error) {
    if (error instanceof ShopError && error.code === 'not_possible') return fine
    throw error
  }
}

/**
 * Whether another box of the same membership had a label to exactly the same address, so that nobody is asked twice. A label
 * this box had before it was unpacked doesn't count: it may have been for another address.
 */
async function wentThere(shop: Shop, { boxId }: Parcel): Promise<boolean> {
  const [found] = await rowsOf(
    shop.db,
    sql`select 1 from boxes b join boxes e on e.membership_id = b.membership_id and e.id <> b.id and e.ship_to = b.ship_to
        join parcels p on p.box_id = e.id
      where b.id = ${boxId} and p.exchange_id is null and p.address_check in ('good', 'kept') limit 1`,
  )
  return found !== undefined
}
