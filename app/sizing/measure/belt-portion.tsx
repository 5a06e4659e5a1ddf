import type { Axis } from './screen-scale.ts'

const leather = '#9a5527'
const edge = '#7e4119'
const hole = '#3a1c0a'
const brass = '#a98d5a'

/** Millimeters: a belt's usual width, from the bar to its buckle's front, and from hole to hole. */
const mm = { width: 35, buckle: 16, holes: 25.4, tip: 75 }

type BeltPortionProps = {
  axis: Axis
  /** of the stage, in pixels */
  width: number
  height: number
  pixelsPerMm: number
  /** inches from the bar to the first line, between the lines, and from the first line to the hole in use */
  before: number
  portion: number
  ring: number
  /** pixels before the first line */
  margin: number
  /** buckled and pressed flat: it ends in a fold */
  isFolded: boolean
}

/** A portion of the shop's belt in its true size, with a rule beside it. Only for the eye: the slider says the same. */
export function BeltPortion(props: BeltPortionProps) {
  const { axis, width, height, pixelsPerMm, before, portion, ring, margin, isFolded } = props
  const inch = pixelsPerMm * 25.4
  const [long, broad] = axis === 'down' ? [height, width] : [width, height]
  if (long === 0) return null
  const band = Math.min(mm.width * pixelsPerMm, broad * 0.55)
  const top = Math.max(0, Math.min(broad * 0.12, broad - band - 64))
  const middle = top + band / 2
  /** pixels along the stage of what is so many inches from the bar */
  const placeOf = (inches: number) => margin + (inches - before) * inch
  const [bar, used] = [placeOf(0), margin + ring * inch]
  const tip = isFolded ? used : used + mm.tip * pixelsPerMm
  const round = isFolded ? 4 * pixelsPerMm : band / 2
  const ruleTop = top + band + 8
  const ticks = Array.from({ length: portion * 4 + 1 }, (_, index) => index / 4)
  // Drawn lying; on a phone the whole is turned, and words are turned back.
  const turned = axis === 'down' ? `translate(${width} 0) rotate(90)` : undefined
  const figure = (x: number, y: number) => (axis === 'down' ? `rotate(-90 ${x} ${y})` : undefined)
  return (
    <svg
      className="belt-portion"
      {...{ width, height }}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <g transform={turned}>
        <path
          d={`M${Math.max(bar, -2)} ${top}H${Math.min(tip - round, long + 2)}${tip - round < long ? `q${round} 0 ${round} ${round}v${band - 2 * round}q0 ${round} ${-round} ${round}` : `v${band}`}H${Math.max(bar, -2)}Z`}
          fill={leather}
        />
        {[top + 6, top + band - 6].map((y) => (
          <path
            key={y}
            d={`M${Math.max(bar + 6, 0)} ${y}H${Math.min(tip - round, long)}`}
            stroke="#e2b98d"
            strokeWidth="1.5"
            strokeDasharray="7 5"
          />
        ))}
        {bar > -mm.width * pixelsPerMm && (
          <g fill="none" stroke={brass} strokeWidth="6">
            <path
              d={`M${bar} ${top - 7}h${-mm.buckle * pixelsPerMm * 0.7}q-10 0 -10 10v${band - 6}q0 10 10 10h${mm.buckle * pixelsPerMm * 0.7}`}
            />
            <path d={`M${bar} ${top - 9}v${band + 18}`} strokeLinecap="round" />
            <rect
              x={bar + 20 * pixelsPerMm}
              y={top - 3}
              width={6 * pixelsPerMm}
              height={band + 6}
              fill={edge}
              stroke="none"
            />
          </g>
        )}
        {(isFolded ? [] : [-2, -1, 1, 2]).map((step) => (
          <circle key={step} cx={used + step * mm.holes * pixelsPerMm} cy={middle} r="5" fill={hole} />
        ))}
        {!isFolded && <circle cx={used} cy={middle} r="6" fill={hole} />}
        <circle cx={used} cy={middle} r="13" fill="none" stroke="#fff" strokeWidth="2" />
        <g stroke="currentColor" strokeWidth="1.25">
          {ticks.map((at) => (
            <path
              key={at}
              d={`M${margin + at * inch} ${ruleTop}v${(before + at) % 1 === 0 ? 16 : (before + at) % 0.5 === 0 ? 11 : 6}`}
            />
          ))}
        </g>
        {ticks
          .filter((at) => (before + at) % 1 === 0 && at > 0 && at < portion)
          .map((at) => {
            const [x, y] = [margin + at * inch, ruleTop + 32]
            return (
              <text key={at} x={x} y={y} transform={figure(x, y - 5)} textAnchor="middle">
                {before + at}
              </text>
            )
          })}
      </g>
    </svg>
  )
}
