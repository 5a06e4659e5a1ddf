import { MutationCache, QueryCache, QueryClient, type QueryFunctionContext } from '@tanstack/react-query'
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

const whoIsThere = ['/api/auth/me']

/** Spec §9 "Client behaviour limits": no retries, never stale, no refetch on focus, no polling. */
export function newQueryClient(): QueryClient {
  // The session may end, or ask for a new password, at any call: then the gate asks again who is there.
  const askWho = (error: Error) => {
    if (error instanceof ApiError && (error.status === 401 || /^must_/.test(error.code ?? '')))
      void client.invalidateQueries({ queryKey: whoIsThere })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== whoIsThere[0]) askWho(error)
      },
    }),
    mutationCache: new MutationCache({ onError: askWho }),
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
  return client
}
