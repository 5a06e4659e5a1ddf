import type { CSSProperties } from 'react'
import { strapRows } from '../../domain/strap.ts'
import '../ui/strap.css'

/** A strap of a hole a month without a repeat (app/ui/strap.css), one punched for each belt; the text next to it says the same. */
export function Strap({ had }: { had: number }) {
  return (
    <div className="strap" aria-hidden="true">
      {strapRows(had).map((holes, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a strap never move
        <i key={row} style={{ '--punched': holes } as CSSProperties} />
      ))}
    </div>
  )
}
