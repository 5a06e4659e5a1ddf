import { type AdminCallName, type AdminReply, type AdminSent, adminCalls } from '../../domain/admin/calls.ts'
import type { Call } from '../../domain/call.ts'
import { ApiError } from '../browser/call-api.ts'

/**
 * Sends one call of the owner's desk with credentials (spec §7).
 * @throws ApiError on any answer that is not a success, and when no answer comes
 */
export async function callAdmin<Name extends AdminCallName>(
  name: Name,
  input: AdminSent<Name>,
): Promise<AdminReply<Name>> {
  const call: Call = adminCalls[name]
  const [method] = call.endpoint.split(' ') as [string]
  const sent = input as { file?: Blob }
  const body = call.body === 'file' ? sent.file : call.body ? JSON.stringify(sent) : undefined
  const response = await fetch(addressOf(name, input), {
    method,
    credentials: 'include',
    ...(body === undefined ? {} : { body }),
    headers: call.body
      ? { 'content-type': call.body === 'file' ? 'application/octet-stream' : 'application/json' }
      : {},
  }).catch((cause: unknown) => {
    throw new ApiError(0, '', cause instanceof Error ? cause.message : 'no answer')
  })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  return JSON.parse(text) as AdminReply<Name>
}

/** Path and query of a call with this input: also the address of a download, and the key under which a GET is kept. */
export function addressOf<Name extends AdminCallName>(name: Name, input: AdminSent<Name>): string {
  const call: Call = adminCalls[name]
  const pattern = call.endpoint.split(' ')[1] as string
  const rest = new Map(Object.entries(input as Record<string, unknown>))
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

/** What to tell about an error: the server's sentence, else the given words of spec §8. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.sentence) || otherwise
}
