import type { Residual } from './residual.ts'

/** Dinic's algorithm over the arcs that cost nothing under the potentials: blocking flows until none is left. */
export function fillLevels(residual: Residual, potential: Float64Array, source: number, sink: number): void {
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
        // Back to where the first arc is full.
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
