/**
 * Whether somebody has already what an ETag names, by their If-None-Match. Compared weakly (RFC 9110 §13.1.2): a proxy
 * that compresses by itself asks with W/ before the tag.
 * @param etag with its quotation marks; it holds no comma
 */
export function hasAlready(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
