import { useState } from 'react'

/** The place in a list of keyset pages: the cursors of the pages that lie before this one. */
export function usePages() {
  const [cursors, setCursors] = useState<string[]>([])
  return {
    /** absent on the first page */
    cursor: cursors.at(-1),
    isFirst: cursors.length === 0,
    // A second press before the page is there is the same page.
    older: (next: string) => setCursors((known) => (known.at(-1) === next ? known : [...known, next])),
    newer: () => setCursors((known) => known.slice(0, -1)),
    first: () => setCursors([]),
  }
}

type PagerProps = { pages: ReturnType<typeof usePages>; nextCursor: string | null; words?: [string, string] }

/** The way to the page before and after. */
export function Pager({ pages, nextCursor, words = ['Newer', 'Older'] }: PagerProps) {
  if (pages.isFirst && nextCursor === null) return null
  return (
    <nav className="pager" aria-label="Pages">
      <button className="text-btn" type="button" disabled={pages.isFirst} onClick={pages.newer}>
        {words[0]}
      </button>
      <button
        className="text-btn"
        type="button"
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && pages.older(nextCursor)}
      >
        {words[1]}
      </button>
    </nav>
  )
}
