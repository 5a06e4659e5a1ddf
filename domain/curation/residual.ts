/** A flow network: its arcs by number, with non-negative costs. */
export type Network = {
  nodeCount: number
  from: number[]
  to: number[]
  capacity: number[]
  cost: number[]
}

export function newNetwork(nodeCount: number): Network {
  return { nodeCount, from: [], to: [], capacity: [], cost: [] }
}

/** @returns the number of the new arc */
export function addArc(network: Network, from: number, to: number, capacity: number, cost: number): number {
  network.from.push(from)
  network.to.push(to)
  network.capacity.push(capacity)
  network.cost.push(cost)
  return network.from.length - 1
}

/**
 * Capacity that is left. Arc i of the network is arc 2i here, and its reverse is 2i + 1. The arcs of a node are
 * contiguous.
 */
export type Residual = {
  start: Int32Array
  arcs: Int32Array
  to: Int32Array
  left: Int32Array
  cost: Float64Array
}

export function residualOf(network: Network): Residual {
  const { nodeCount, from, to, capacity, cost } = network
  const count = from.length
  const start = new Int32Array(nodeCount + 1)
  for (let arc = 0; arc < count; arc++) {
    start[from[arc]! + 1]!++
    start[to[arc]! + 1]!++
  }
  for (let node = 0; node < nodeCount; node++) start[node + 1]! += start[node]!
  const next = start.slice()
  const made: Residual = {
    start,
    arcs: new Int32Array(2 * count),
    to: new Int32Array(2 * count),
    left: new Int32Array(2 * count),
    cost: new Float64Array(2 * count),
  }
  for (let arc = 0; arc < count; arc++) {
    made.arcs[next[from[arc]!]!++] = 2 * arc
    made.arcs[next[to[arc]!]!++] = 2 * arc + 1
    made.to[2 * arc] = to[arc]!
    made.to[2 * arc + 1] = from[arc]!
    made.left[2 * arc] = capacity[arc]!
    made.cost[2 * arc] = cost[arc]!
    made.cost[2 * arc + 1] = -cost[arc]!
  }
  return made
}
