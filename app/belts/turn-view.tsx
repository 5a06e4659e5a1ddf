import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Belt } from '../../domain/belt.ts'
import { ownPictures } from '../../domain/own-pictures.ts'
import { Picture } from '../ui/picture.tsx'
import { frameOf, frames, turnText, useTurning } from './turning.ts'
import './turn-view.css'

const inRow = 4

export type Turned = Pick<
  Belt,
  'name' | 'imageUrl' | 'nightImageUrl' | 'imageAlt' | 'detailImageUrl' | 'detailAlt'
>

type TurnViewProps = {
  belt: Turned
  /** rendered width, as in the HTML attribute */
  sizes: string
  /** the page's main picture, loaded first */
  priority?: boolean
  /** what pressing the picture does; default: it comes close, or goes back */
  press?: { label: string; isClose: string; onPress: (isClose: boolean) => void }
}

/**
 * A belt one can turn and come close to: by dragging, with the arrow keys, by scrolling past; by pressing, pinching, with
 * the button, or with + and -. Its frames load once it's on screen in a page that React runs. With reduced motion it stays a still,
 * which one can come close to.
 */
export function TurnView({ belt, sizes, priority, press }: TurnViewProps) {
  const stage = useRef<HTMLElement>(null)
  const [frame, setFrame] = useState(0)
  const [isTurned, setTurned] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const [isClose, setClose] = useState(false)
  // The close-up is loaded when first wanted, and then kept.
  const [wasClose, setWasClose] = useState(false)
  const { turn } = ownPictures(belt.imageUrl)
  const isNear = useNear(stage, turn !== null)
  const comeClose = (close: boolean) => {
    if (belt.detailImageUrl === null) return
    setWasClose(true)
    setClose(close)
  }
  const show = (next: number) => {
    if (next === frame) return
    setTurned(true)
    setFrame(next)
    setClose(false)
  }
  const { handlers, wasDragged, hold } = useTurning(stage, {
    ...{ canTurn: isNear, frame, onFrame: show, onPinch: comeClose },
  })
  const pressed = () => {
    if (wasDragged()) return
    if (press) press.onPress(isClose)
    else comeClose(!isClose)
  }

  // The ends meet: a turn goes on.
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
    if (step === undefined) return
    // In a dialog of several belts the arrow keys would go to the next one.
    event.stopPropagation()
    event.preventDefault()
    hold()
    show(frameOf(frame + step))
  }

  // Of the picture and its tools, whichever has the focus. Escape leaves the close-up before it leaves a dialog around it.
  function onCloseKeys(event: KeyboardEvent) {
    const close = { '+': true, '=': true, '-': false, Escape: false }[event.key]
    if (close === undefined || close === isClose || belt.detailImageUrl === null) return
    event.stopPropagation()
    event.preventDefault()
    comeClose(close)
  }

  const place = { '--col': frame % inRow, '--row': Math.floor(frame / inRow) } as CSSProperties
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the controls inside, which have the focus
    <div className="turn" onKeyDown={onCloseKeys}>
      <Stage
        ref={stage}
        label={press && (isClose ? press.isClose : press.label)}
        className={`turn-stage ${isClose ? 'is-close' : ''} ${belt.detailImageUrl ? 'comes-close' : ''}`}
        onClick={pressed}
        {...handlers}
      >
        <Picture
          src={belt.imageUrl}
          night={belt.nightImageUrl}
          alt={belt.imageAlt}
          width={1200}
          height={1200}
          sizes={sizes}
          priority={priority}
          className="turn-still"
        />
        {turn && isNear && (
          <span className={isTurned && isLoaded ? 'turn-frames is-turned' : 'turn-frames'} style={place}>
            <picture>
              <source type="image/avif" srcSet={`${turn}.avif`} />
              <img src={`${turn}.webp`} alt="" decoding="async" onLoad={() => setLoaded(true)} />
            </picture>
          </span>
        )}
        {wasClose && (
          <span className="turn-close" aria-hidden={!isClose}>
            <Picture
              src={belt.detailImageUrl}
              alt={belt.detailAlt}
              width={1200}
              height={1200}
              sizes="(min-width: 64rem) 60rem, 130vw"
              loading="eager"
            />
          </span>
        )}
      </Stage>
      {(turn || belt.detailImageUrl) && (
        <div className="turn-tools">
          {turn && (
            <input
              className="turn-strap"
              type="range"
              min={0}
              max={frames - 1}
              value={frame}
              aria-label={`Turn ${belt.name}`}
              aria-valuetext={turnText(frame)}
              onChange={(event) => {
                hold()
                show(Number(event.target.value))
              }}
              onKeyDown={onKeyDown}
            />
          )}
          {belt.detailImageUrl && (
            <button
              className="text-btn turn-closer"
              type="button"
              aria-pressed={isClose}
              onClick={() => comeClose(!isClose)}
            >
              Close-up<span className="sr"> of {belt.name}</span>
            </button>
          )}
        </div>
      )}
    </div>
  )
}

type StageProps = React.HTMLAttributes<HTMLElement> & {
  ref: React.RefObject<HTMLElement | null>
  /** its name, if pressing it does more than the button below it */
  label: string | undefined
  children: ReactNode
}

function Stage({ ref, label, children, ...rest }: StageProps) {
  if (label !== undefined) {
    return (
      <button {...rest} ref={ref as React.RefObject<HTMLButtonElement>} type="button" aria-label={label}>
        {children}
      </button>
    )
  }
  return (
    <div {...rest} ref={ref as React.RefObject<HTMLDivElement>}>
      {children}
    </div>
  )
}

/** True once the element has been on screen; never with reduced motion, under which nothing turns. */
function useNear(element: React.RefObject<HTMLElement | null>, isAsked: boolean): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current || !isAsked || isNear) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const watcher = new IntersectionObserver((seen) => {
      if (seen.some((each) => each.isIntersecting)) setNear(true)
    })
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [element, isAsked, isNear])
  return isNear
}
