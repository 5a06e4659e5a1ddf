/** How a body is encoded; `identity`: not at all. */
export type Encoding = 'br' | 'gzip' | 'identity'

// Matches a coding's whole name, in any case, unless its weight is zero: "br;q=0" refuses it.
const br = /(?:^|,)\s*br\s*(?!;\s*q=0(?:\.0*)?\s*(?:,|$))(?:[;,]|$)/i
const gzip = /(?:^|,)\s*gzip\s*(?!;\s*q=0(?:\.0*)?\s*(?:,|$))(?:[;,]|$)/i

/** The smallest encoding that an Accept-Encoding header lets us send (RFC 9110 §12.5.3). */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity'
  return br.test(header) ? 'br' : gzip.test(header) ? 'gzip' : 'identity'
}

/**
 * Whether the client already has the content of an ETag, by its If-None-Match header. The comparison is weak (RFC 9110
 * §13.1.2): a proxy that compresses on its own sends W/ before the tag.
 * @param etag with its quotation marks; it must not contain a comma
 */
export function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
