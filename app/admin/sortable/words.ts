import type { Announcements, ScreenReaderInstructions } from '@dnd-kit/core'

type Named = readonly { id: string; name: string }[]

export const instructions: ScreenReaderInstructions = {
  draggable:
    'Press Space or Enter to pick this up, the arrow keys to move it, Space or Enter again to put it down, Escape to leave it where it was.',
}

/** Where an item has come to. */
export function said(items: Named, id: string, place: number): string {
  const name = items.find((item) => item.id === id)?.name ?? ''
  return `${name}: place ${place + 1} of ${items.length}.`
}

/** What is said while an item is moved. */
export function announcements(items: Named): Announcements {
  const placeOf = (id: unknown) => items.findIndex((item) => item.id === id)
  const at = (id: unknown, over: unknown) => said(items, String(id), placeOf(over))
  return {
    onDragStart: ({ active }) => `Picked up. ${at(active.id, active.id)}`,
    onDragOver: ({ active, over }) => (over ? at(active.id, over.id) : undefined),
    onDragEnd: ({ active, over }) => `Put down. ${at(active.id, over?.id ?? active.id)}`,
    onDragCancel: ({ active }) => `Left where it was. ${at(active.id, active.id)}`,
  }
}
