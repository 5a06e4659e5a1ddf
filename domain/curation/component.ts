import type { Gender } from '../belt.ts'
import type { CurationBox, HeldBox, HoldReason } from './curation.ts'
import { type Demand, groupDemands, type Place } from './demand.ts'
import { settle } from './settle.ts'

/** Boxes and belts of one gender and size: what is decided here affects no other component. */
export type Component = { gender: Gender; size: string; boxes: CurationBox[]; places: Place[] }

/** The decision for a component; a lower `cost` is closer to what the members want. */
export type Settled = { belts: Map<string, string>; held: HeldBox[]; cost: number }

/** A belt that a box can't have, because `other`, the same person's box in another size, gets it. */
export type Forbidden = { box: CurationBox; beltId: string; other: CurationBox }

/** @param keepsBelts whether a box that already has a belt keeps it if that is just as good */
export function settleComponent(
  { boxes, places }: Component,
  forbidden: Forbidden[],
  keepsBelts: boolean,
): Settled {
  const excluded = new Map<string, Set<string>>()
  for (const { box, beltId } of forbidden) excluded.set(box.id, new Set(excluded.get(box.id)).add(beltId))
  const asked = keepsBelts ? boxes : boxes.map((box) => ({ ...box, belt: null }))
  const demands = groupDemands(asked, places, excluded)
  const settled: Settled = { belts: new Map(), held: [], cost: 0 }
  settle(demands, places).forEach((counts, index) => {
    const demand = demands[index]!
    counts.forEach((count, position) => {
      settled.cost += count * demand.costs[position]!
    })
    distribute(demand, counts, places, settled)
  })
  return settled
}

/** Gives each box of a demand its belt: boxes keep the belt they have while units last, then the rest are served in turn. */
function distribute(
  demand: Demand,
  counts: number[],
  places: Place[],
  result: { belts: Map<string, string>; held: HeldBox[] },
): void {
  const beltOf = (position: number) => places[demand.places[position]!]!.belt
  const left = counts.slice()
  const waiting: CurationBox[] = []
  for (const box of demand.boxes) {
    const position = box.belt === null ? -1 : demand.places.findIndex((_, at) => beltOf(at).id === box.belt)
    if (position >= 0 && left[position]! > 0) {
      left[position]!--
      result.belts.set(box.id, box.belt!)
    } else waiting.push(box)
  }
  // A box whose belt went to another box should not also be the one left without a belt.
  waiting.sort((one, other) => Number(one.belt === null) - Number(other.belt === null))
  let position = 0
  for (const box of waiting) {
    while (position < left.length && left[position] === 0) position++
    if (position === left.length) result.held.push({ boxId: box.id, reason: whyNone(box, demand, places) })
    else {
      left[position]!--
      result.belts.set(box.id, beltOf(position).id)
    }
  }
}

function whyNone(box: CurationBox, demand: Demand, places: Place[]): HoldReason {
  const isLiked = ({ belt }: Place) => box.styles.length === 0 || box.styles.includes(belt.style)
  return demand.places.length === 0 && places.some(isLiked) ? 'unseen' : 'stock'
}
