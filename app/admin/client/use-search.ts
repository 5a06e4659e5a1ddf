import { useLocation, useNavigate } from 'react-router'

/**
 * What the address asks for after its "?", and how to set a part of it in place; an empty value takes it away.
 * useSearchParams would travel to every visitor with the rest of the router.
 */
export function useSearch(): [search: URLSearchParams, set: (part: string, value: string) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const parts = new URLSearchParams(search)
  function set(part: string, value: string) {
    if (value) parts.set(part, value)
    else parts.delete(part)
    void navigate({ search: String(parts) }, { replace: true, preventScrollReset: true })
  }
  return [parts, set]
}
