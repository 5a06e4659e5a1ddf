import { machine } from '../machine.ts'
import type { BoxCounts, dropStates } from './drop-contracts.ts'

export type DropState = (typeof dropStates)[number]

/** The stored state of a drop; how far its boxes are is computed from them. A drop that moves is curated again. */
export const dropMachine = machine({
  open: ['curated', 'held'],
  curated: ['open', 'held'],
  held: ['open'],
})
export type KeptDropState = (typeof dropMachine.states)[number]

/**
 * How far a drop has come, computed from its boxes; 'held' is set by the owner. Boxes on hold don't keep a drop from
 * advancing.
 */
export function dropStateOf(boxes: BoxCounts, isHeld: boolean): DropState {
  if (isHeld) return 'held'
  if (boxes.owed > 0) return 'open'
  if (boxes.assigned > 0) return 'curated'
  if (boxes.packed > 0) return 'packed'
  return boxes.shipped + boxes.delivered + boxes.returned > 0 ? 'shipped' : 'open'
}
