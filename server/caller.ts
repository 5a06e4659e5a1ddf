/** Who is calling, as far as the shop needs to know. */
export type Caller = {
  /** the visitor's IP address as text; behind one proxy the last of X-Forwarded-For (TRUST_PROXY, design.md §5) */
  address: string
}
