import { vi } from 'vitest'

/**
 * From now on, replies from this path wait until they are let through; a page opened earlier is answered so too.
 * @returns lets the waiting replies through
 */
export function slowCalls(path: string): () => void {
  const answer = fetch
  const waiting: (() => void)[] = []
  const answerLater: typeof fetch = async (asked, init) => {
    const reply = await answer(asked, init)
    if (asked === path) await new Promise<void>((done) => waiting.push(done))
    return reply
  }
  vi.stubGlobal('fetch', answerLater)
  return () => {
    for (const done of waiting.splice(0)) done()
  }
}
