import {
  type ComponentType,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPath, type Location, UNSAFE_DataRouterContext, useLocation } from 'react-router'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import './demo-notice.css'

import { isPrivatePage, track } from '../browser/analytics.ts'
import { refusesTracking } from '../browser/refuses-tracking.ts'
import { useShop } from '../shop/use-shop.ts'

import { onToast, showToast, type Toast } from '../ui/toast-store.ts'
import '../ui/toaster.css'

import { noAnswer, reload } from '../browser/reload.ts'

/** What stands around every page; the owner's desk and the page of a gift bring their own. */
export function PageFrame({ children }: { children: ReactNode }) {
  useArrival()
  usePageLoad()
  useAnalytics()
  useTooltips()
  const isBare = /^\/(admin|gift|review|handover)\b/.test(useLocation().pathname)
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {!isBare && <DemoNotice />}
      {isBare ? (
        children
      ) : (
        <>
          <Header />
          <main id="main" tabIndex={-1}>
            {children}
          </main>
          <Footer />
        </>
      )}
      <Toasts />
    </>
  )
}

/** Esc hides the tooltip that is shown (app/ui/tooltip.css), until the pointer or the focus moves on (WCAG 1.4.13). */
function useTooltips() {
  useEffect(() => {
    const { dataset } = document.documentElement
    const hear = (event: Event) => {
      if (!('key' in event)) delete dataset.tooltips
      else if (event.key === 'Escape') dataset.tooltips = 'off'
    }
    const moves = ['keydown', 'focusin', 'pointerover']
    for (const move of moves) addEventListener(move, hear)
    return () => {
      for (const move of moves) removeEventListener(move, hear)
    }
  }, [])
}

/** Says on every page that payments are a demo. */
function DemoNotice() {
  const { payments } = useShop()
  if (payments !== 'demo') return null
  return (
    <aside className="demo" aria-label="Demo shop">
      <p className="wrap num">
        <span>Demo: no money moves.</span>{' '}
        <span>
          Card <b>4242&nbsp;4242&nbsp;4242&nbsp;4242</b> pays.
        </span>
      </p>
    </aside>
  )
}

/**
 * What a document does by itself and an app has to do by hand: links to a section glide, new pages open at their top
 * at once, and the keyboard continues from where the visitor went.
 */
function useArrival() {
  const { pathname, hash } = useLocation()
  const isFirst = useRef(true)

  // Before React Router scrolls, which it does in a layout effect of a later component.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is what an arrival is
  useLayoutEffect(() => {
    const root = document.documentElement
    root.classList.remove('glides')
    // Chrome scrolls to the top by the style of before, unless it is asked for the new one.
    void getComputedStyle(root).scrollBehavior
    const frame = requestAnimationFrame(() => root.classList.add('glides'))
    return () => cancelAnimationFrame(frame)
  }, [pathname])

  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const target = document.getElementById(hash.slice(1) || 'main') ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
  }, [pathname, hash])
}

/** Reports every path as a page view (spec §1), and loads the tag manager when the page has nothing else to do. */
function useAnalytics() {
  const { analytics } = useShop()
  const { pathname, search } = useLocation()

  useEffect(() => {
    track('page_view', { page_path: pathname })
  }, [pathname])

  useEffect(() => {
    if (!analytics || refusesTracking() || isPrivate(pathname, search)) return
    const load = () =>
      void import('../browser/load-tag-manager.ts').then(
        ({ loadTagManager }) => loadTagManager(analytics),
        // Without it the page lacks nothing.
        () => {},
      )
    const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(load)
    if (document.readyState === 'complete') whenIdle()
    else window.addEventListener('load', whenIdle, { once: true })
  }, [analytics, pathname, search])
}

/** Addresses that open something, or where nobody sells: a script of others would read them. */
function isPrivate(pathname: string, search: string): boolean {
  return isPrivatePage(pathname) || pathname.startsWith('/newsletter') || /client_secret|token=/.test(search)
}

type Drawing = { Toaster?: ComponentType<{ first: Toast | null }>; first: Toast }

/**
 * Loads what draws toasts when the first one is shown: most visits never see one. Without a network a plain notice
 * stands for it, and the next one tries again.
 */
function Toasts() {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  useEffect(() => {
    let latest: Toast | null = null
    const stop = onToast(async (toast) => {
      latest = toast
      if (!toast) return setDrawing(null)
      try {
        const { Toaster } = await import('../ui/toaster.tsx')
        if (latest !== toast) return
        setDrawing((known) => (known?.Toaster ? known : { Toaster, first: toast }))
        stop()
      } catch {
        setDrawing({ first: toast })
      }
    })
    return () => void stop()
  }, [])
  if (!drawing) return null
  const { Toaster, first } = drawing
  if (Toaster) return <Toaster first={first} />
  return (
    <div className="toasts" role="alert">
      <div className="toast bad plain" key={first.id}>
        <p className="toast-title">{first.title}</p>
        <p className="toast-text">{first.description}</p>
      </div>
    </div>
  )
}

/**
 * While the next page is fetched the document says so (page.css draws it). A page whose file cannot be fetched, say
 * because the shop was renewed since, is loaded from scratch; without an answer this page stays, and a notice says why.
 */
function usePageLoad() {
  // Not useNavigation: a file may fail before React has drawn that it is waited for.
  const router = useContext(UNSAFE_DataRouterContext)?.router
  useEffect(() => {
    if (!router) return
    const { dataset } = document.documentElement
    let next: Location | undefined
    // React Router waits for ever for a page whose file failed; from then on pages are loaded by the browser.
    let isStuck = false

    const open = (location: Location) =>
      reload(createPath(location)).catch(() => {
        delete dataset.waits
        showToast({ title: 'The page didn’t load', description: noAnswer, destructive: true })
      })

    // React Router would reload this page, and without a network give it up for the browser's own.
    function keepPage(event: NavigateEvent) {
      if (event.navigationType !== 'reload' || event.userInitiated || !next || isStuck) return
      event.preventDefault()
      isStuck = true
      void open(next)
    }

    // Browsers of before 2026 may have none.
    const { navigation } = window as { navigation?: Navigation }
    navigation?.addEventListener('navigate', keepPage)
    const stop = router.subscribe((state) => {
      const { location } = state.navigation
      if (location === next) return
      next = location
      if (!next) delete dataset.waits
      else dataset.waits = ''
      if (next && isStuck) void open(next)
    })
    return () => {
      stop()
      navigation?.removeEventListener('navigate', keepPage)
    }
  }, [router])
}
