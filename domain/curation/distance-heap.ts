/** Nodes by their distance, the nearest first; of equals the one with the smaller number, so that runs are alike. */
export function distanceHeap() {
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
