import type { CurationBox } from './curation.ts'
import type { Demand, Place } from './demand.ts'
import { addArc, type Network, newNetwork, type Residual, residualOf } from './residual.ts'

/** Arcs from boxes to one place: boxes that already have its belt (no change), and the others. */
type Arcs = { keeping: number | null; changing: number | null }

/** More than the changes of all boxes together, so that keeping a belt only breaks ties. */
const aCost = 2 ** 22

/**
 * The best assignment for one gender and size: as many boxes as the stock allows, then the cheapest, then the one that
 * changes the fewest existing assignments (docs/decisions/021-curation-as-a-minimum-cost-flow.md).
 * @returns for each demand, how many boxes go to each of its places
 */
export function settle(demands: Demand[], places: Place[]): number[][] {
  const people = new Map<string, number>()
  const source = 0
  const sink = 1
  const firstPlace = 2
  const firstDemand = firstPlace + places.length
  const network = newNetwork(firstDemand + demands.length)
  /** a node that lets a person have at most one unit of a place */
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

/**
 * One of the cheapest maximum flows (Ford and Fulkerson's primal-dual method). Each round finds shortest paths with
 * Dijkstra's algorithm over reduced costs, then sends all flow that fits along paths of that length with Dinic's. There
 * are as many rounds as distinct path lengths, which are few if there are few distinct costs.
 * @returns the flow of each arc
 */
function cheapestFlow(network: Network, source: number, sink: number): Int32Array {
  const residual = residualOf(network)
  const potential = new Float64Array(network.nodeCount)
  while (raisePotentials(residual, potential, source, sink)) fillLevels(residual, potential, source, sink)
  const flow = new Int32Array(network.from.length)
  for (let arc = 0; arc < flow.length; arc++) flow[arc] = residual.left[2 * arc + 1]!
  return flow
}

/** False when no path is left. */
function raisePotentials(
  { start, arcs, to, left, cost }: Residual,
  potential: Float64Array,
  source: number,
  sink: number,
): boolean {
  const distance = new Float64Array(potential.length).fill(Number.POSITIVE_INFINITY)
  distance[source] = 0
  const heap = distanceHeap()
  heap.push(0, source)
  for (let nearest = heap.pop(); nearest && nearest.node !== sink; nearest = heap.pop()) {
    const { node } = nearest
    if (nearest.distance > distance[node]!) continue
    for (let place = start[node]!; place < start[node + 1]!; place++) {
      const arc = arcs[place]!
      if (left[arc] === 0) continue
      const other = to[arc]!
      const far = nearest.distance + cost[arc]! + potential[node]! - potential[other]!
      if (far >= distance[other]!) continue
      distance[other] = far
      heap.push(far, other)
    }
  }
  const length = distance[sink]!
  if (length === Number.POSITIVE_INFINITY) return false
  // Dijkstra stopped at the sink, so distances beyond it aren't final.
  for (let node = 0; node < potential.length; node++) potential[node]! += Math.min(distance[node]!, length)
  return true
}

/** A heap of nodes by distance, nearest first; ties go to the lower number, so that runs are reproducible. */
function distanceHeap() {
  const distances: number[] = []
  const nodes: number[] = []
  const isBefore = (one: number, other: number) =>
    distances[one]! < distances[other]! ||
    (distances[one] === distances[other] && nodes[one]! < nodes[other]!)

  function swap(one: number, other: number) {
    const distance = distances[one]!
    const node = nodes[one]!
    distances[one] = distances[other]!
    nodes[one] = nodes[other]!
    distances[other] = distance
    nodes[other] = node
  }

  return {
    push(distance: number, node: number) {
      let place = nodes.length
      distances.push(distance)
      nodes.push(node)
      while (place > 0) {
        const parent = (place - 1) >> 1
        if (!isBefore(place, parent)) break
        swap(place, parent)
        place = parent
      }
    },
    /** Null when it is empty. */
    pop(): { distance: number; node: number } | null {
      const last = nodes.length - 1
      if (last < 0) return null
      const nearest = { distance: distances[0]!, node: nodes[0]! }
      swap(0, last)
      distances.pop()
      nodes.pop()
      for (let place = 0; ; ) {
        let first = place
        for (const child of [2 * place + 1, 2 * place + 2]) {
          if (child < last && isBefore(child, first)) first = child
        }
        if (first === place) return nearest
        swap(place, first)
        place = first
      }
    },
  }
}

/** Dinic's algorithm over the arcs with zero reduced cost: blocking flows until none is left. */
function fillLevels(residual: Residual, potential: Float64Array, source: number, sink: number): void {
  const { start, arcs, to, left, cost } = residual
  const level = new Int32Array(potential.length)
  const queue = new Int32Array(potential.length)
  const isFree = (arc: number, node: number) =>
    left[arc]! > 0 && cost[arc]! + potential[node]! - potential[to[arc]!]! === 0

  function setLevels(): boolean {
    level.fill(-1)
    level[source] = 0
    queue[0] = source
    for (let read = 0, written = 1; read < written; read++) {
      const node = queue[read]!
      for (let place = start[node]!; place < start[node + 1]!; place++) {
        const arc = arcs[place]!
        const other = to[arc]!
        if (level[other] !== -1 || !isFree(arc, node)) continue
        level[other] = level[node]! + 1
        queue[written++] = other
      }
    }
    return level[sink] !== -1
  }

  function block() {
    const next = start.slice()
    const way: number[] = []
    let node = source
    for (;;) {
      if (node === sink) {
        const room = way.reduce((least, arc) => Math.min(least, left[arc]!), Number.POSITIVE_INFINITY)
        for (const arc of way) {
          left[arc]! -= room
          left[arc ^ 1]! += room
        }
        // Go back to the start of the first saturated arc.
        const full = way.findIndex((arc) => left[arc] === 0)
        node = to[way[full]! ^ 1]!
        way.length = full
        continue
      }
      let arc = -1
      for (; next[node]! < start[node + 1]!; next[node]!++) {
        const tried = arcs[next[node]!]!
        if (level[to[tried]!] === level[node]! + 1 && isFree(tried, node)) {
          arc = tried
          break
        }
      }
      if (arc >= 0) {
        way.push(arc)
        node = to[arc]!
        continue
      }
      if (way.length === 0) return
      level[node] = -1
      node = to[way.pop()! ^ 1]!
      next[node]!++
    }
  }

  while (setLevels()) block()
}
