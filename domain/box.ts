import { machine } from './machine.ts'

/**
 * A belt that is owed to a membership, on its way (club-rules.md "The box ledger"). 'returned': it came back, and its money was
 * given for it as a refund or as store credit.
 */
export const boxMachine = machine({
  owed: ['assigned', 'held', 'cancelled', 'refunded'],
  // Straight to 'shipped': a replacement leaves without its drop.
  assigned: ['owed', 'held', 'packed', 'shipped', 'cancelled', 'refunded'],
  packed: ['assigned', 'held', 'shipped'],
  shipped: ['delivered', 'returned'],
  delivered: ['returned'],
  returned: [],
  cancelled: [],
  refunded: [],
  // Back to 'packed': a parcel that a dispute held stands where it stood.
  held: ['owed', 'assigned', 'packed', 'cancelled', 'refunded'],
})
export type BoxState = (typeof boxMachine.states)[number]

/** Boxes that a skip may move and that may be given back. */
export const unpackedStates: readonly BoxState[] = ['owed', 'assigned', 'held']
/** Boxes that have not left the house. */
export const unshippedStates: readonly BoxState[] = ['owed', 'assigned', 'packed', 'held']
/** Boxes that nothing keeps from leaving on their day. */
export const leavingStates: readonly BoxState[] = ['owed', 'assigned', 'packed']
/** Boxes that are on their way or at the member's. */
export const sentStates: readonly BoxState[] = ['shipped', 'delivered']
/** Boxes that have left the house, whatever came after. */
export const leftStates: readonly BoxState[] = ['shipped', 'delivered', 'returned']
/** Boxes that take no place in the row of drops any more. */
export const voidStates: readonly BoxState[] = ['cancelled', 'refunded']

/** 'owed': bought by a payment; 'replacement': sent for a box that comes back, worth nothing of its own. */
export type BoxKind = 'owed' | 'replacement'
