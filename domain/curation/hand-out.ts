import type { CurationBox, HeldBox, HoldReason } from './curation.ts'
import type { Demand, Place } from './demand.ts'

/** Gives each box of a demand its belt: who has one keeps it while there is one, then one after another. */
export function handOut(
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
  // Who had a belt that went to somebody else is not also the one who goes without.
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
