import { machine } from './machine.ts'

/**
 * A belt owed to a membership, on its way (club-rules.md "The box ledger"). 'returned': it came back and was paid out as
 * a refund or as store credit.
 */
export const boxMachine = machine({
  owed: ['assigned', 'held', 'cancelled', 'refunded'],
  // Straight to 'shipped': a replacement ships outside its drop.
  assigned: ['owed', 'held', 'packed', 'shipped', 'cancelled', 'refunded'],
  packed: ['assigned', 'held', 'shipped'],
  shipped: ['delivered', 'returned'],
  // Back to 'shipped': someone marked the wrong one.
  delivered: ['shipped', 'returned'],
  returned: [],
  cancelled: [],
  refunded: [],
  // Back to 'packed': a package held by a dispute returns to where it was.
  held: ['owed', 'assigned', 'packed', 'cancelled', 'refunded'],
})
export type BoxState = (typeof boxMachine.states)[number]

/** Where a box in each state is; the lists below follow from it. */
const whereabouts = {
  owed: 'waiting',
  assigned: 'waiting',
  held: 'held',
  packed: 'packed',
  shipped: 'sent',
  delivered: 'sent',
  returned: 'returned',
  cancelled: 'void',
  refunded: 'void',
} as const satisfies Record<BoxState, 'waiting' | 'held' | 'packed' | 'sent' | 'returned' | 'void'>
const thoseThatAre = (...where: (typeof whereabouts)[BoxState][]): readonly BoxState[] =>
  boxMachine.states.filter((state) => where.includes(whereabouts[state]))

/** Boxes that a skip can move and that can be refunded. */
export const unpackedStates = thoseThatAre('waiting', 'held')
/** Boxes that haven't shipped. */
export const unshippedStates = thoseThatAre('waiting', 'held', 'packed')
/** Boxes with nothing to keep them from shipping on time. */
export const leavingStates = thoseThatAre('waiting', 'packed')
/** Boxes on their way or delivered. */
export const sentStates = thoseThatAre('sent')
/** Boxes that have shipped, whatever happened since. */
export const leftStates = thoseThatAre('sent', 'returned')
/** Boxes that no longer count in the sequence of drops. */
export const voidStates = thoseThatAre('void')

/** A state of a box that counts. */
export type CountedState = {
  [State in BoxState]: (typeof whereabouts)[State] extends 'void' ? never : State
}[BoxState]

/** One value for each state of a box that counts. */
export const perCountedState = <Value>(value: Value): Record<CountedState, Value> =>
  Object.fromEntries(
    boxMachine.states.filter((state) => !voidStates.includes(state)).map((state) => [state, value]),
  ) as Record<CountedState, Value>

/** 'owed': bought by a payment; 'replacement': sent for a box that comes back, with no value of its own. */
export type BoxKind = 'owed' | 'replacement'
