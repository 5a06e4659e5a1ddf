import { distanceHeap } from './distance-heap.ts'
import { fillLevels } from './fill-levels.ts'
import { type Network, type Residual, residualOf } from './residual.ts'

/**
 * Of all maximum flows one of the cheapest (Ford and Fulkerson's primal-dual method): shortest ways by Dijkstra's
 * algorithm over reduced costs, and all flow that fits into ways of that length at once by Dinic's. A round a length;
 * the lengths are few where costs are few.
 * @returns the flow of each arc
 */
export function cheapestFlow(network: Network, source: number, sink: number): Int32Array {
  const residual = residualOf(network)
  const potential = new Float64Array(network.nodeCount)
  while (raisePotentials(residual, potential, source, sink)) fillLevels(residual, potential, source, sink)
  const flow = new Int32Array(network.from.length)
  for (let arc = 0; arc < flow.length; arc++) flow[arc] = residual.left[2 * arc + 1]!
  return flow
}

/** False when no way is left. */
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
  // What is farther than the sink was not looked at to its end.
  for (let node = 0; node < potential.length; node++) potential[node]! += Math.min(distance[node]!, length)
  return true
}
