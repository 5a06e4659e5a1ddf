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

/**
 * What is said while an item is moved. An item just picked up is already over its own place; saying that too would
 * take "Picked up" away before it is heard.
 * @param saidLast over what the item was when its place was last said
 */
export function announcements(items: Named, saidLast: { current: unknown }): Announcements {
  const placeOf = (id: unknown) => items.findIndex((item) => item.id === id)
  const at = (id: unknown, over: unknown) => {
    saidLast.current = over
    return said(items, String(id), placeOf(over))
  }
  return {
    onDragStart: ({ active }) => `Picked up. ${at(active.id, active.id)}`,
    onDragOver: ({ active, over }) =>
      over && over.id !== saidLast.current ? at(active.id, over.id) : undefined,
    onDragEnd: ({ active, over }) => `Put down. ${at(active.id, over?.id ?? active.id)}`,
    onDragCancel: ({ active }) => `Left where it was. ${at(active.id, active.id)}`,
  }
}
