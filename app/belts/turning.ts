import { type RefObject, useEffect, useRef } from 'react'

/** Pictures of a full turn, 30° apart (scripts/pictures/turn.ts). */
export const frames = 12

/** Pixels to drag, or to scroll, for the next picture. Scrolling turns slowly, because it's meant for something else. */
const dragged = 30
const scrolled = 110
/** A finger trembles by this many pixels without meaning to drag. */
const still = 6

/** "90°, the buckle on the right" */
export function turnText(frame: number): string {
  const where = ['in front', 'on the right', 'at the back', 'on the left'] as const
  const quarter = frame < 3 ? 0 : frame < 5 ? 1 : frame < 9 ? 2 : 3
  return `${(frame * 360) / frames}°, the buckle ${where[quarter]}`
}

/** Any whole number of frames as one of the twelve. */
export const frameOf = (count: number) => ((count % frames) + frames) % frames

type Turning = {
  /** false: only pinching works */
  canTurn: boolean
  frame: number
  onFrame: (frame: number) => void
  /** two fingers moved apart, or together */
  onPinch: (isApart: boolean) => void
}

/**
 * Lets a belt be turned by dragging its picture, by a sideways swipe on a touchpad, and by scrolling past it, until
 * someone turns it by hand. Vertical swipes still scroll the page (`touch-action` in turn-view.css).
 * @returns handlers for the picture; `wasDragged` tells a click from the end of a drag
 */
export function useTurning(stage: RefObject<HTMLElement | null>, turning: Turning) {
  const now = useRef(turning)
  now.current = turning
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const drag = useRef<{ x: number; frame: number } | null>(null)
  const pinch = useRef(0)
  const isMoved = useRef(false)
  const isHeld = useRef(false)
  const { canTurn } = turning

  useEffect(() => {
    const element = stage.current
    if (!element || !canTurn) return
    let start: { top: number; frame: number } | null = null
    let swiped = 0
    let asked = 0
    const look = () => {
      asked = 0
      const { top, bottom } = element.getBoundingClientRect()
      if (isHeld.current) return
      if (bottom < 0 || top > window.innerHeight) start = null
      else {
        start ??= { top, frame: now.current.frame }
        now.current.onFrame(frameOf(start.frame + Math.round((start.top - top) / scrolled)))
      }
    }
    // A dialog scrolls by itself, and its events don't bubble.
    const onScroll = () => {
      asked ||= requestAnimationFrame(look)
    }
    const onWheel = (event: WheelEvent) => {
      if (Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return
      event.preventDefault()
      isHeld.current = true
      swiped += event.deltaX
      const steps = Math.trunc(swiped / dragged)
      swiped -= steps * dragged
      if (steps !== 0) now.current.onFrame(frameOf(now.current.frame - steps))
    }
    look()
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      cancelAnimationFrame(asked)
      document.removeEventListener('scroll', onScroll, { capture: true })
      element.removeEventListener('wheel', onWheel)
    }
  }, [stage, canTurn])

  const apart = () => {
    const [one, other] = [...fingers.current.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
  }
  const lift = (event: React.PointerEvent) => {
    fingers.current.delete(event.pointerId)
    if (fingers.current.size < 2) pinch.current = 0
    drag.current = null
  }
  const handlers = {
    onPointerDown(event: React.PointerEvent) {
      if (event.button !== 0) return
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      isMoved.current = false
      pinch.current = apart()
      drag.current = fingers.current.size === 1 ? { x: event.clientX, frame: now.current.frame } : null
    },
    onPointerMove(event: React.PointerEvent) {
      if (!fingers.current.has(event.pointerId)) return
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      if (pinch.current > 0) {
        const ratio = apart() / pinch.current
        if (ratio < 0.8 || ratio > 1.25) {
          isMoved.current = true
          pinch.current = apart()
          now.current.onPinch(ratio > 1)
        }
        return
      }
      if (!drag.current || !now.current.canTurn) return
      const by = event.clientX - drag.current.x
      if (!isMoved.current && Math.abs(by) < still) return
      if (!isMoved.current) event.currentTarget.setPointerCapture(event.pointerId)
      isMoved.current = true
      isHeld.current = true
      now.current.onFrame(frameOf(drag.current.frame + Math.round(by / dragged)))
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    // The browser would drag the picture itself.
    onDragStart: (event: React.DragEvent) => event.preventDefault(),
  }
  return {
    handlers,
    wasDragged: () => isMoved.current,
    /** from now on scrolling leaves it alone */
    hold: () => {
      isHeld.current = true
    },
  }
}
