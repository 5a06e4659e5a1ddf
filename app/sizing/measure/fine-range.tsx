import type { KeyboardEvent } from 'react'

type FineRangeProps = {
  /** what it moves */
  label: string
  /** its value in words */
  text: string
  value: number
  min: number
  max: number
  step: number
  onChange: (value: number) => void
}

/** The same as dragging, for keys, thumbs and screen readers: a slider between a smaller and a larger button; + and - too. */
export function FineRange({ label, text, value, min, max, step, onChange }: FineRangeProps) {
  const move = (by: number) => onChange(Math.min(max, Math.max(min, value + by)))
  function onKeyDown(event: KeyboardEvent) {
    const by = { '+': step, '=': step, '-': -step, _: -step }[event.key]
    if (by === undefined) return
    event.preventDefault()
    move(by)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the controls inside, which have the focus
    <div className="fine" onKeyDown={onKeyDown}>
      <button className="btn btn-2" type="button" aria-label={`${label}: less`} onClick={() => move(-step)}>
        −
      </button>
      <input
        type="range"
        {...{ min, max, step, value }}
        aria-label={label}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <button className="btn btn-2" type="button" aria-label={`${label}: more`} onClick={() => move(step)}>
        +
      </button>
    </div>
  )
}
