import type { Hono } from 'hono'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * Whose session a cookie carries: of the admin, or of the member's page; 'device': in which the staff have signed in
 * before. One browser may have all.
 */
export type CookieName = 'session' | 'member' | 'device'

/** Bound to this host and to https (http on this machine alone is as good to browsers): RFC 6265bis §4.1.3.2. */
const secureName = (name: CookieName) => `__Host-${name}`
// Under the bare name the same token for this machine alone: Safari and most programs keep no Secure cookie of
// http://localhost.

/** Whether a request came by plain http to this very machine, in a shop that is not open to the world by https. */
export function isOnThisMachine(publicUrl: string, requestUrl: string): boolean {
  const { protocol, hostname } = new URL(requestUrl)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return isHere && protocol === 'http:' && !/^https:/i.test(publicUrl)
}

/** The session's token of a request's Cookie header; null when there is none. */
export function readSessionCookie(
  name: CookieName,
  header: string | undefined,
  isHere: boolean,
): string | null {
  const cookies = new Map(
    (header ?? '').split(';').map((part) => part.trim().split('=') as [string, string | undefined]),
  )
  return cookies.get(secureName(name)) || (isHere && cookies.get(name)) || null
}

/** The Set-Cookie headers that keep a session's token in the browser until `expiresAt`. */
export function sessionCookies(name: CookieName, token: string, expiresAt: Date, isHere: boolean): string[] {
  const kept = `HttpOnly; SameSite=Strict; Expires=${expiresAt.toUTCString()}`
  const secure = `${secureName(name)}=${token}; Path=/; Secure; ${kept}`
  return isHere ? [secure, `${name}=${token}; Path=/; ${kept}`] : [secure]
}

/** The Set-Cookie headers that take it away. */
export function clearedSessionCookies(name: CookieName, isHere: boolean): string[] {
  const secure = `${secureName(name)}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`
  return isHere ? [secure, `${name}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`] : [secure]
}

/**
 * Refuses what another site makes a browser send (OWASP CSRF Prevention: Fetch Metadata, then Origin). A program without
 * a browser sends neither header, and has no browser's cookie to misuse.
 * @throws ShopError 'foreign_origin'
 */
export function requireOwnOrigin(shop: Shop, request: Request) {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  // Behind a proxy the request may name the proxy's inner host; visitors know PUBLIC_URL.
  const own = [new URL(request.url).host, hostOf(shop.config.publicUrl)]
  const isForeign = site !== null && site !== 'same-origin' && site !== 'none'
  if (isForeign || (origin !== null && !own.includes(hostOf(origin)))) {
    throw new ShopError('foreign_origin', 'This call comes from the shop’s own pages only.')
  }
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : ''
}

/** What an answer 405 has to name (RFC 9110 §15.5.6): pages are read, and some addresses are also posted to. */
export function allowedMethods({ routes }: Hono, path: string): string {
  const parts = path.split('/')
  const isOf = (pattern: string) => {
    const names = pattern.split('/')
    return names.length === parts.length && names.every((name, at) => name[0] === ':' || name === parts[at])
  }
  const own = routes.filter((route) => route.method !== 'ALL' && isOf(route.path)).map(({ method }) => method)
  return [...new Set(['GET', 'HEAD', ...own])].join(', ')
}
