/** Bound to this host and to https (http on this machine alone is as good to browsers): RFC 6265bis §4.1.3.2. */
const name = '__Host-session'
/** The same token for this machine alone: Safari and most programs keep no Secure cookie of http://localhost. */
const nameHere = 'session'

/** Whether a request came by plain http to this very machine, in a shop that is not open to the world by https. */
export function isOnThisMachine(publicUrl: string, requestUrl: string): boolean {
  const { protocol, hostname } = new URL(requestUrl)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return isHere && protocol === 'http:' && !/^https:/i.test(publicUrl)
}

/** The session's token of a request's Cookie header; null when there is none. */
export function readSessionCookie(header: string | undefined, isHere: boolean): string | null {
  const cookies = new Map(
    (header ?? '').split(';').map((part) => part.trim().split('=') as [string, string | undefined]),
  )
  return cookies.get(name) || (isHere && cookies.get(nameHere)) || null
}

/** The Set-Cookie headers that keep a session's token in the browser until `expiresAt`. */
export function sessionCookies(token: string, expiresAt: Date, isHere: boolean): string[] {
  const kept = `HttpOnly; SameSite=Strict; Expires=${expiresAt.toUTCString()}`
  const secure = `${name}=${token}; Path=/; Secure; ${kept}`
  return isHere ? [secure, `${nameHere}=${token}; Path=/; ${kept}`] : [secure]
}

/** The Set-Cookie headers that take it away. */
export function noSessionCookies(isHere: boolean): string[] {
  const secure = `${name}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`
  return isHere ? [secure, `${nameHere}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`] : [secure]
}
