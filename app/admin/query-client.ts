import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query'
import { ApiError } from '../browser/call-api.ts'

/** Spec §7: the parts of the key joined by '/' are the address; reads JSON, throws on anything but a success. */
async function getJson({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  const response = await fetch(queryKey.join('/'), { credentials: 'include', signal }).catch(
    (cause: unknown) => {
      if (signal.aborted) throw cause
      throw new ApiError(0, '', cause instanceof Error ? cause.message : 'no answer')
    },
  )
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  return JSON.parse(text)
}

/** Spec §9 "Client behaviour limits": no retries, never stale, no refetch on focus, no polling. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: getJson,
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
      },
      mutations: { retry: false },
    },
  })
}
