import { useSortable } from '@dnd-kit/sortable'
import { type CSSProperties, createContext, useContext } from 'react'

type Move = {
  /** how many items there are */
  count: number
  /** one place up (-1) or down (1) */
  by: (id: string, step: 1 | -1) => void
}

/** Given by SortableList to its rows. */
export const MoveContext = createContext<Move | null>(null)

/** What a row needs to be moved: `row` for its element, `handle` for MoveHandle. */
export function useMove(id: string) {
  const move = useContext(MoveContext)
  if (!move) throw new Error('only inside a SortableList')
  const sortable = useSortable({ id })
  const { transform, transition, isDragging, index } = sortable
  const style: CSSProperties = {
    transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
    transition: matchMedia('(prefers-reduced-motion: reduce)').matches ? undefined : transition,
  }
  return {
    row: { ref: sortable.setNodeRef, style, 'data-moving': isDragging || undefined },
    handle: {
      grip: {
        ref: sortable.setActivatorNodeRef,
        ...sortable.listeners,
        'aria-describedby': sortable.attributes['aria-describedby'],
        'aria-roledescription': 'sortable',
      },
      isFirst: index <= 0,
      isLast: index === move.count - 1,
      up: () => move.by(id, -1),
      down: () => move.by(id, 1),
    },
  }
}

export type MoveHandleProps = ReturnType<typeof useMove>['handle'] & {
  /** what is moved, for the buttons' names */
  name: string
}
