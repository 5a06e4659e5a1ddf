import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { exchanges } from '../../../db/schema.ts'
import type { AdminContractName, AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { comesBack } from '../../../domain/exchange.ts'
import type { Alongside } from '../../exchanges/act-on-exchange.ts'
import { cancelExchange } from '../../exchanges/cancel-exchange.ts'
import { changeRemedy } from '../../exchanges/change-remedy.ts'
import { chargeReturn, chargeStart } from '../../exchanges/goodwill.ts'
import { offeredBelts } from '../../exchanges/other-belts.ts'
import { requestExchange } from '../../exchanges/request-exchange.ts'
import { creditReturn, receiveReturn, refundReturn, refuseReturn } from '../../exchanges/returns.ts'
import { findBox } from '../../exchanges/sent-box.ts'
import { shipReplacement } from '../../exchanges/ship-replacement.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { refuseEditConflict } from '../edit-conflict.ts'

type Exchange = typeof exchanges.$inferSelect

/**
 * The handler of a call that acts on one exchange. The act's own transaction writes the audit log, with the facts.
 * @param charge counts what it gives away (goodwill.ts)
 */
export function actingOn<Name extends AdminContractName>(
  verb: string,
  act: (shop: Shop, input: AdminInput<Name>, alongside: Alongside) => Promise<Exchange>,
  factsOf: (input: AdminInput<Name>) => object = () => ({}),
  charge?: (tx: Transaction, shop: Shop, staff: Staff, after: Exchange) => Promise<void>,
) {
  return async (shop: Shop, input: AdminInput<Name>, staff: Staff) => {
    await act(shop, input, async (tx, before, after) => {
      await charge?.(tx, shop, staff, after)
      await audit(tx, staff, shop.now(), {
        action: `exchange.${verb}`,
        entity: 'exchanges',
        entityId: after.id,
        before: { state: before.state },
        after: { state: after.state, ...factsOf(input) },
      })
    })
    return { success: true } as const
  }
}

// Each @throws ShopError 'not_found', 'not_possible'.
export const receiveReturned = actingOn<'receiveReturn'>('receive', receiveReturn, ({ isAsNew }) => ({
  isAsNew,
}))
export const shipReplaced = actingOn<'shipReplacement'>('ship', shipReplacement, ({ trackingNumber }) => ({
  trackingNumber,
}))
/** Changes what the member gets for the belt. */
export const changeRemedied = actingOn<'changeRemedy'>(
  'change',
  changeRemedy,
  ({ exchangeId: _, ...given }) => given,
)
export const refundReturned = actingOn<'refundReturn'>('refund', refundReturn, undefined, chargeReturn)
export const creditReturned = actingOn<'creditReturn'>('credit', creditReturn, undefined, chargeReturn)
/** The belt came back worn. */
export const refuseReturned = actingOn<'refuseReturn'>('refuse', refuseReturn, ({ reason }) => ({ reason }))
/** The belt isn't coming back after all. */
export const cancelReturned = actingOn<'cancelReturn'>('cancel', (shop, input, alongside) =>
  cancelExchange(shop, { ...input, actor: 'staff' }, alongside),
)

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
  input: AdminInput<'startExchange'>,
  staff: Staff,
): Promise<AdminReply<'startExchange'>> {
  const { boxId, kind, remedy } = input
  const { membership } = await findBox(shop.db, boxId)
  if (remedy === 'credit' && !(membership.isGift && membership.memberEmail)) {
    throw new ShopError(
      'not_possible',
      'Only a gift’s recipient whose email we have can get store credit. Choose a refund.',
    )
  }
  await requestExchange(shop, { ...input, askedBy: 'owner' }, async (tx, made, isTheirs) => {
    const givenCents = await chargeStart(tx, shop, staff, { made, isTheirs })
    await audit(tx, staff, shop.now(), {
      action: 'exchange.start',
      entity: 'exchanges',
      entityId: made.id,
      after: { boxId, kind, remedy: made.remedy, wantedSize: made.wantedSize, givenCents },
    })
  })
  return { success: true }
}

/**
 * The owner has sent the prepaid label (spec §1). @throws ShopError 'not_found', 'not_possible' if no belt is coming back
 */
export async function markLabelSent(
  shop: Shop,
  { exchangeId }: AdminInput<'markLabelSent'>,
  staff: Staff,
): Promise<AdminReply<'markLabelSent'>> {
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
  return { success: true }
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
