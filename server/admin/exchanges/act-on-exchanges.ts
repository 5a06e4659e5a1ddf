import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { exchanges } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { comesBack } from '../../../domain/exchange.ts'
import { cancelExchange } from '../../exchanges/cancel-exchange.ts'
import { changeRemedy } from '../../exchanges/change-remedy.ts'
import { offeredBelts } from '../../exchanges/other-belts.ts'
import { requestExchange } from '../../exchanges/request-exchange.ts'
import { creditReturn, receiveReturn, refundReturn, refuseReturn } from '../../exchanges/returns.ts'
import { findBox } from '../../exchanges/sent-box.ts'
import { shipReplacement } from '../../exchanges/ship-replacement.ts'
import { shopDay } from '../../ledger/shop-day.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'
import { refuseEditConflict } from '../edit-conflict.ts'

type Done = { success: true }
const done = { success: true } as const

/** Marks the returned belt as received. @throws ShopError 'not_found', 'not_possible' */
export async function receiveReturned(
  shop: Shop,
  input: AdminInput<'receiveReturn'>,
  staff: Staff,
): Promise<Done> {
  await receiveReturn(shop, input, auditExchange(shop, staff, 'receive', { isAsNew: input.isAsNew }))
  return done
}

/** Marks the replacement as shipped. @throws ShopError 'not_found', 'not_possible' */
export async function shipReplaced(
  shop: Shop,
  input: AdminInput<'shipReplacement'>,
  staff: Staff,
): Promise<Done> {
  await shipReplacement(
    shop,
    input,
    auditExchange(shop, staff, 'ship', { trackingNumber: input.trackingNumber }),
  )
  return done
}

/** Changes what the member gets for the belt. @throws ShopError 'not_found', 'not_possible' */
export async function changeRemedied(
  shop: Shop,
  { exchangeId, remedy, productId, size }: AdminInput<'changeRemedy'>,
  staff: Staff,
): Promise<Done> {
  const wanted = {
    ...(productId === undefined ? {} : { productId }),
    ...(size === undefined ? {} : { size }),
  }
  await changeRemedy(
    shop,
    { exchangeId, remedy, ...wanted },
    auditExchange(shop, staff, 'change', { remedy, ...wanted }),
  )
  return done
}

/** Refunds a returned belt. @throws ShopError 'not_found', 'not_possible' */
export async function refundReturned(
  shop: Shop,
  input: AdminInput<'refundReturn'>,
  staff: Staff,
): Promise<Done> {
  await refundReturn(shop, input, auditExchange(shop, staff, 'refund'))
  return done
}

/** Gives store credit for a returned belt. @throws ShopError 'not_found', 'not_possible' */
export async function creditReturned(
  shop: Shop,
  input: AdminInput<'creditReturn'>,
  staff: Staff,
): Promise<Done> {
  await creditReturn(shop, input, auditExchange(shop, staff, 'credit'))
  return done
}

/** Refuses a belt that came back worn. @throws ShopError 'not_found', 'not_possible' */
export async function refuseReturned(
  shop: Shop,
  input: AdminInput<'refuseReturn'>,
  staff: Staff,
): Promise<Done> {
  await refuseReturn(shop, input, auditExchange(shop, staff, 'refuse', { reason: input.reason }))
  return done
}

/** Cancels an exchange: the belt isn't coming back after all. @throws ShopError 'not_found', 'not_possible' */
export async function cancelReturned(
  shop: Shop,
  input: AdminInput<'cancelReturn'>,
  staff: Staff,
): Promise<AdminReply<'cancelReturn'>> {
  await cancelExchange(shop, { ...input, actor: 'staff' }, auditExchange(shop, staff, 'cancel'))
  return done
}

/** Saves the staff's note on an exchange; members never see it. @throws ShopError 'not_found' */
export async function noteExchange(
  shop: Shop,
  { exchangeId, note, was }: AdminInput<'noteExchange'>,
  staff: Staff,
): Promise<AdminReply<'noteExchange'>> {
  await shop.db.transaction(async (tx) => {
    const [row] = await tx.select().from(exchanges).where(eq(exchanges.id, exchangeId)).for('update')
    if (!row) throw new ShopError('not_found', 'We can’t find this exchange. Reload the page.')
    await refuseEditConflict(tx, { entity: 'exchanges', entityId: exchangeId, what: 'this exchange' }, was, {
      note: row.note,
    })
    await tx.update(exchanges).set({ note: note.trim() }).where(eq(exchanges.id, exchangeId))
    await audit(tx, staff, shop.now(), {
      action: 'exchange.note',
      entity: 'exchanges',
      entityId: exchangeId,
      before: { note: row.note },
      after: { note: note.trim() },
    })
  })
  return { success: true }
}

/**
 * Starts an exchange for a member who wrote or called. The owner may do so after the 30 days.
 * @throws ShopError 'not_found', 'not_possible'
 */
export async function startExchange(
  shop: Shop,
  { boxId, kind, remedy, part, productId, size, details }: AdminInput<'startExchange'>,
  staff: Staff,
): Promise<AdminReply<'startExchange'>> {
  const { membership } = await findBox(shop.db, boxId)
  if (remedy === 'credit' && !(membership.isGift && membership.memberEmail)) {
    throw new ShopError(
      'not_possible',
      'Only a gift’s recipient whose email we have can get store credit. Choose a refund.',
    )
  }
  await requestExchange(
    shop,
    {
      boxId,
      kind,
      askedBy: 'owner',
      ...(remedy === undefined ? {} : { remedy }),
      ...(part === undefined ? {} : { part }),
      ...(productId === undefined ? {} : { productId }),
      ...(size === undefined ? {} : { size }),
      ...(details === undefined ? {} : { details }),
    },
    async (tx, made) => {
      await audit(tx, staff, shop.now(), {
        action: 'exchange.start',
        entity: 'exchanges',
        entityId: made.id,
        after: { boxId, kind, remedy: made.remedy, wantedSize: made.wantedSize },
      })
    },
  )
  return { success: true }
}

/**
 * The owner has sent the prepaid label (spec §1). @throws ShopError 'not_found', 'not_possible' if no belt is coming back
 */
export async function markLabelSent(
  shop: Shop,
  { exchangeId }: AdminInput<'markLabelSent'>,
  staff: Staff,
): Promise<Done> {
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    const [exchange] = await tx.select().from(exchanges).where(eq(exchanges.id, exchangeId)).for('update')
    if (!exchange) throw new ShopError('not_found', 'We can’t find this exchange. Reload the page.')
    if (exchange.labelSentAt) return
    if (exchange.state !== 'requested' || !comesBack(exchange))
      throw new ShopError('not_possible', 'No belt is coming back here, so it doesn’t need a label.')
    await tx.update(exchanges).set({ labelSentAt: now }).where(eq(exchanges.id, exchangeId))
    await audit(tx, staff, now, {
      action: 'exchange.label',
      entity: 'exchanges',
      entityId: exchangeId,
      after: { labelSentAt: now.toISOString() },
    })
  })
  return done
}

/** Belts that can replace the one in a box. @throws ShopError 'not_found' */
export async function listReplacements(
  shop: Shop,
  { boxId }: AdminInput<'listReplacements'>,
): Promise<AdminReply<'listReplacements'>> {
  const { box } = await findBox(shop.db, boxId)
  const belts = await offeredBelts(shop.db, box, shopDay(shop).slice(0, 7))
  return { size: box.size, belts: belts.map(({ id, name, sizes }) => ({ id, name, sizes })) }
}

type Exchange = typeof exchanges.$inferSelect

/** Returns a callback that audits an exchange action inside its transaction. */
export function auditExchange(shop: Shop, staff: Staff, verb: string, facts: object = {}) {
  return async (tx: Transaction, before: Exchange, after: Exchange) => {
    await audit(tx, staff, shop.now(), {
      action: `exchange.${verb}`,
      entity: 'exchanges',
      entityId: after.id,
      before: { state: before.state },
      after: { state: after.state, ...facts },
    })
  }
}
