import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type ScreenReaderInstructions,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { type CSSProperties, createContext, type ReactNode, useContext, useRef, useState } from 'react'
import './sortable.css'

type Named = readonly { id: string; name: string }[]

const instructions: ScreenReaderInstructions = {
  draggable:
    'Press Space or Enter to pick this up, the arrow keys to move it, Space or Enter again to put it down, Escape to leave it where it was.',
}

/** The announcement of an item's new place. */
function said(items: Named, id: string, place: number): string {
  const name = items.find((item) => item.id === id)?.name ?? ''
  return `${name}: place ${place + 1} of ${items.length}.`
}

/**
 * The announcements while an item moves. An item just picked up is over its own place; announcing that, too, would
 * cut off "Picked up".
 * @param saidLast the item it was over at the last announcement
 */
function announcements(items: Named, saidLast: { current: unknown }): Announcements {
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

type SortableListProps = {
  /** in order; the name is used in announcements */
  items: readonly { id: string; name: string }[]
  /** false: nothing can be moved */
  enabled?: boolean
  /** called with all ids in their new order */
  onOrder: (ids: string[]) => void
  children: ReactNode
}

/** Makes the rows inside sortable: by drag, by keyboard, and by the buttons next to each handle. */
export function SortableList({ items, enabled = true, onOrder, children }: SortableListProps) {
  const [news, setNews] = useState('')
  const saidLast = useRef<unknown>(null)
  const ids = items.map(({ id }) => id)
  const sensors = useSensors(
    // A minimum distance, so that a tap isn't a drag.
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

/** The drag handle, with two buttons for anyone who can't drag (WCAG 2.5.7). */
export function MoveHandle({ name, grip, isFirst, isLast, up, down }: MoveHandleProps) {
  return (
    <span className="mover">
      <button type="button" className="mover-grip" aria-label={`Move ${name}`} {...grip}>
        <svg viewBox="0 0 12 20" aria-hidden="true">
          {[4, 10, 16].flatMap((y) => [3, 9].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.4" />))}
        </svg>
      </button>
      <span className="mover-steps">
        <Step name={`Move ${name} up`} path="m3 8 4-4 4 4" isEnd={isFirst} onStep={up} />
        <Step name={`Move ${name} down`} path="m3 4 4 4 4-4" isEnd={isLast} onStep={down} />
      </span>
    </span>
  )
}

type StepProps = { name: string; path: string; isEnd: boolean; onStep: () => void }

// Not `disabled`, because a button disabled at either end would lose the focus.
function Step({ name, path, isEnd, onStep }: StepProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-disabled={isEnd || undefined}
      onClick={() => !isEnd && onStep()}
    >
      <svg viewBox="0 0 14 12" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}

type Move = {
  /** how many items there are */
  count: number
  /** one place up (-1) or down (1) */
  by: (id: string, step: 1 | -1) => void
}

/** Provided by SortableList to its rows. */
const MoveContext = createContext<Move | null>(null)

/** What a row needs to move: `row` for its element, `handle` for MoveHandle. */
export function useSortableRow(id: string) {
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

type MoveHandleProps = ReturnType<typeof useSortableRow>['handle'] & {
  /** the item's name, for the buttons' labels */
  name: string
}
