/** Bound to this host and to https (http on this machine alone is as good to browsers): RFC 6265bis §4.1.3.2. */
const name = '__Host-session'

/** The session's token of a request's Cookie header; null when there is none. */
export function readSessionCookie(header: string | undefined): string | null {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name && value) return value
  }
  return null
}

/** The Set-Cookie header that keeps a session's token in the browser until `expiresAt`. */
export function sessionCookie(token: string, expiresAt: Date): string {
  return `${name}=${token}; Path=/; Secure; HttpOnly; SameSite=Strict; Expires=${expiresAt.toUTCString()}`
}

/** The Set-Cookie header that takes it away. */
export const noSessionCookie = `${name}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`
