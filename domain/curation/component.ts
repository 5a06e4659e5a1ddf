import type { Gender } from '../belt.ts'
import type { CurationBox, HeldBox } from './curation.ts'
import { groupDemands, type Place } from './demand.ts'
import { handOut } from './hand-out.ts'
import { settle } from './settle.ts'

/** Boxes and belts of one gender and size: what is decided there touches nobody else. */
export type Component = { gender: Gender; size: string; boxes: CurationBox[]; places: Place[] }

/** What was decided for one; `cost` is what nearness to the members' wishes is measured by. */
export type Settled = { belts: Map<string, string>; held: HeldBox[]; cost: number }

/** A belt that a box may not get, because `other`, a box of the same person in another size, gets it. */
export type Forbidden = { box: CurationBox; beltId: string; other: CurationBox }

/** @param keepsBelts whether a box that has a belt keeps it where that is as good */
export function settleComponent(
  { boxes, places }: Component,
  forbidden: Forbidden[],
  keepsBelts: boolean,
): Settled {
  const barred = new Map<string, Set<string>>()
  for (const { box, beltId } of forbidden) barred.set(box.id, new Set(barred.get(box.id)).add(beltId))
  const asked = keepsBelts ? boxes : boxes.map((box) => ({ ...box, belt: null }))
  const demands = groupDemands(asked, places, barred)
  const settled: Settled = { belts: new Map(), held: [], cost: 0 }
  settle(demands, places).forEach((counts, index) => {
    const demand = demands[index]!
    counts.forEach((count, position) => {
      settled.cost += count * demand.costs[position]!
    })
    handOut(demand, counts, places, settled)
  })
  return settled
}
