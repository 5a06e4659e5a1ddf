import type { Hono, MiddlewareHandler } from 'hono'
import { ShopError } from '../../domain/errors.ts'
import { addressOf, hostOf } from '../shop/address.ts'
import type { Shop } from '../shop/shop.ts'
import { hasPattern } from './one-spelling.ts'

/**
 * Session cookies: 'session' for the admin, 'member' for the member's page; 'device' marks a browser where staff signed
 * in before. A browser can have all three.
 */
export type CookieName = 'session' | 'member' | 'device'

/**
 * The prefix binds a cookie to this host and to https; browsers accept plain http for localhost too: RFC 6265bis
 * §4.1.3.2.
 */
const secureName = (name: CookieName) => `__Host-${name}`
// On localhost the same token is also set under the bare name: Safari and most programs don't keep Secure cookies of
// http://localhost.

/** Whether a request came over plain http to localhost, in a shop whose public URL isn't https. */
export function isOnThisMachine(publicUrl: string, request: Request): boolean {
  const { protocol, hostname } = hostOf(request)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return isHere && protocol === 'http:' && !/^https:/i.test(publicUrl)
}

/** The session token in a Cookie header; null if there is none. */
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

/** The Set-Cookie headers that store a session's token in the browser until `expiresAt`. */
export function sessionCookies(name: CookieName, token: string, expiresAt: Date, isHere: boolean): string[] {
  const kept = `HttpOnly; SameSite=Strict; Expires=${expiresAt.toUTCString()}`
  const secure = `${secureName(name)}=${token}; Path=/; Secure; ${kept}`
  return isHere ? [secure, `${name}=${token}; Path=/; ${kept}`] : [secure]
}

/** The Set-Cookie headers that remove it. */
export function clearedSessionCookies(name: CookieName, isHere: boolean): string[] {
  const secure = `${secureName(name)}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`
  return isHere ? [secure, `${name}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`] : [secure]
}

/**
 * Rejects requests that another site made a browser send (OWASP CSRF Prevention: Fetch Metadata, then Origin). Programs
 * that aren't browsers send neither header, and have no cookie to abuse.
 * @throws ShopError 'foreign_origin'
 */
export function requireOwnOrigin(shop: Shop, request: Request) {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  // Behind a proxy the request may have the proxy's internal host; visitors use PUBLIC_URL.
  const own = [hostOf(request).host, hostIn(shop.config.publicUrl)]
  const isForeign = site !== null && site !== 'same-origin' && site !== 'none'
  // A page that hides where it is (`no-referrer`) hides its form's origin too, but not that the form is its own.
  const isHidden = origin === 'null' && site === 'same-origin'
  if (isForeign || (origin !== null && !isHidden && !own.includes(hostIn(origin)))) {
    throw new ShopError('foreign_origin', 'Only the shop’s own pages can make this call.')
  }
}

/**
 * Where others may write: providers and browsers' own reports, and links in emails, whose token is all that counts. Email
 * apps post to these from their own sites (RFC 8058 §3.1).
 */
const openToAll =
  /^\/(webhooks\/.*|csp-reports|mail\/stop\/[^/]+|newsletter\/(confirm|unsubscribe)(\/[^/]+)?)$/

/** Refuses whatever another site made a browser write. Mounted once, before every call and form. */
export function refuseForeignWrites(shop: Shop): MiddlewareHandler {
  return (context, next) => {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(context.req.method)
    if (!isRead && !openToAll.test(addressOf(context).path)) requireOwnOrigin(shop, context.req.raw)
    return next()
  }
}

function hostIn(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : ''
}

/** The Allow header of a 405 answer (RFC 9110 §15.5.6): pages allow GET and HEAD, and some addresses POST as well. */
export function allowedMethods({ routes }: Hono, path: string): string {
  const own = routes
    .filter((route) => route.method !== 'ALL' && hasPattern(path, route.path))
    .map(({ method }) => method)
  return [...new Set(['GET', 'HEAD', ...own])].join(', ')
}
