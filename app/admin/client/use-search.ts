import { useLocation, useNavigate } from 'react-router'

/** The query string of a navigation in progress; null if the URL is up to date. */
let pending: string | null = null

type SetSearch = (part: string, value: string, ...more: [part: string, value: string][]) => void

/**
 * The URL's query parameters, and a function that sets them in place; an empty value removes one. A change builds on the
 * last requested one, not on the rendered one: on a busy machine React may render a URL after the next tap, and a change
 * based on the old URL would undo the previous one. React Router's useSearchParams has that problem.
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
