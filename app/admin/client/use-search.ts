import { useLocation, useNavigate } from 'react-router'

/** The search that a navigation is on its way to; null when the address bar has the last one asked for. */
let pending: string | null = null

type SetSearch = (part: string, value: string, ...more: [part: string, value: string][]) => void

/**
 * The address's search, and how to set parts of it in place; an empty value removes a part. A change builds on the last
 * one asked for, not on what is rendered: on a busy machine React renders an address later than the next tap comes,
 * and a change made from an old address would take back the one before. React Router's useSearchParams does that.
 */
export function useSearch(): [search: URLSearchParams, set: SetSearch] {
  const { search } = useLocation()
  const navigate = useNavigate()
  function set(part: string, value: string, ...more: [part: string, value: string][]) {
    const parts = new URLSearchParams(pending ?? window.location.search)
    for (const [name, wanted] of [[part, value], ...more] as const) {
      if (wanted) parts.set(name, wanted)
      else parts.delete(name)
    }
    const next = String(parts)
    pending = next
    void Promise.resolve(navigate({ search: next }, { replace: true, preventScrollReset: true })).finally(
      () => {
        if (pending === next) pending = null
      },
    )
  }
  return [new URLSearchParams(search), set]
}
