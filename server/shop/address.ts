/** Stands for every address that nobody can have: no page, file or call is named this. */
export const nowhere = '/page/not-found'

/** The address of a request, parsed once (decision 119). Nothing else in the server reads a request's URL. */
export type Address = {
  /** each part percent-encoded as `encodeURIComponent` does, without empty parts; `nowhere` if it can't be read */
  path: string
  /** the page it belongs to: `/belts` for `/belts` and for `/belts.data` */
  page: string
  /** whether it asks for the page's data (React Router's `.data`) */
  isData: boolean
  /** from the question mark on; empty without one */
  search: string
  /** whether the request spells it in no other way */
  isCanonical: boolean
  /** too long for anything to read it */
  isLong: boolean
}

/** Characters: ten times the shop's own longest path, including a link's token. */
const longest = 1_000

const known = new WeakMap<Request, Address>()

/** The address of a request. */
export const addressOf = ({ req, env }: { req: { raw: Request }; env: unknown }): Address =>
  readAddress(req.raw, env)

/** The path of a request: what routes are matched with (Hono's `getPath`). */
export const pathOf = (request: Request, options?: { env?: unknown }): string =>
  readAddress(request, options?.env).path

/** The address of a request outside of a route. */
export function readAddress(request: Request, env?: unknown): Address {
  const address = known.get(request) ?? parseAddress(targetOf(request, env))
  known.set(request, address)
  return address
}

/** The request target as it was sent: `request.url` already lacks dots and backslashes. Tests have no socket. */
function targetOf({ url }: Request, env: unknown): string {
  const sent = (env as { incoming?: { url?: string } } | undefined)?.incoming?.url
  if (sent?.startsWith('/')) return sent
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Parts of letters that need no encoding; the shop's own addresses have no others. */
const plain = /^(?:\/[\w.~!'()*-]+)+$/
const dots = /\/\.{1,2}(?:\/|$)/
/** What no part of a page's address has, however encoded: slashes, backslashes, control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const impossible = /[/\\\u0000-\u001f\u007f]/

/**
 * Parses a request target, once.
 * @param target path and query, such as `/belts?x=1`
 */
export function parseAddress(target: string): Address {
  const end = target.search(/[?#]/)
  const sent = end === -1 ? target : target.slice(0, end)
  const search = end === -1 ? '' : target.slice(end).split('#', 1)[0]!
  if (sent.length > longest) return { ...placed(nowhere, sent), search, isLong: true }
  const hasFragment = target.includes('#')
  if (sent === '/' || (plain.test(sent) && !dots.test(sent)))
    return { ...placed(sent, sent), search, isLong: false, ...(hasFragment && { isCanonical: false }) }
  // Programs encode the parameters of calls in more than one way. What isn't text is refused by the call's schema.
  const isCall = sent.startsWith('/api/')
  const parts = utf8(sent).split('/').filter(Boolean)
  const read = parts.map((part) => decoded(part) ?? (isCall ? part : null))
  const isReadable = read.every(
    (part) => part !== null && part !== '.' && part !== '..' && (isCall || !impossible.test(part)),
  )
  if (!isReadable) return { ...placed(nowhere, sent), search, isLong: false }
  const path = `/${read.map((part) => encodeURIComponent(part!.normalize('NFC'))).join('/')}`
  const address = placed(path, sent)
  const isWhole = parts.length === sent.split('/').length - 1
  return {
    ...address,
    search,
    isLong: false,
    isCanonical: !hasFragment && (isCall ? isWhole : address.isCanonical),
  }
}

function placed(path: string, sent: string): Omit<Address, 'search' | 'isLong'> {
  const isData = path.endsWith('.data')
  const page = !isData ? path : path === '/_.data' ? '/' : path.slice(0, -'.data'.length)
  // The data of a page that ends in a slash: no page does.
  if (isData && path !== '/_.data' && /\/_?$/.test(page || '/')) return placed(nowhere, sent)
  return { path, page, isData, isCanonical: path === sent }
}

// Node reads a header's bytes as Latin-1.
const utf8 = (sent: string) => (/[^\0-\x7f]/.test(sent) ? Buffer.from(sent, 'latin1').toString() : sent)

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** Where a request says that it was sent: its Host header. A proxy may have put its own there. */
export function hostOf(request: Request): Pick<URL, 'protocol' | 'hostname' | 'host'> {
  return new URL(request.url)
}
