import './strap.css'
import type { CSSProperties } from 'react'

/**
 * The strap of thirty-six holes, one a month: three years in which no belt comes twice (spec §1). Words beside it say the
 * same to whoever doesn't see it.
 * @param had how many holes are punched; absent: all of them are, one after the other as one scrolls
 */
export function Strap({ had }: { had?: number }) {
  return (
    <div className={had === undefined ? 'strap strap-drawn' : 'strap'} aria-hidden="true">
      {[0, 12, 24].map((before) => (
        <i key={before} style={had === undefined ? undefined : punched(had - before)} />
      ))}
    </div>
  )
}

/** Of the twelve holes of a year. */
function punched(count: number) {
  return { '--punched': Math.max(0, Math.min(12, count)) } as CSSProperties
}
