import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer } from './answer.ts'
import { answerBrowser, corsHeaders } from './browser-endpoints.ts'
import { type FaultKind, type Faults, serverError, tooManyRequests } from './faults.ts'
import type { ApiAnswer, Idempotency } from './idempotency.ts'
import type { World } from './world.ts'

export type LoggedRequest = {
  method: string
  path: string
  /** the undecoded parameters */
  form: string
  idempotencyKey: string | null
  /** null: no reply was sent */
  status: number | null
  replayed: boolean
  fault: `${string} ${'before' | 'after'}` | null
}

export type Simulated = {
  world: World
  idempotency: Idempotency
  faults: Faults
  /** null: any test key */
  secretKey: string | null
  log: LoggedRequest[]
  /** runs everything due by the clock, before each reply */
  catchUp(): void
}

/** Serves the simulated API on a free port of this machine. */
export async function serve(
  simulated: Simulated,
  port: number,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void readBody(request).then((body) => handle(simulated, request, body, response))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  request.setEncoding('utf8')
  for await (const chunk of request) body += chunk
  return body
}

function handle(
  simulated: Simulated,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
): void {
  const url = new URL(request.url ?? '/', 'http://stripe')
  const method = request.method ?? 'GET'
  try {
    simulated.catchUp()
    if (url.pathname.startsWith('/browser/')) {
      if (method === 'OPTIONS') response.writeHead(204, corsHeaders).end()
      else
        send(response, answerBrowser(simulated.world, url.pathname, url.search.slice(1), body), corsHeaders)
      return
    }
    const form = [url.search.slice(1), body].filter(Boolean).join('&')
    answerApi(simulated, request, { method, path: url.pathname, form }, response)
  } catch (error) {
    // A bug in the simulator must not look like one of Stripe's replies.
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    send(response, { status: 501, body: { error: { type: 'simulator_error', message } } })
  }
}

function answerApi(
  simulated: Simulated,
  request: IncomingMessage,
  call: { method: string; path: string; form: string },
  response: ServerResponse,
): void {
  const { world, idempotency, faults, log } = simulated
  const key = header(request, 'idempotency-key')
  const entry: LoggedRequest = {
    ...call,
    idempotencyKey: key ?? null,
    status: null,
    replayed: false,
    fault: null,
  }
  log.push(entry)
  // Counted separately from the objects, so that their ids don't depend on who else made requests.
  const id = `req_${String(log.length).padStart(14, '0')}`
  const reply = (answered: ApiAnswer) => {
    entry.status = answered.status
    entry.replayed = answered.replayed ?? false
    send(response, answered, {
      'request-id': id,
      ...(key ? { 'idempotency-key': key } : {}),
      ...(answered.replayed ? { 'idempotent-replayed': 'true' } : {}),
    })
  }
  const before = faults.strike(call.method, call.path, 'before')
  if (before) {
    entry.fault = `${nameOf(before)} before`
    failWith(before, request, reply)
    return
  }
  const headers = {
    authorization: header(request, 'authorization'),
    version: header(request, 'stripe-version'),
    idempotencyKey: key,
  }
  const answered = answer(world, idempotency, simulated.secretKey, { ...call, headers }, id)
  const after = faults.strike(call.method, call.path, 'after')
  if (!after) {
    reply(answered)
    return
  }
  entry.fault = `${nameOf(after)} after`
  // A 500 after execution began becomes the stored reply for its idempotency key.
  if (after === '500' && key !== undefined) idempotency.overwrite(key, serverError)
  failWith(after, request, reply)
}

const nameOf = (how: FaultKind) => (typeof how === 'string' ? how : String(how.status))

function failWith(how: FaultKind, request: IncomingMessage, reply: (answered: ApiAnswer) => void): void {
  if (typeof how === 'object') reply({ status: how.status, body: { error: how.error } })
  else if (how === '500') reply(serverError)
  else if (how === '429') reply(tooManyRequests)
  else if (how === 'reset') request.socket.resetAndDestroy()
  // 'hang': no reply until the caller gives up or the simulator closes.
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function send(response: ServerResponse, answered: ApiAnswer, headers: Record<string, string> = {}): void {
  response.writeHead(answered.status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(answered.body, null, 2))
}
