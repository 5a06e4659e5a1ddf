import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Contract, Download } from '../../domain/contract.ts'
import { ShopError } from '../../domain/errors.ts'
import { parseInput, readJson } from '../shop/parse-input.ts'
import type { Shop } from '../shop/shop.ts'
import { routeOf } from '../telemetry/metrics.ts'
import { acceptedEncoding } from './cached-page.ts'

/** Most bytes of a body, and of an upload. */
const largestBody = 256 * 1024
const largestUpload = 15 * 1024 * 1024

/**
 * Params, query and body of a call in one object, as its handler gets them.
 * @throws ShopError 'invalid_body' naming the first wrong field
 */
export async function inputOf(call: Contract, context: Context): Promise<object> {
  const { params, query, body } = call
  return {
    ...(params && (parseInput(params, context.req.param()) as object)),
    ...(query && (parseInput(query, context.req.query()) as object)),
    ...(body === 'file' && { file: await readFile(context) }),
    ...(body && body !== 'file' && (parseInput(body, await readJson(context)) as object)),
  }
}

/** The only content types a form on another site can send (Fetch standard, "CORS-safelisted request-header"). */
const formTypes = /^(text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\b/i

async function readFile(context: Context): Promise<Uint8Array> {
  if (formTypes.test(context.req.header('content-type') ?? '')) {
    throw new ShopError('invalid_body', 'Send the bytes of the file itself, not a form.')
  }
  return new Uint8Array(await context.req.arrayBuffer())
}

/**
 * The calls in the order in which to mount them: Hono takes the first route that matches, so `/belts/new` goes before
 * `/belts/:beltId`, wherever the two are listed.
 */
export function inMountOrder<Name extends string>(
  contracts: Record<Name, Pick<Contract, 'endpoint'>>,
): Name[] {
  // A colon sorts before every letter, a tilde after it.
  const rank = (name: Name) => contracts[name].endpoint.replaceAll(':', '~')
  const names = Object.keys(contracts) as Name[]
  return names.sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
}

/** Rejects a body larger than the call needs. */
export function limitOf(call: Contract) {
  return limitTo(call.body === 'file' ? largestUpload : largestBody)
}

/** Rejects a body of more than maxSize bytes. */
export function limitTo(
  maxSize: number,
  sentence = `This is too large: at most ${Math.floor(maxSize / 1024)} kB.`,
): MiddlewareHandler {
  const refuse = () => {
    throw new ShopError('body_too_large', sentence)
  }
  const counted = bodyLimit({ maxSize, onError: refuse })
  return (context, next) => {
    // Node never reads more than Content-Length, so the header is enough. Hono's bodyLimit would touch the body, which
    // turns it into a stream.
    const length = context.req.header('content-length')
    if (length === undefined || context.req.header('transfer-encoding')) return counted(context, next)
    return Number(length) > maxSize ? refuse() : next()
  }
}

/**
 * Sends only the keys of the call's reply schema: a column that came along with `...row` stays here. In production it is
 * logged; elsewhere such a key is an error, so that tests notice it. Downloads are streamed and exempt; their code names
 * each column.
 * @param asSeen what of it the caller may see
 * @throws Error if the reply doesn't match its schema
 */
export async function sendReply(
  shop: Shop,
  context: Context,
  { reply, isSecret }: Pick<Contract, 'reply' | 'isSecret'>,
  value: unknown,
  asSeen = (reply: unknown) => reply,
): Promise<Response> {
  if (reply === 'file') return sendDownload(context, value as Download)
  const parsed = reply.parse(value)
  const unknown = keysLost(value, parsed)
  if (unknown.length > 0) {
    if (!shop.config.isProduction) throw new Error(`The schema of this reply lacks ${unknown.join(', ')}.`)
    shop.log.warn({ route: routeOf(context), lacks: unknown.slice(0, 20) }, 'a reply was cut to its schema')
  }
  const seen = asSeen(parsed)
  return isSecret ? context.json(seen as object) : sendJson(context, seen)
}

/** Bytes of a reply from which it is compressed: a shorter one fits into one packet anyway. */
const compressedFrom = 1_024
const gzipped = promisify(gzip)
const brotli = promisify(brotliCompress)
/** A tenth of the work of the smallest output, which only pays off for what is sent often. */
const little = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Sends JSON, compressed if it is long and the client can read that. */
export async function sendJson(context: Context, value: unknown): Promise<Response> {
  const text = JSON.stringify(value)
  if (text.length < compressedFrom) return context.json(value as object)
  const encoding = acceptedEncoding(context.req.header('accept-encoding'))
  const headers = { 'content-type': 'application/json', vary: 'accept-encoding' }
  if (encoding === 'identity') return context.body(text, { headers })
  const body = await (encoding === 'br' ? brotli(text, little) : gzipped(text))
  return context.body(body, { headers: { ...headers, 'content-encoding': encoding } })
}

/** Paths of keys the schema doesn't have, such as `user.password`. */
function keysLost(sent: unknown, parsed: unknown, at = ''): string[] {
  if (typeof sent !== 'object' || sent === null) return []
  return Object.entries(sent).flatMap(([key, value]) => {
    const place = at ? `${at}.${key}` : key
    const kept = (parsed as Record<string, unknown>)[key]
    return value === undefined || kept !== undefined ? keysLost(value, kept, place) : [place]
  })
}

/** Sends a download under its file name. */
export function sendDownload(context: Context, { fileName, contentType, content }: Download): Response {
  return context.body(content as ReadableStream, 200, {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '-')}"`,
  })
}
