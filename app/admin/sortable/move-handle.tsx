import type { MoveHandleProps } from './use-move.ts'

/** The grip to drag by, and two buttons for whoever cannot drag (WCAG 2.5.7). */
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

// Not `disabled`: at the end of the way the focus would be lost.
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
