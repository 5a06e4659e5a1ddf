/** True once somebody asked for the framework; again false where it did not come. */
let isAsked = false
let tries = 0

/** When the page's elements are there: this script runs in its head. */
export const isParsed = new Promise<unknown>((done) => {
  document.addEventListener('DOMContentLoaded', done)
})

/**
 * When the words and the page's first picture are on the screen. A busy phone draws many frames late, so the browser itself
 * is asked what is seen; the clock is for what it does not count, such as a picture out of view, or a hidden tab.
 */
const isPainted = isParsed.then(async () => {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
  await picture?.decode().catch(() => {})
  await new Promise<unknown>((done) => {
    setTimeout(done, 800)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element: Element })[])
        if (!picture || entry.element === picture) done(0)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
})

const add = (rel: string, href: string) =>
  new Promise((done) => {
    const link = document.createElement('link')
    Object.assign(link, { rel, href, onload: done, onerror: done })
    const place = document.querySelector(`[data-of="${href}"]`)
    if (place) place.replaceWith(link)
    else document.head.append(link)
  })
let sheets: Promise<unknown> | undefined

/**
 * Has the whole stylesheets come, what the first screen did without; before a dialog opens, say. Each stands where React
 * looks for it; what was drawn with goes when all are there.
 */
export function loadSheets(): Promise<unknown> {
  const places = [...document.querySelectorAll<HTMLElement>('[data-of]')]
  sheets ??= Promise.all(places.map(({ dataset }) => add('stylesheet', dataset.of!))).then(() =>
    document.getElementById('critical')?.remove(),
  )
  return sheets
}
isPainted.then(loadSheets)

/**
 * Brings React. In development it comes by itself.
 * @param giveUp what to do where it cannot be fetched; the next touch tries again
 */
export async function wake(giveUp: () => void) {
  if (isAsked) return
  isAsked = true
  await isParsed
  const list = document.getElementById('framework')?.textContent
  if (!list) return
  // What a module failed with, a browser may remember by its address.
  const [version, ...modules] = JSON.parse(list) as string[]
  const address = `${location.pathname}?hydrate=${version}-${tries++}`
  for (const href of [address, ...modules]) add('modulepreload', href)
  try {
    await loadSheets()
    await import(/* @vite-ignore */ address)
  } catch {
    isAsked = false
    giveUp()
  }
}

/** Brings React as soon as the first screen is seen. */
export const wakeAfterPaint = (giveUp: () => void) => isPainted.then(() => wake(giveUp))
