import type { Body, Reply } from '../../domain/api.ts'
import type { Contract, ReplyOf, SentInput } from '../../domain/contract.ts'
import { type EndpointName, endpoints } from '../../domain/endpoints.ts'

const offline = 'You’re offline. Nothing’s lost. Try again once you’re back online.'

/** A call that failed or got no answer. `message` is for developers (spec §8: "status: body"). */
export class ApiError extends Error {
  /** HTTP status, 0 without an answer */
  readonly status: number
  readonly code: string | undefined
  /** the server's sentence for the visitor, if any; our own if the device is offline */
  sentence: string | undefined
  readonly details: Record<string, string>
  /** what is wrong with which field of the body */
  readonly fields: Record<string, string>

  constructor(status: number, body: string, fallback: string) {
    super(`${status}: ${body || fallback}`)
    const parsed = parseError(body)
    this.status = status
    this.code = parsed.code
    // Online without an answer: the visitor reads the sentence of spec §8 for this call.
    const isOffline = status === 0 && !navigator.onLine
    this.sentence = isOffline ? offline : (parsed.error ?? parsed.message)
    this.details = parsed.details ?? {}
    this.fields = parsed.fields ?? {}
  }
}

/**
 * Sends a call of spec §7 as JSON with credentials.
 * @throws ApiError on any answer but a success, and without an answer
 */
export async function callApi<Name extends EndpointName>(name: Name, body: Body<Name>): Promise<Reply<Name>> {
  const [method, path] = endpoints[name].split(' ') as [string, string]
  const headers = { 'content-type': 'application/json' }
  return answerIn(await send(path, { method, headers, body: JSON.stringify(body) })) as Reply<Name>
}

/**
 * Sends a request with credentials, and again with a proof of work if the shop asks for one.
 * @returns the body of a successful answer
 * @throws ApiError on any other, and without an answer
 */
export async function send(path: string, init: RequestInit & { headers: Record<string, string> }) {
  try {
    return await sendOnce(path, init)
  } catch (error) {
    const challenge = error instanceof ApiError && error.code === 'proof_needed' && error.details.challenge
    if (!challenge) throw error
    // Imported on demand: most visitors never need it.
    const { proofHeader, proveWork } = await import('./prove-work.ts')
    const proof = await proveWork(challenge).catch(() => {
      throw error
    })
    return sendOnce(path, { ...init, headers: { ...init.headers, [proofHeader]: proof } })
  }
}

async function sendOnce(path: string, init: RequestInit): Promise<string> {
  const { response, text } = await answerOf(path, init).catch((cause: unknown) => {
    throw new ApiError(0, '', cause instanceof Error ? cause.message : 'no answer')
  })
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  return text
}

/** The connection may also be lost in the middle of the answer. */
async function answerOf(path: string, init: RequestInit) {
  const response = await fetch(path, { credentials: 'include', ...init })
  return { response, text: await response.text() }
}

/** What the shop answered. A page that a hotel's network puts in its place is no answer. */
function answerIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(0, '', 'not an answer of the shop')
  }
}

type ErrorBody = {
  code?: string
  message?: string
  error?: string
  details?: Record<string, string>
  fields?: Record<string, string>
}

function parseError(body: string): ErrorBody {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as ErrorBody) : {}
  } catch {
    return {}
  }
}

/**
 * Sends a call described by a contract (domain/contract.ts), with the session's cookie.
 * @throws ApiError on any answer but a success, and without an answer
 */
export async function sendCall<C extends Contract>(call: C, input: SentInput<C>): Promise<ReplyOf<C>> {
  const [method] = call.endpoint.split(' ') as [string]
  const sent = input as { file?: Blob }
  const body = call.body === 'file' ? sent.file : call.body ? JSON.stringify(sent) : undefined
  const type = call.body === 'file' ? 'application/octet-stream' : 'application/json'
  const headers: Record<string, string> = call.body ? { 'content-type': type } : {}
  const answer = await send(callAddress(call, sent), {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  return (await answerIn(answer)) as ReplyOf<C>
}

/** The path and query of a call: also the URL of a download and the query key of a GET. */
export function callAddress(call: Contract, input: object): string {
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
    const isFile = value instanceof Blob
    if (!isFile && value !== undefined && value !== null && value !== '') query.set(key, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}
