import type { Solution } from 'altcha-lib/types'

/** The header under which a proof of work is sent, as base64 of JSON (server/limits/proof-of-work.ts). */
export const proofHeader = 'x-proof-of-work'

/**
 * Solves the challenge in a refusal, in a worker so that the page stays responsive. Nobody has to click anything; screen
 * reader users are told what the page is waiting for.
 * @param challenge as JSON, as the shop sent it
 * @throws Error if the browser can't do it, for example on a plain http page from another host
 */
export async function proveWork(challenge: string): Promise<string> {
  const note = announce('One moment. The shop’s busy, so your browser has a little work to do first.')
  const worker = new Worker(new URL('./prove-work.worker.ts', import.meta.url), { type: 'module' })
  try {
    const solution = await new Promise<Solution | null>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Solution | null>) => resolve(data)
      worker.onerror = () => reject(new Error('the work could not be done here'))
      worker.postMessage(challenge)
    })
    if (!solution) throw new Error('the work took too long')
    return btoa(JSON.stringify({ challenge: JSON.parse(challenge), solution }))
  } finally {
    worker.terminate()
    note.remove()
  }
}

// Inside an open dialog if there is one: screen readers ignore everything outside it.
function announce(words: string): HTMLElement {
  const note = document.createElement('p')
  note.className = 'sr'
  note.role = 'status'
  ;(document.querySelector('dialog[open]') ?? document.body).append(note)
  // Some screen readers skip a live region that appears with its text, so the text follows.
  setTimeout(() => {
    note.textContent = words
  }, 50)
  return note
}
