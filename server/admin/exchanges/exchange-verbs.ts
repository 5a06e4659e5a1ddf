import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import { cancelExchange } from '../../exchanges/cancel-exchange.ts'
import { changeRemedy } from '../../exchanges/change-remedy.ts'
import { creditReturn } from '../../exchanges/credit-return.ts'
import { receiveReturn } from '../../exchanges/receive-return.ts'
import { refundReturn } from '../../exchanges/refund-return.ts'
import { refuseReturn } from '../../exchanges/refuse-return.ts'
import { shipReplacement } from '../../exchanges/ship-replacement.ts'
import type { Shop } from '../../shop.ts'
import type { Staff } from '../staff.ts'
import { auditExchange } from './audit-exchange.ts'

type Done = { success: true }
const done = { success: true } as const

/** The belt is back. @throws ShopError 'not_found', 'not_possible' */
export async function receiveReturned(
  shop: Shop,
  input: AdminInput<'receiveReturn'>,
  staff: Staff,
): Promise<Done> {
  await receiveReturn(shop, input, auditExchange(shop, staff, 'receive', { isAsNew: input.isAsNew }))
  return done
}

/** The replacement leaves. @throws ShopError 'not_found', 'not_possible' */
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

/** Something else is given. @throws ShopError 'not_found', 'not_possible' */
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

/** The money goes back. @throws ShopError 'not_found', 'not_possible' */
export async function refundReturned(
  shop: Shop,
  input: AdminInput<'refundReturn'>,
  staff: Staff,
): Promise<Done> {
  await refundReturn(shop, input, auditExchange(shop, staff, 'refund'))
  return done
}

/** The recipient gets credit. @throws ShopError 'not_found', 'not_possible' */
export async function creditReturned(
  shop: Shop,
  input: AdminInput<'creditReturn'>,
  staff: Staff,
): Promise<Done> {
  await creditReturn(shop, input, auditExchange(shop, staff, 'credit'))
  return done
}

/** It came back worn. @throws ShopError 'not_found', 'not_possible' */
export async function refuseReturned(
  shop: Shop,
  input: AdminInput<'refuseReturn'>,
  staff: Staff,
): Promise<Done> {
  await refuseReturn(shop, input, auditExchange(shop, staff, 'refuse', { reason: input.reason }))
  return done
}

/** It does not go back after all. @throws ShopError 'not_found', 'not_possible' */
export async function cancelReturned(
  shop: Shop,
  input: AdminInput<'cancelReturn'>,
  staff: Staff,
): Promise<AdminReply<'cancelReturn'>> {
  await cancelExchange(shop, { ...input, actor: 'staff' }, auditExchange(shop, staff, 'cancel'))
  return done
}
