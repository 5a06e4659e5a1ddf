/** Who is calling, as far as the shop needs to know. */
export type Caller = {
  /** the visitor's IP address as text; behind one proxy the last of X-Forwarded-For (TRUST_PROXY, design.md §5) */
  address: string
}

/** The browser from which somebody signs in. */
export type Device = Caller & {
  userAgent: string
  /** of the session that it had until now */
  sessionToken: string | null
  /** by which the shop knows the browser from an earlier sign-in */
  deviceToken: string | null
}
