import { useInfiniteQuery } from '@tanstack/react-query'
import type { boxFilters } from '../../../domain/admin/curation-calls.ts'
import { addressOf, callAdmin } from '../call-admin.ts'

type Wanted = { drop: string; filter?: (typeof boxFilters)[number] | undefined; search?: string | undefined }

/** The boxes of a drop, page after page as they are scrolled to. */
export function useBoxPages(wanted: Wanted) {
  const query = useInfiniteQuery({
    queryKey: [addressOf('listDropBoxes', wanted)],
    queryFn: ({ pageParam }) =>
      callAdmin('listDropBoxes', { ...wanted, ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  return { query, boxes: query.data?.pages.flatMap((page) => page.boxes) ?? [] }
}
