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
  delivered: ['returned'],
  returned: [],
  cancelled: [],
  refunded: [],
  // Back to 'packed': a package held by a dispute returns to where it was.
  held: ['owed', 'assigned', 'packed', 'cancelled', 'refunded'],
})
export type BoxState = (typeof boxMachine.states)[number]

/** Boxes that a skip can move and that can be refunded. */
export const unpackedStates: readonly BoxState[] = ['owed', 'assigned', 'held']
/** Boxes that haven't shipped. */
export const unshippedStates: readonly BoxState[] = ['owed', 'assigned', 'packed', 'held']
/** Boxes with nothing to keep them from shipping on time. */
export const leavingStates: readonly BoxState[] = ['owed', 'assigned', 'packed']
/** Boxes on their way or delivered. */
export const sentStates: readonly BoxState[] = ['shipped', 'delivered']
/** Boxes that have shipped, whatever happened since. */
export const leftStates: readonly BoxState[] = ['shipped', 'delivered', 'returned']
/** Boxes that no longer count in the sequence of drops. */
export const voidStates: readonly BoxState[] = ['cancelled', 'refunded']

/** 'owed': bought by a payment; 'replacement': sent for a box that comes back, with no value of its own. */
export type BoxKind = 'owed' | 'replacement'
