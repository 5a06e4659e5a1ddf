import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoutesStub, useLocation } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { anyShop } from './render-page.tsx'
import { SmallDocument, SmallElement, SmallEvent, type SmallNode } from './small-dom.ts'

type Options = {
  /** what the page knows of the shop besides what `renderPage` gives it */
  shop?: object
  /** path, query and hash */
  at?: string
  /** the route's, where the page reads what its path names */
  path?: string
}

type Field = SmallElement & { value: string; checked: boolean; files: readonly unknown[] }

let closeLast = async () => {}

/**
 * A page on which things can be pressed and typed, without a browser: React itself, on a small document. Calls are answered by
 * `openBrowser` (test/browser.ts), which has to be called before. It closes with the test, or when another is opened.
 */
export async function openPage(page: ReactNode, { shop = {}, at = '/', path = '*' }: Options = {}) {
  await closeLast()
  const document = new SmallDocument()
  const words = () => wordsIn(document.body)
  const location = new URL(at, 'https://shop.example')
  const Iframe = class {}
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  const browser = {
    ...{ document, location, HTMLIFrameElement: Iframe, HTMLElement: SmallElement, Element: SmallElement },
    ...{ Node: Object, innerWidth: 1440, innerHeight: 900, history: { state: null, replaceState: vi.fn() } },
    ...{ MutationObserver: Observer, IntersectionObserver: Observer, ResizeObserver: Observer },
    matchMedia: () => ({ matches: false }),
    ...{ requestAnimationFrame: (draw: () => void) => setTimeout(draw), cancelAnimationFrame: clearTimeout },
    navigator: { ...navigator, onLine: navigator.onLine ?? true, userAgent: '' },
    ...{ scrollTo() {}, print: vi.fn(), getSelection: () => null },
    // React reads a form whose handler navigates; Node's own takes no small form.
    FormData: class {},
    addEventListener: document.addEventListener.bind(document),
    removeEventListener: document.removeEventListener.bind(document),
    dispatchEvent: (event: Event) => document.dispatchEvent(new SmallEvent(event.type)),
  }
  for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value)
  document.defaultView = new Proxy(browser, {
    get: (own, name) => Reflect.get(own, name) ?? Reflect.get(globalThis, name),
  })
  vi.stubGlobal('window', document.defaultView)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

  let place = at
  function Place() {
    const { pathname, search, hash } = useLocation()
    place = pathname + search + hash
    location.href = new URL(place, location).href
    return null
  }
  const loaderData = { root: { shop: { ...anyShop, calendar: {}, ...shop } } }
  const Page = createRoutesStub([
    {
      id: 'root',
      path,
      // Asked again wherever it leads.
      loader: () => loaderData.root,
      Component: () => (
        <>
          <Place />
          {page}
        </>
      ),
    },
    // Wherever it leads.
    ...(path === '*' ? [] : [{ path: '*', Component: Place }]),
  ])
  // Found only now that there is a document: it asks at its start whether there is one.
  const { createRoot } = await import('react-dom/client')
  const root = createRoot(document.body.appendChild(document.createElement('div')) as unknown as Element)
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  })
  /** Lets everything come that is under way: until nothing has changed for some turns of the loop. */
  async function settle() {
    for (let [quiet, before] = [0, '']; quiet < 5; ) {
      await act(async () => void (await new Promise((done) => setTimeout(done))))
      const now = `${words()} ${place}`
      quiet = now === before ? quiet + 1 : 0
      before = now
    }
  }
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Page initialEntries={[at]} hydrationData={{ loaderData }} />
      </QueryClientProvider>,
    ),
  )

  const all = (selector: string) => document.querySelectorAll<Field>(selector)
  const one = (what: string, found: Field[], isLast = false) => {
    // A dialog is above all else.
    const above = found.filter((each) => each.closest('dialog:modal'))
    const which = (above.length > 0 ? above : found).at(isLast ? -1 : 0)
    if (!which) throw new Error(`There is no ${what}. The page says: ${words()}`)
    return which
  }
  const isNamed = (name: string | RegExp, element: SmallElement) => {
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

  async function change(doIt: () => void) {
    await act(async () => doIt())
    await settle()
  }
  /** As a person sets it: past the setter that React follows. */
  function put(element: Field, name: 'value' | 'checked', value: unknown) {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), name)!.set!.call(element, value)
  }

  closeLast = async () => {
    closeLast = async () => {}
    vi.stubGlobal('window', browser)
    await act(async () => root.unmount())
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
    document,
    settle,
    /** path, query and hash of the router */
    place: () => place,
    /** @param isLast of several of one name, as in a form below the button that opened it */
    async press(name: string | RegExp, isLast = false) {
      const element = button(name, isLast)
      if (element.disabled) throw new Error(`${name} is disabled.`)
      await change(() => {
        element.focus()
        const click = new SmallEvent('click', { button: 0, detail: 1 })
        if (!element.dispatchEvent(click)) return
        if (element.tagName === 'BUTTON' && element.type === 'submit')
          element.closest('form')?.dispatchEvent(new SmallEvent('submit'))
      })
    },
    async fill(name: string | RegExp, value: string) {
      const element = field(name)
      await change(() => {
        element.focus()
        put(element, 'value', value)
        element.dispatchEvent(new SmallEvent(element.tagName === 'SELECT' ? 'change' : 'input'))
      })
    },
    async leave(name: string | RegExp) {
      await change(() => field(name).blur())
    },
    async check(name: string | RegExp, checked = true) {
      const element = field(name)
      if (element.disabled) throw new Error(`${name} is disabled.`)
      await change(() => {
        element.focus()
        put(element, 'checked', checked)
        element.dispatchEvent(new SmallEvent('click', { button: 0, detail: 1 }))
      })
    },
    async give(name: string | RegExp, ...files: File[]) {
      const element = field(name)
      await change(() => {
        element.files = files
        element.dispatchEvent(new SmallEvent('change'))
      })
    },
    async key(key: string, more: object = {}) {
      const at = document.activeElement
      await change(() => {
        const isDone = !at.dispatchEvent(new SmallEvent('keydown', { key, ...more }))
        // As in a field with no button beside it.
        if (key === 'Enter' && at.tagName === 'INPUT' && !isDone)
          at.closest('form')?.dispatchEvent(new SmallEvent('submit'))
      })
    },
  }
}

/** What an element is called: its label, else its words. */
function nameOf(element: SmallElement): string {
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

/** The words that are read, each space once. */
function wordsIn(node: SmallNode | null): string {
  if (!node) return ''
  const said = (each: SmallNode): string => {
    if (each.nodeType === 3) return each.textContent
    if (
      each instanceof SmallElement &&
      ['SELECT', 'SCRIPT', 'STYLE', 'TEXTAREA', 'INPUT'].includes(each.tagName)
    )
      return ' '
    const inner = each.childNodes.map(said).join('')
    return /^(B|I|EM|A|SPAN|SMALL|TIME|BUTTON|STRONG)$/.test(each.nodeName) ? inner : ` ${inner} `
  }
  return said(node)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
}
