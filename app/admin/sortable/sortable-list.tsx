import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { type ReactNode, useRef, useState } from 'react'
import './sortable.css'
import { MoveContext } from './use-move.ts'
import { announcements, instructions, said } from './words.ts'

type SortableListProps = {
  /** in their order; the name is what is said of an item while it moves */
  items: readonly { id: string; name: string }[]
  /** false: nothing can be moved */
  enabled?: boolean
  /** called with all ids in their new order */
  onOrder: (ids: string[]) => void
  children: ReactNode
}

/** Lets the rows inside change places: by dragging, by the keyboard, and by the buttons beside each handle. */
export function SortableList({ items, enabled = true, onOrder, children }: SortableListProps) {
  const [news, setNews] = useState('')
  const saidLast = useRef<unknown>(null)
  const ids = items.map(({ id }) => id)
  const sensors = useSensors(
    // A tap is no drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

  function move(id: string, to: number) {
    const from = ids.indexOf(id)
    if (from < 0 || to < 0 || to >= ids.length || from === to) return
    onOrder(arrayMove(ids, from, to))
  }

  function onDragEnd({ active, over }: DragEndEvent) {
    if (over) move(String(active.id), ids.indexOf(String(over.id)))
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: announcements(items, saidLast),
        screenReaderInstructions: instructions,
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={!enabled}>
        <MoveContext
          value={{
            count: ids.length,
            by(id, step) {
              const to = ids.indexOf(id) + step
              move(id, to)
              setNews(said(items, id, to))
            },
          }}
        >
          {children}
        </MoveContext>
      </SortableContext>
      <p className="sr" role="status">
        {news}
      </p>
    </DndContext>
  )
}
