/** Paths that carry a token which opens something: logs and caches keep them without it. */
const secret = /^(\/(?:gift|card|mail\/(?:stop|manage)|newsletter\/(?:confirm|unsubscribe))\/)[^/.]+/

/** "/gift/9fT…" → "/gift/-" */
export function redactPath(path: string): string {
  return path.replace(secret, '$1-')
}
