import type { Hono } from 'hono'

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
