import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useShop } from '../../shop/use-shop.ts'
import { sentenceOf } from '../client/use-admin.ts'

type ListStateProps<Data> = {
  query: UseQueryResult<Data>
  /** what to say where the answer is empty; null: it is not */
  empty: (data: Data) => ReactNode | null
  /** as of `useAdmin`: the list of before is shown until the next one is there */
  keeps?: boolean
  children: (data: Data) => ReactNode
}

/** What a list shows while it is read, when it could not be read, when it is empty, and else. */
export function ListState<Data>({ query, empty, keeps = false, children }: ListStateProps<Data>) {
  if (query.isPending) {
    return (
      <div className="panel list-wait" role="status">
        Reading …
      </div>
    )
  }
  if (query.isError) {
    return (
      <div className="panel list-wait" role="alert">
        <p>{sentenceOf(query.error, 'The desk didn’t answer. Nothing’s lost.')}</p>
        <button className="btn btn-2" type="button" onClick={() => void query.refetch()}>
          Try again
        </button>
      </div>
    )
  }
  const nothing = empty(query.data)
  const shown = nothing === null ? children(query.data) : <div className="panel list-wait">{nothing}</div>
  if (!keeps) return shown
  return (
    <div className="list-now" aria-busy={query.isPlaceholderData}>
      {shown}
    </div>
  )
}

/** An instant as the shop's clock shows it: "Nov 21, 3:02 AM"; the year only where it is not this one. */
export function Instant({ at }: { at: string }) {
  const { timeZone, today } = useShop()
  const date = new Date(at)
  const parts: Intl.DateTimeFormatOptions = {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }
  const isThisYear =
    new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }).format(date) === today.slice(0, 4)
  return (
    <time dateTime={at} className="num">
      {new Intl.DateTimeFormat('en-US', isThisYear ? parts : { ...parts, year: 'numeric' }).format(date)}
    </time>
  )
}

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
