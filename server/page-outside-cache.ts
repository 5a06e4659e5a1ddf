import { type Outside, pagePolicy } from './page-policy.ts'

/** A page that the cache does not make ready, such as the answer to a file that is not there: under the same policy. */
export async function pageOutsideCache(response: Response, outside: Outside): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  const html = await response.text()
  const headers = new Headers(response.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', pagePolicy(html, outside))
  return new Response(html, { status: response.status, headers })
}
