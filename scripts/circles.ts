/**
 * The circles in what leads to what, each with all that belong to it: from each of them one gets to each other.
 * @param ways from each to those it leads to
 */
export function circlesIn(ways: Map<string, Set<string>>): string[][] {
  const reached = new Map([...ways.keys()].map((from) => [from, reachedFrom(from, ways)]))
  const circles = new Map<string, string[]>()
  for (const [from, all] of reached) {
    const circle = [...all].filter((to) => reached.get(to)?.has(from)).sort()
    if (circle.length > 1) circles.set(circle.join(), circle)
  }
  return [...circles.values()]
}

/** Whatever one gets to, in any number of steps; itself only over others. */
function reachedFrom(from: string, ways: Map<string, Set<string>>): Set<string> {
  const reached = new Set<string>()
  const next = [...(ways.get(from) ?? [])]
  for (let to = next.pop(); to !== undefined; to = next.pop()) {
    if (reached.has(to)) continue
    reached.add(to)
    next.push(...(ways.get(to) ?? []))
  }
  return reached
}
