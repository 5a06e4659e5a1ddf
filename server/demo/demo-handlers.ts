import type { AdminInput, AdminReply } from '../../domain/admin/contracts.ts'
import type { Shop } from '../shop/shop.ts'
import type { Staff } from '../staff/staff.ts'
import { readDemo as readState } from './demo-state.ts'
import { realSetting } from './refuse-real-shop.ts'

// Loaded when it's asked for: few shops ever are.
const year = () => import('./demo-year.ts')

/** Whether the shop has an invented year or could have one, how far it is, and why it failed. */
export async function readDemo(shop: Shop): Promise<AdminReply<'readDemo'>> {
  const isPossible = realSetting(shop.config) === null
  const state = await readState(shop)
  const problem = isPossible && state.state === 'absent' ? (await year()).demoProblem(shop) : null
  return { ...state, isPossible, problem }
}

/** Begins to fill it. @throws ShopError 'not_possible' */
export async function fillDemo(
  shop: Shop,
  _input: AdminInput<'fillDemo'>,
  staff: Staff,
): Promise<AdminReply<'fillDemo'>> {
  await (await year()).startDemo(shop, staff)
  return readDemo(shop)
}

/** Takes it away. @throws ShopError 'not_possible' */
export async function removeDemo(
  shop: Shop,
  _input: AdminInput<'removeDemo'>,
  staff: Staff,
): Promise<AdminReply<'removeDemo'>> {
  await (await year()).removeDemo(shop)
  shop.log.info({ username: staff.username }, 'the invented year was taken away')
  return readDemo(shop)
}
