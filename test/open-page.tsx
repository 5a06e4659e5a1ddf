import { readFileSync } from 'node:fs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Window } from 'happy-dom'
import type { ReactNode } from 'react'
import { createRoutesStub, type ShouldRevalidateFunction, useLocation } from 'react-router'
import { expect, onTestFinished, vi } from 'vitest'
import { act } from './act.ts'
import { namedOtherwise } from './label-in-name.ts'
import { anyShop } from './render-page.tsx'

type Options = {
  /** what the page knows about the shop, on top of what `renderPage` provides */
  shop?: object
  /** path, query and hash */
  at?: string
  /** the route's path, if the page reads parameters from it */
  path?: string
  /** what else the route has, such as another loader */
  route?: { loader: () => unknown; shouldRevalidate: ShouldRevalidateFunction }
}

type Field = HTMLInputElement

/** What a screen reads from the window, except what `openBrowser` provides. */
const browserGlobals = [
  ...(['document', 'location', 'history', 'innerWidth', 'innerHeight'] as const),
  ...(['Node', 'Element', 'HTMLElement', 'HTMLButtonElement', 'HTMLInputElement'] as const),
  ...(['HTMLIFrameElement'] as const),
  ...(['Event', 'CustomEvent', 'FormData'] as const),
  ...(['MutationObserver', 'IntersectionObserver', 'ResizeObserver'] as const),
] as const
const browserFunctions = [
  ...(['addEventListener', 'removeEventListener', 'dispatchEvent', 'matchMedia', 'getSelection'] as const),
  ...(['getComputedStyle', 'requestAnimationFrame', 'cancelAnimationFrame'] as const),
] as const

/** The real one, even while a test moves the clock. */
const wait = setTimeout

let closeLast = async () => {}

/**
 * A page where things can be pressed and typed, without a browser: React itself, in happy-dom. Calls are answered by
 * `openBrowser` (test/browser.ts), which must be called first. The page closes with the test, or when another one is
 * opened.
 */
export async function openPage(page: ReactNode, { shop = {}, at = '/', path = '*', route }: Options = {}) {
  await closeLast()
  const browser = new Window({
    url: new URL(at, 'https://shop.example').href,
    width: 1440,
    height: 900,
    settings: { navigation: { disableMainFrameNavigation: true }, disableIframePageLoading: true },
  })
  const document = browser.document as unknown as Document
  const words = () => wordsIn(document.body)
  for (const name of browserGlobals) vi.stubGlobal(name, browser[name])
  vi.stubGlobal('navigator', { ...navigator, onLine: navigator.onLine ?? true, userAgent: '' })
  vi.spyOn(browser.history, 'replaceState')
  vi.stubGlobal('print', vi.fn())
  vi.stubGlobal('scrollTo', () => {})
  for (const name of browserFunctions)
    vi.stubGlobal(name, (browser[name] as (...all: unknown[]) => unknown).bind(browser))
  const ours = { fetch, sessionStorage, localStorage, navigator, print, scrollTo }
  for (const [name, value] of Object.entries(ours)) Object.defineProperty(browser, name, { value })
  // There's no layout here: these sizes make a virtualized list render everything.
  for (const [size, value] of [
    ['clientWidth', 1440],
    ['clientHeight', 900],
    ['offsetHeight', 54],
  ] as const)
    Object.defineProperty(browser.HTMLElement.prototype, size, { value, configurable: true })
  vi.stubGlobal('window', browser)

  let place = at
  function Place() {
    const { pathname, search, hash } = useLocation()
    place = pathname + search + hash
    browser.happyDOM.setURL(new URL(place, location.href).href)
    return null
  }
  const loaderData = { root: { shop: { ...anyShop, calendar: {}, ...shop } } }
  const Page = createRoutesStub([
    {
      id: 'root',
      path,
      // Runs again after every navigation.
      loader: () => loaderData.root,
      ...route,
      Component: () => (
        <>
          <Place />
          {page}
        </>
      ),
    },
    // Any other URL.
    ...(path === '*' ? [] : [{ path: '*', Component: Place }]),
  ])
  // Imported only now that there is a document: it checks for one when it loads.
  const { createRoot } = await import('react-dom/client')
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  })
  /** Waits for everything under way: until nothing has changed for a few turns of the event loop. */
  async function settle() {
    for (let [quiet, before] = [0, '']; quiet < 5; ) {
      await act(async () => void (await new Promise((done) => wait(done))))
      const now = `${words()} ${place}`
      quiet = now === before ? quiet + 1 : 0
      before = now
    }
    expect(namedOtherwise(document, nameOf)).toEqual([])
  }
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Page initialEntries={[at]} hydrationData={{ loaderData }} />
      </QueryClientProvider>,
    ),
  )

  const all = (selector: string) => [...document.querySelectorAll<Field>(selector)]
  const one = (what: string, found: Field[], isLast = false) => {
    // An open dialog is above everything else.
    const above = found.filter((each) => each.closest('dialog[open]'))
    const which = (above.length > 0 ? above : found).at(isLast ? -1 : 0)
    if (!which) throw new Error(`There is no ${what}. The page says: ${words()}`)
    return which
  }
  const isNamed = (name: string | RegExp, element: Element) => {
    const said = nameOf(element)
    return typeof name === 'string' ? said === name : name.test(said)
  }
  const button = (name: string | RegExp, isLast = false) =>
    one(
      `button ${name}`,
      all('button, a[href], summary').filter((each) => isNamed(name, each)),
      isLast,
    )
  const field = (name: string | RegExp) =>
    one(
      `field ${name}`,
      all('input, select, textarea').filter((each) => isNamed(name, each)),
    )

  /** What the stylesheet's rule for content of the other gender leaves of `selector`. happy-dom doesn't know all of `:has`. */
  function shown(selector: string) {
    const css = readFileSync('app/ui/controls.css', 'utf8')
    const [, rule] = /^(\.by-gender:has[^{]*)\{\s*display: none;/m.exec(css)!
    const hidden = [...rule!.matchAll(/(\S+):has\((.*?)\) (\S+?),?\s/g)].flatMap(
      ([, around, chosen, other]) =>
        all(around!)
          .filter((each) => each.querySelector(chosen!))
          .flatMap((each) => [...each.querySelectorAll(other!)]),
    )
    return all(selector).filter((each) => !hidden.some((other) => other.contains(each)))
  }

  async function change(doIt: () => void) {
    await act(async () => doIt())
    await settle()
  }
  /** Sets a value as a person does: bypasses the setter that React tracks. */
  function setValue(element: Field, value: string) {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!.set!.call(element, value)
  }
  const event = (type: string) => new browser.Event(type, { bubbles: true }) as unknown as Event

  closeLast = async () => {
    closeLast = async () => {}
    await act(async () => root.unmount())
    await browser.happyDOM.close()
  }
  onTestFinished(async () => {
    await closeLast()
    vi.unstubAllGlobals()
  })
  await settle()
  if (words().startsWith('Unexpected Application Error')) throw new Error(words().slice(0, 300))
  return {
    words,
    button,
    field,
    /** hint and error of a field, as a screen reader says them after its name */
    described: (name: string | RegExp) =>
      (field(name).getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => wordsIn(document.getElementById(id)))
        .join(' '),
    shown,
    document,
    focused: () => document.activeElement as Field,
    settle,
    /** path, query and hash of the router */
    place: () => place,
    /**
     * @param what its name, or the element itself where several have the same
     * @param isLast the last of several with the same name, as in a form below the button that opened it
     */
    async press(what: string | RegExp | HTMLElement, isLast = false) {
      const element =
        typeof what === 'string' || what instanceof RegExp ? button(what, isLast) : (what as Field)
      if (element.disabled) throw new Error(`${what} is disabled.`)
      await change(() => {
        element.focus()
        element.click()
      })
    },
    async fill(name: string | RegExp, value: string) {
      const element = field(name)
      await change(() => {
        element.focus()
        setValue(element, value)
        element.dispatchEvent(event(element.tagName === 'SELECT' ? 'change' : 'input'))
      })
    },
    async leave(name: string | RegExp) {
      const element = field(name)
      await change(() => {
        element.focus()
        element.blur()
      })
    },
    async check(name: string | RegExp, checked = true) {
      const element = field(name)
      if (element.disabled) throw new Error(`${name} is disabled.`)
      await change(() => {
        element.focus()
        if (element.checked !== checked) element.click()
      })
    },
    async give(name: string | RegExp, ...files: File[]) {
      const element = field(name)
      await change(() => {
        Object.defineProperty(element, 'files', { value: files, configurable: true })
        element.dispatchEvent(event('change'))
      })
    },
    async key(key: string, more: object = {}) {
      await change(() => {
        const focused = document.activeElement as Field
        const press = new browser.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
        const isTaken = !focused.dispatchEvent(press as unknown as Event)
        // Enter in an input submits its form, as in a browser.
        if (key === 'Enter' && focused.tagName === 'INPUT' && !isTaken) focused.form?.requestSubmit()
      })
    },
  }
}

/** An element's name: its label, else its text. */
function nameOf(element: Element): string {
  const document = element.ownerDocument
  const by = element.getAttribute('aria-labelledby')
  if (by)
    return by
      .split(' ')
      .map((id) => wordsIn(document.getElementById(id)))
      .join(' ')
  const label = element.getAttribute('aria-label')
  if (label) return label.replaceAll('\u00a0', ' ')
  if (['BUTTON', 'A', 'SUMMARY'].includes(element.tagName)) return wordsIn(element)
  const named = element.id ? document.querySelector(`label[for="${element.id}"]`) : null
  const around = named ?? element.closest('label')
  return wordsIn(around)
}

/** Where an arrow of two lines points: its path begins at one end, and goes to the tip. */
export function pointsTo(arrow: Element): 'left' | 'right' {
  const path = arrow.querySelector('path')!.getAttribute('d')!
  const [start = 0, , to = 0] = path.match(/-?[\d.]+/g)!.map(Number)
  return (path.startsWith('M') ? to < start : to < 0) ? 'left' : 'right'
}

/** The visible text, with whitespace collapsed. */
function wordsIn(node: Node | null): string {
  if (!node) return ''
  const said = (each: Node): string => {
    if (each.nodeType === 3) return each.textContent ?? ''
    if (['SELECT', 'SCRIPT', 'STYLE', 'TEXTAREA', 'INPUT'].includes(each.nodeName)) return ' '
    const inner = [...each.childNodes].map(said).join('')
    return /^(B|I|EM|A|SPAN|SMALL|CODE|TIME|BUTTON|STRONG)$/.test(each.nodeName) ? inner : ` ${inner} `
  }
  return said(node)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
}
