import { demoYear } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'

/** Milliseconds of silence after which whoever filled it was killed. */
export const silence = 20_000

export type DemoState = {
  /** 'busy': it's being filled, by this process or another one */
  state: 'absent' | 'busy' | 'filled'
  percent: number
  /** what is being lived, in words; "" unless it's busy */
  step: string
}

/** Whether the shop has an invented year, and how far it is. */
export async function readDemo({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<DemoState> {
  const { state, percent, step, seenAt } = demoYear
  const [row] = await db.select({ state, percent, step, seenAt }).from(demoYear)
  if (row?.state === 'filled') return { state: 'filled', percent: 100, step: '' }
  const isLiving = row && Number(now()) - Number(row.seenAt) <= silence
  return isLiving
    ? { state: 'busy', percent: row.percent, step: row.step }
    : { state: 'absent', percent: 0, step: '' }
}

/** Whether everybody in the shop is invented, which its pages say. */
export async function isInvented(shop: Pick<Shop, 'db' | 'now'>): Promise<boolean> {
  return (await readDemo(shop)).state === 'filled'
}
