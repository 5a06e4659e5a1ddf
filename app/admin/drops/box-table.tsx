import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import type { BoxView, boxFilters } from '../../../domain/admin/curation-contracts.ts'
import { addressOf, callAdmin, sentenceOf } from '../client/use-admin.ts'

type BoxTableProps = {
  drop: string
  filter: (typeof boxFilters)[number]
  search?: string
  head: string[]
  empty: string
  /** the cells of one box */
  row: (box: BoxView) => ReactNode
}

/** The estimated row height in pixels, before measuring. */
const rowHeight = 54

/** The boxes of a drop in one state, virtualized: pages are fetched as they scroll into view. */
export function BoxTable({ drop, filter, search, head, empty, row }: BoxTableProps) {
  const { query, boxes } = useBoxPages({ drop, filter, search })
  const frame = useRef<HTMLElement>(null)
  const rows = useVirtualizer({
    count: boxes.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => boxes[index]!.id,
    overscan: 8,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const isNearEnd = last >= boxes.length - 20
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage])

  if (query.isError)
    return (
      <p className="panel list-wait" role="alert">
        {sentenceOf(query.error, 'We couldn’t load the boxes. Reload the page.')}
      </p>
    )
  if (query.isPending)
    return (
      <p className="panel list-wait" role="status">
        Reading …
      </p>
    )
  if (boxes.length === 0) return <p className="panel list-wait">{search ? 'No boxes match.' : empty}</p>
  const before = shown[0]?.start ?? 0
  const after = rows.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable part must be reachable by keyboard (WCAG 2.1.1)
    <section className="t-wrap box-table" ref={frame} tabIndex={0} aria-label="Boxes">
      <table className="grid-t cards-sm" aria-rowcount={hasNextPage ? -1 : boxes.length + 1}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title || <span className="sr">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr className="box-space" style={{ height: before }} />}
          {shown.map(({ index, key }) => (
            <tr key={key} data-index={index} ref={rows.measureElement} aria-rowindex={index + 2}>
              {row(boxes[index]!)}
            </tr>
          ))}
          {after > 0 && <tr className="box-space" style={{ height: after }} />}
        </tbody>
      </table>
    </section>
  )
}

type Wanted = { drop: string; filter?: (typeof boxFilters)[number] | undefined; search?: string | undefined }

/** Fetches the boxes of a drop page by page while scrolling. */
function useBoxPages(wanted: Wanted) {
  const query = useInfiniteQuery({
    queryKey: [addressOf('listDropBoxes', wanted)],
    queryFn: ({ pageParam }) =>
      callAdmin('listDropBoxes', { ...wanted, ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  return { query, boxes: query.data?.pages.flatMap((page) => page.boxes) ?? [] }
}
