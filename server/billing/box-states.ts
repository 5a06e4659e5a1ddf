/** Boxes that a skip may move and that may be given back (club.md "The box ledger"). */
export const unpackedStates = ['owed', 'assigned', 'held']
/** Boxes that have not left the house. */
export const unshippedStates = [...unpackedStates, 'packed']
/** Boxes that take no place in the row of drops any more. */
export const voidStates = ['cancelled', 'refunded', 'skipped']
