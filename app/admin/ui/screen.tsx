import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, type Ref, useState } from 'react'
import { formatInstant } from '../../../domain/calendar-date.ts'
import { useShop } from '../../shop/use-shop.ts'
import { sentenceOf } from '../client/use-admin.ts'

type ScreenHeadProps = {
  title: ReactNode
  /** of the title, to move the focus there */
  titleRef?: Ref<HTMLHeadingElement>
  /** the link to the screen this one belongs to */
  back?: ReactNode
  /** what the screen shows now, read out when it changes; null until it's known */
  status?: ReactNode
  /** what the screen is for or about */
  note?: ReactNode
  /** what else stands under the title */
  more?: ReactNode
  /** the screen's tools */
  children?: ReactNode
}

/** The head of an admin screen: its title, and on the other side its tools. */
export function ScreenHead({ title, titleRef, back, status, note, more, children }: ScreenHeadProps) {
  return (
    <div className="adm-bar">
      <div>
        {back && <p className="quiet adm-back">{back}</p>}
        <h1 ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
          {title}
        </h1>
        {status !== undefined && (
          <p className="quiet num" role="status">
            {status ?? '\u00a0'}
          </p>
        )}
        {note && <p className="quiet">{note}</p>}
        {more}
      </div>
      {children}
    </div>
  )
}

type ListStateProps<Data> = {
  query: UseQueryResult<Data>
  /** what to say if the list is empty; null: it isn't */
  empty?: (data: Data) => ReactNode | null
  /** as in `useAdmin`: the previous list stays until the next one has loaded */
  keeps?: boolean
  children: (data: Data) => ReactNode
}

/** What a query found; while it loads, fails or finds nothing, a panel says so. */
export function ListState<Data>({ query, empty, keeps = false, children }: ListStateProps<Data>) {
  if (query.isPending) {
    return (
      <div className="panel list-wait" role="status">
        {query.isPaused ? 'You’re offline. We’ll load this once you’re back.' : 'Reading …'}
      </div>
    )
  }
  if (query.isError) {
    return (
      <div className="panel list-wait" role="alert">
        <p>{sentenceOf(query.error, 'The admin didn’t answer. Nothing’s lost.')}</p>
        <button className="btn btn-2" type="button" onClick={() => void query.refetch()}>
          Try again
        </button>
      </div>
    )
  }
  const nothing = empty?.(query.data) ?? null
  const shown = nothing === null ? children(query.data) : <div className="panel list-wait">{nothing}</div>
  if (!keeps) return shown
  return (
    <div className="list-now" aria-busy={query.isPlaceholderData}>
      {query.isPaused && <p role="status">You’re offline. This is what we had before.</p>}
      {shown}
    </div>
  )
}

/** A time in the shop's time zone: "Nov 21, 3:02 AM". */
export function Instant({ at }: { at: string }) {
  const { timeZone, today } = useShop()
  return (
    <time dateTime={at} className="num">
      {formatInstant(new Date(at), timeZone, today)}
    </time>
  )
}

/** The position in a keyset-paged list: the cursors of the previous pages. */
export function usePages() {
  const [cursors, setCursors] = useState<string[]>([])
  return {
    /** absent on the first page */
    cursor: cursors.at(-1),
    isFirst: cursors.length === 0,
    // A second click before the page has loaded means the same page.
    older: (next: string) => setCursors((known) => (known.at(-1) === next ? known : [...known, next])),
    newer: () => setCursors((known) => known.slice(0, -1)),
    first: () => setCursors([]),
  }
}

type PagerProps = { pages: ReturnType<typeof usePages>; nextCursor: string | null; words?: [string, string] }

/** Links to the previous and next page. */
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
