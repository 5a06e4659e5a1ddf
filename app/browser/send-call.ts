import type { Call } from '../../domain/call.ts'
import { send } from './call-api.ts'

/**
 * Sends one call that is data (domain/call.ts), with the session's cookie.
 * @throws ApiError on any answer that is not a success, and when no answer comes
 */
export async function sendCall(call: Call, input: object): Promise<unknown> {
  const [method] = call.endpoint.split(' ') as [string]
  const sent = input as { file?: Blob }
  const body = call.body === 'file' ? sent.file : call.body ? JSON.stringify(sent) : undefined
  const type = call.body === 'file' ? 'application/octet-stream' : 'application/json'
  const headers: Record<string, string> = call.body ? { 'content-type': type } : {}
  const answer = await send(callAddress(call, input), {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  return JSON.parse(answer)
}

/** Path and query of a call with this input: also the address of a download, and the key under which a GET is kept. */
export function callAddress(call: Call, input: object): string {
  const pattern = call.endpoint.split(' ')[1] as string
  const rest = new Map(Object.entries(input))
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => {
    const value = String(rest.get(key))
    rest.delete(key)
    return encodeURIComponent(value)
  })
  if (!call.query) return path
  const query = new URLSearchParams()
  for (const [key, value] of rest) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}
