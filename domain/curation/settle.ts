import { cheapestFlow } from './cheapest-flow.ts'
import type { CurationBox } from './curation.ts'
import type { Demand, Place } from './demand.ts'
import { addArc, newNetwork } from './residual.ts'

/** What goes from boxes to one place: those that have its belt, at no change, and the others. */
type Arcs = { keeping: number | null; changing: number | null }

/** More than all boxes together may change: to keep one's belt decides only where everything else is alike. */
const aCost = 2 ** 22

/**
 * The best assignment of one gender and size: as many boxes as the stock allows, then the cheapest, then the one that
 * changes least of what is assigned (docs/decisions/021-curation.md).
 * @returns for each demand, how many of each of its places
 */
export function settle(demands: Demand[], places: Place[]): number[][] {
  const people = new Map<string, number>()
  const source = 0
  const sink = 1
  const firstPlace = 2
  const firstDemand = firstPlace + places.length
  const network = newNetwork(firstDemand + demands.length)
  /** node of a person's one piece of a place */
  function onePiece(personId: string, place: number): number {
    const key = `${personId} ${place}`
    const known = people.get(key)
    if (known !== undefined) return known
    const node = network.nodeCount++
    people.set(key, node)
    addArc(network, node, firstPlace + place, 1, 0)
    return node
  }

  places.forEach(({ pieces }, place) => {
    addArc(network, firstPlace + place, sink, pieces, 0)
  })
  const arcs = demands.map(({ boxes, places: own, costs, personId }, index) => {
    const node = firstDemand + index
    addArc(network, source, node, boxes.length, 0)
    const had = beltsOf(boxes)
    return own.map((place, position): Arcs => {
      const cost = costs[position]! * aCost
      const to = personId ? onePiece(personId, place) : firstPlace + place
      const kept = had.get(places[place]!.belt.id) ?? 0
      const change = boxes.length - kept
      return {
        keeping: kept > 0 ? addArc(network, node, to, kept, cost) : null,
        changing: change > 0 ? addArc(network, node, to, change, cost + 1) : null,
      }
    })
  })
  const flow = cheapestFlow(network, source, sink)
  const through = (arc: number | null) => (arc === null ? 0 : flow[arc]!)
  return arcs.map((own) => own.map(({ keeping, changing }) => through(keeping) + through(changing)))
}

/** Belt id → how many of the boxes have it already. */
function beltsOf(boxes: CurationBox[]): Map<string, number> {
  const had = new Map<string, number>()
  for (const { belt } of boxes) if (belt !== null) had.set(belt, (had.get(belt) ?? 0) + 1)
  return had
}
