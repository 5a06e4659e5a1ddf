import { publicPages } from '../domain/public-pages.ts'

// Paths come from visitors; without a bound, made-up ones would fill the memory.
const mostOthers = 200

const open = new Set(publicPages.flatMap(({ path }) => [path, path === '/' ? '/_.data' : `${path}.data`]))

/** Whether a key is that of a page that everybody asks for. */
export const isPublicPage = (key: string) => open.has(key)

/**
 * Pages by their key. The shop's public pages stay whatever else is asked for; of the others, such as the desk's pages of
 * single orders, those that were asked for last.
 */
export class KeptPages<Page> {
  readonly #open = new Map<string, Page>()
  readonly #others = new Map<string, Page>()

  get size(): number {
    return this.#open.size + this.#others.size
  }

  get(key: string): Page | undefined {
    if (isPublicPage(key)) return this.#open.get(key)
    const page = this.#others.get(key)
    // Looked at last, forgotten last.
    if (page && this.#others.delete(key)) this.#others.set(key, page)
    return page
  }

  set(key: string, page: Page) {
    if (isPublicPage(key)) return void this.#open.set(key, page)
    this.#others.delete(key)
    this.#others.set(key, page)
    if (this.#others.size > mostOthers) this.#others.delete(this.#others.keys().next().value!)
  }

  delete(key: string) {
    this.#open.delete(key)
    this.#others.delete(key)
  }
}
