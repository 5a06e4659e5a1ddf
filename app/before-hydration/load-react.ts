/** True once React was asked for; false again if it failed to load. */
let isAsked = false
let tries = 0

/** Resolves when the body is parsed: this script runs in the head. */
export const isParsed = new Promise<unknown>((done) => {
  document.addEventListener('DOMContentLoaded', done)
})

/**
 * Resolves when the text and the main picture are on screen. A busy phone paints many frames late, so we ask the browser
 * what it has painted; the timeout covers what it doesn't report, such as a picture out of view or a hidden tab.
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

const add = (rel: string, href: string, more?: Partial<HTMLLinkElement>) =>
  new Promise<HTMLLinkElement>((done) => {
    const link = document.createElement('link')
    const settle = () => done(link)
    Object.assign(link, { rel, href, onload: settle, onerror: settle }, more)
    const place = document.querySelector(`[data-of="${href}"]`)
    if (place) place.replaceWith(link)
    else document.head.append(link)
  })
let sheets: Promise<unknown> | undefined

/**
 * Loads the full stylesheets, for example before a dialog opens. Each goes where React expects it. They take over from the
 * critical CSS all at once when the last one is there: applied one by one, each made a slow phone style and lay out the
 * whole page again.
 */
export function loadSheets(): Promise<unknown> {
  const places = [...document.querySelectorAll<HTMLElement>('[data-of]')]
  // A sheet for no medium loads, with the lowest priority unless told otherwise, and isn't applied.
  const waiting = { media: 'not all', fetchPriority: 'high' } as const
  sheets ??= Promise.all(places.map(({ dataset }) => add('stylesheet', dataset.of!, waiting))).then(
    (links) => {
      for (const link of links) link.removeAttribute('media')
      document.getElementById('critical')?.remove()
    },
  )
  return sheets
}
void isPainted.then(loadSheets)

/**
 * Loads React. In development it loads on its own.
 * @param giveUp called when it can't be fetched; the next touch tries again
 */
export async function loadReact(giveUp: () => void) {
  if (isAsked) return
  isAsked = true
  await isParsed
  const list = document.getElementById('framework')?.textContent
  if (!list) return
  // A browser may cache a module's failure by its URL, so each attempt uses a new one.
  const [version, ...modules] = JSON.parse(list) as string[]
  // Whole: of a path that begins with two slashes, text put together would be another site's address.
  const { href: address } = new URL(`?hydrate=${version}-${tries++}`, location.href)
  for (const href of [address, ...modules]) void add('modulepreload', href)
  try {
    await loadSheets()
    await import(/* @vite-ignore */ address)
  } catch {
    isAsked = false
    giveUp()
  }
}

/** Loads React as soon as the first screen is painted. */
export const loadReactAfterPaint = (giveUp: () => void) => isPainted.then(() => loadReact(giveUp))
