import { type PointerEvent, useRef } from 'react'
import type { Axis } from './screen-scale.ts'

/**
 * Lets what lies on a stage be dragged along it from anywhere on it, because the thing that is measured covers the mark
 * itself.
 * @param onMove the pixels since the drag began, and what `at` was then
 */
export function useDrag(axis: Axis, at: number, onMove: (by: number, from: number) => void) {
  const drag = useRef<{ start: number; from: number } | null>(null)
  const along = (event: PointerEvent) => (axis === 'down' ? event.clientY : event.clientX)
  const end = () => {
    drag.current = null
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || !event.isPrimary) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { start: along(event), from: at }
    },
    onPointerMove(event: PointerEvent) {
      if (drag.current && event.isPrimary) onMove(along(event) - drag.current.start, drag.current.from)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
