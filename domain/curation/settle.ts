import { cheapestFlow } from './cheapest-flow.ts'
import type { Demand, Place } from './demand.ts'
import { addArc, newNetwork } from './residual.ts'

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
  const arcs = demands.map((demand, index) => {
    const node = firstDemand + index
    const { personId } = demand
    addArc(network, source, node, demand.boxes.length, 0)
    return demand.places.map((place, position) => {
      const cost = demand.costs[position]! * aCost
      const to = personId ? onePiece(personId, place) : firstPlace + place
      const kept = demand.boxes.filter((box) => box.belt === places[place]!.belt.id).length
      const keeping = kept > 0 ? addArc(network, node, to, kept, cost) : -1
      const changing =
        kept < demand.boxes.length ? addArc(network, node, to, demand.boxes.length - kept, cost + 1) : -1
      return [keeping, changing]
    })
  })
  const flow = cheapestFlow(network, source, sink)
  const through = (arc: number) => (arc < 0 ? 0 : flow[arc]!)
  return arcs.map((pairs) => pairs.map(([keeping, changing]) => through(keeping!) + through(changing!)))
}
