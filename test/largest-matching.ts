/**
 * The maximum number of boxes that can get a belt, computed independently of the shop's engine: single boxes, places with
 * several units, and one augmenting path after another (Berge, Kuhn). Places seen in a failed search can never lead
 * anywhere, so they aren't searched again.
 * @param choices for each box, the places it can use
 * @param pieces of each place
 */
export function largestMatching(choices: number[][], pieces: number[]): number {
  const placeOf = new Int32Array(choices.length).fill(-1)
  const holders: Set<number>[] = pieces.map(() => new Set())
  const isOpen = (at: number) => holders[at]!.size < pieces[at]!
  const isDead = new Uint8Array(pieces.length)

  function give(box: number, at: number) {
    if (placeOf[box] !== -1) holders[placeOf[box]!]!.delete(box)
    placeOf[box] = at
    holders[at]!.add(box)
  }

  function free(root: number): boolean {
    /** place → the box that reached it first */
    const askedBy = new Map<number, number>()
    const queue = [root]
    for (const box of queue) {
      for (const at of choices[box]!) {
        if (isDead[at] || askedBy.has(at)) continue
        askedBy.set(at, box)
        if (isOpen(at)) {
          for (let taken = at; taken !== -1; ) {
            const taker = askedBy.get(taken)!
            const left = placeOf[taker]!
            give(taker, taken)
            taken = taker === root ? -1 : left
          }
          return true
        }
        queue.push(...holders[at]!)
      }
    }
    for (const at of askedBy.keys()) isDead[at] = 1
    return false
  }

  let found = 0
  choices.forEach((own, box) => {
    const open = own.find(isOpen)
    if (open === undefined) return
    give(box, open)
    found++
  })
  choices.forEach((_, box) => {
    if (placeOf[box] === -1 && free(box)) found++
  })
  return found
}
