import type { Address } from '../shop/address.ts'
import type { PageMatch } from './page-routes.ts'

/** What a cached page is kept under, and all that rendering it gets to know (decision 119). */
export type PageKey = {
  /** the page's path without its token */
  page: string
  /** `html`; `data`: all of its data; a number: the data of some of its routes, one bit for each */
  part: 'html' | 'data' | number
}

/** The key of a page's address. */
export function pageKey({ isData, search }: Address, page: string, match: PageMatch | null): PageKey {
  if (!isData) return { page, part: 'html' }
  const asked = match && new URLSearchParams(search).get('_routes')
  if (asked === null) return { page, part: 'data' }
  const names = new Set(asked.split(','))
  return { page, part: match!.ids.reduce((bits, id, at) => bits | (names.has(id) ? 1 << at : 0), 0) }
}

/** The request a page is rendered from: nothing a visitor sent but what is in its key, and the shop's own host. */
export function pageRequest(
  publicUrl: string,
  { page, part }: PageKey,
  match: PageMatch | null,
  method = 'GET',
) {
  const path = part === 'html' ? page : page === '/' ? '/_.data' : `${page}.data`
  const url = new URL(publicUrl)
  url.pathname = path
  url.search = ''
  if (typeof part === 'number')
    url.searchParams.set('_routes', (match?.ids ?? []).filter((_, at) => part & (1 << at)).join(','))
  // No page takes anything else, and a request can't be made of some methods (TRACE).
  return new Request(url, { method: method === 'GET' || method === 'HEAD' ? 'GET' : 'POST' })
}

/**
 * Pages by key. Those of `isKept` always stay. Of the others, such as the admin's pages for single orders, the most recently
 * used ones stay: visitors choose the paths, and without a limit made-up ones would fill memory.
 */
export class PageStore<Page> {
  readonly #pages = new Map<string, Map<PageKey['part'], Page>>()
  readonly #isKept: (page: string) => boolean
  readonly #most: number
  /** the others, the least recently used first */
  readonly #others = new Set<string>()

  constructor(isKept: (page: string) => boolean, most: number) {
    this.#isKept = isKept
    this.#most = most
  }

  get size(): number {
    return this.#pages.size
  }

  get({ page, part }: PageKey): Page | undefined {
    const found = this.#pages.get(page)?.get(part)
    if (found !== undefined && this.#others.delete(page)) this.#others.add(page)
    return found
  }

  set({ page, part }: PageKey, made: Page) {
    const parts = this.#pages.get(page) ?? new Map<PageKey['part'], Page>()
    this.#pages.set(page, parts.set(part, made))
    if (this.#isKept(page)) return
    this.#others.delete(page)
    this.#others.add(page)
    if (this.#others.size <= this.#most) return
    const oldest = this.#others.values().next().value!
    this.#others.delete(oldest)
    this.#pages.delete(oldest)
  }

  delete({ page, part }: PageKey) {
    const parts = this.#pages.get(page)
    if (!parts?.delete(part) || parts.size > 0) return
    this.#pages.delete(page)
    this.#others.delete(page)
  }
}
