import { vi } from 'vitest'

/** A call a page made: method, path, body, and how it was sent. */
export type Asked = { method: string; path: string; body: unknown; init: RequestInit }

type Reply = { status: number; body: string; statusText?: string } | 'no answer'
/** By path; several answer one call each, and the last also every later one. */
type Replies = Record<string, Reply | Reply[]>

/** A tab's storage, initially empty. */
function emptyStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

/** A browser without a page: empty storage, and a network that answers with `replies`, by path. */
export function openBrowser(replies: Replies = {}) {
  const asked: Asked[] = []
  vi.stubGlobal('sessionStorage', emptyStorage())
  vi.stubGlobal('localStorage', emptyStorage())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    asked.push({ method: init.method ?? 'GET', path, body, init })
    const all = [replies[path] ?? 'no answer'].flat()
    const reply = all[Math.min(asked.filter((each) => each.path === path).length, all.length) - 1]!
    if (reply === 'no answer') throw new TypeError('fetch failed')
    const { status, statusText = '' } = reply
    return new Response(reply.body, { status, statusText })
  })
  return { asked }
}

/** Holds back the answer to calls of `path`. @returns what lets it come */
export function holdAnswer(path: string): () => void {
  const send = fetch
  const { promise: isDue, resolve: letCome } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (to: string, init?: RequestInit) => {
    if (to === path) await isDue
    return send(to, init)
  })
  return letCome
}
