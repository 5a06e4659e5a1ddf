/** A line of the table: a figure next to its yardstick. */
export type Row = {
  what: string
  ours: string
  peer: string
  ratio: string
  limitedBy: string
  isBroken?: boolean
}

/** A figure that must not be higher. */
export function atMost(what: string, ours: number, limit: number, limitedBy: string): Row {
  return judged(what, ours, { limit, limitedBy, peer: `at most ${limit}`, isBroken: ours > limit })
}

/** A figure that must not be lower. */
export function atLeast(what: string, ours: number, limit: number, limitedBy: string): Row {
  const peer = `at least ${Number(limit.toFixed(1))}`
  return judged(what, ours, { limit, limitedBy, peer, isBroken: ours < limit })
}

function judged(
  what: string,
  ours: number,
  { limit, ...more }: { limit: number } & Pick<Row, 'limitedBy' | 'peer'> & { isBroken: boolean },
): Row {
  const figure = Number.isInteger(ours) ? String(ours) : ours.toFixed(ours < 10 ? 2 : ours < 100 ? 1 : 0)
  return { what, ours: figure, ratio: (ours / limit).toFixed(2), ...more }
}
