import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Contract, Download } from '../../domain/contract.ts'
import { ShopError } from '../../domain/errors.ts'
import { parseInput, readJson } from '../shop/parse-input.ts'
import type { Shop } from '../shop/shop.ts'

/** Bytes of one body, and of one upload. */
const largestBody = 256 * 1024
const largestUpload = 15 * 1024 * 1024

/**
 * params, query and body of a call in one object, as its verb gets them.
 * @throws ShopError 'invalid_body' that names the first wrong field
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

/** The only types that a form of another site can send (Fetch standard, "CORS-safelisted request-header"). */
const formTypes = /^(text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\b/i

async function readFile(context: Context): Promise<Uint8Array> {
  if (formTypes.test(context.req.header('content-type') ?? '')) {
    throw new ShopError('invalid_body', 'Send the bytes of the file itself, not a form.')
  }
  return new Uint8Array(await context.req.arrayBuffer())
}

/** Refuses a body that is larger than its call needs. */
export function limitOf(call: Contract) {
  return limitTo(call.body === 'file' ? largestUpload : largestBody)
}

/** Refuses a body of more bytes. */
export function limitTo(
  maxSize: number,
  sentence = `This is too large: at most ${Math.floor(maxSize / 1024)} kB.`,
): MiddlewareHandler {
  const refuse = () => {
    throw new ShopError('body_too_large', sentence)
  }
  const counted = bodyLimit({ maxSize, onError: refuse })
  return (context, next) => {
    // Node lets no more in than the header says. Hono would ask for the body all the same, which makes a stream of it.
    const length = context.req.header('content-length')
    if (length === undefined || context.req.header('transfer-encoding')) return counted(context, next)
    return Number(length) > maxSize ? refuse() : next()
  }
}

/**
 * Sends what the call's schema has of a reply, and nothing else: a column that a `...row` brought along stays here. Where
 * the shop isn't in production, such a key is an error, so that a test sees it. A download is sent as it is, because it
 * is made while it is sent; its columns are named one by one where it's made.
 * @throws Error for a reply that isn't as its schema says
 */
export function sendReply(shop: Shop, context: Context, reply: Contract['reply'], value: unknown): Response {
  if (reply === 'file') return sendDownload(context, value as Download)
  const parsed = reply.parse(value)
  const unknown = shop.config.isProduction ? [] : keysLost(value, parsed)
  if (unknown.length > 0) throw new Error(`The schema of this reply lacks ${unknown.join(', ')}.`)
  return context.json(parsed as object)
}

/** Paths of what would have been sent and was not parsed, such as `user.password`. */
function keysLost(sent: unknown, parsed: unknown, at = ''): string[] {
  if (typeof sent !== 'object' || sent === null) return []
  return Object.entries(sent).flatMap(([key, value]) => {
    const place = at ? `${at}.${key}` : key
    const kept = (parsed as Record<string, unknown>)[key]
    return value === undefined || kept !== undefined ? keysLost(value, kept, place) : [place]
  })
}

/** A download, under its name. */
export function sendDownload(context: Context, { fileName, contentType, content }: Download): Response {
  return context.body(content as ReadableStream, 200, {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '-')}"`,
  })
}
