/** The states something can be in, and the allowed transitions. */
export type Machine<State extends string> = {
  readonly states: readonly State[]
  /** Whether a row can change from one state to another; staying the same is always allowed. */
  mayFollow(from: State, to: State): boolean
  /** The states from which a row can enter this one. */
  before(to: State): readonly State[]
}

/**
 * Builds a machine from a table of each state and the states that can follow. TypeScript code checks transitions with it;
 * SQL statements, which write a row's state, check through `db/schema/states.ts`.
 */
export function machine<State extends string>(
  follows: Readonly<Record<State, readonly NoInfer<State>[]>>,
): Machine<State> {
  const states = Object.keys(follows) as State[]
  const mayFollow = (from: State, to: State) => from === to || follows[from].includes(to)
  return { states, mayFollow, before: (to) => states.filter((from) => mayFollow(from, to)) }
}
