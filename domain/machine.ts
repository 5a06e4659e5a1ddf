/** The states that something can be in, and what may follow what. */
export type Machine<State extends string> = {
  readonly states: readonly State[]
  /** Whether a row may go from one state to the other; to stay as it is is always allowed. */
  mayFollow(from: State, to: State): boolean
  /** The states from which a row may come into this one. */
  before(to: State): readonly State[]
}

/**
 * A machine by its table: each state with those that may follow it. TypeScript asks it here, statements through
 * `db/schema/states.ts`, which is how a row's state is written.
 */
export function machine<State extends string>(
  follows: Readonly<Record<State, readonly NoInfer<State>[]>>,
): Machine<State> {
  const states = Object.keys(follows) as State[]
  const mayFollow = (from: State, to: State) => from === to || follows[from].includes(to)
  return { states, mayFollow, before: (to) => states.filter((from) => mayFollow(from, to)) }
}
