import { useSearchParams } from 'react-router'
import type { AdminSent } from '../../../domain/admin/calls.ts'

const filterKeys = ['search', 'status', 'recipientType', 'plan', 'from', 'to'] as const
type Key = (typeof filterKeys)[number]

/** What the list is narrowed to and where in it one is, kept in the address: a link, a reload and "back" find it again. */
export function useOrderFilters() {
  const [params, setParams] = useSearchParams()
  const read = (keys: readonly string[]) =>
    Object.fromEntries(keys.flatMap((key) => (params.get(key) ? [[key, params.get(key)]] : [])))
  const filters = read(filterKeys) as AdminSent<'exportOrders'>

  /** Another filter begins at the first page. */
  function choose(key: Key, value: string) {
    setParams(
      (known) => {
        if (value) known.set(key, value)
        else known.delete(key)
        known.delete('cursor')
        return known
      },
      { replace: true, preventScrollReset: true },
    )
  }

  /** The same list, at another page; null: the first. */
  function pageAt(cursor: string | null): string {
    const next = new URLSearchParams(params)
    if (cursor) next.set('cursor', cursor)
    else next.delete('cursor')
    return `?${next}`
  }

  return {
    filters,
    input: read([...filterKeys, 'cursor']) as AdminSent<'listOrders'>,
    isFiltered: Object.keys(filters).length > 0,
    isFirst: !params.has('cursor'),
    value: (key: Key) => params.get(key) ?? '',
    choose,
    clear: () => setParams({}, { replace: true }),
    pageAt,
  }
}
