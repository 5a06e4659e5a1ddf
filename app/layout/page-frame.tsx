import { type ComponentType, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { createPath, type Location, UNSAFE_DataRouterContext, useLocation } from 'react-router'
import { isPrivatePage, refusesTracking, track } from '../browser/analytics.ts'
import { useShop } from '../shop/use-shop.ts'
import { onToast, showToast, type Toast } from '../ui/toast-store.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import '../ui/toaster.css'
import { noAnswer, reload } from '../browser/reload.ts'

/** The frame of every page; admin and gift pages have their own. */
export function PageFrame({ children }: { children: ReactNode }) {
  useArrival()
  usePageLoad()
  useAnalytics()
  useTooltips()
  const { isInvented } = useShop()
  const isBare = /^\/(admin|gift|review|handover)\b/.test(useLocation().pathname)
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {(!isBare || isInvented) && <DemoNotice />}
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

/** Esc hides the tooltip (app/ui/tooltip.css) until the pointer or focus moves on (WCAG 1.4.13). */
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

/** Says on every page that payments are a demo, and whether its people are invented. */
function DemoNotice() {
  const { payments, isInvented } = useShop()
  if (payments !== 'demo') return null
  return (
    <aside className="demo" aria-label="Demo shop">
      <p className="wrap num">
        <span>Demo: no money moves.</span>{' '}
        <span>
          Card <b>4242&nbsp;4242&nbsp;4242&nbsp;4242</b> pays.
        </span>
        {isInvented && <span> Everyone here is invented, and so are their orders and reviews.</span>}
      </p>
    </aside>
  )
}

/**
 * Moves the focus to where the visitor went: a browser does so by default, an app has to imitate it.
 */
function useArrival() {
  const { pathname, hash } = useLocation()
  const isFirst = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path or section is an arrival
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
        // The page works without it.
        () => {},
      )
    const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(load)
    if (document.readyState === 'complete') whenIdle()
    else window.addEventListener('load', whenIdle, { once: true })
  }, [analytics, pathname, search])
}

/** Pages that open something private or sell nothing: third-party scripts could read their URLs. */
function isPrivate(pathname: string, search: string): boolean {
  return isPrivatePage(pathname) || pathname.startsWith('/newsletter') || /client_secret|token=/.test(search)
}

type Drawing = { Toaster?: ComponentType<{ first: Toast | null }>; first: Toast }

/**
 * Loads the toaster with the first toast: most visits never see one. Offline, a plain notice stands in for it, and
 * the next toast tries again.
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
 * Marks the document while the next page loads (page.css shows it). A page whose file can't be fetched, for example
 * after a deployment, is loaded from scratch; without a network this page stays and a notice says why.
 */
function usePageLoad() {
  // Not useNavigation: a file may fail before React has rendered that state.
  const router = useContext(UNSAFE_DataRouterContext)?.router
  useEffect(() => {
    if (!router) return
    const { dataset } = document.documentElement
    let next: Location | undefined
    // React Router waits forever for a page whose file failed; from then on the browser loads pages.
    let isStuck = false

    const open = (location: Location) =>
      reload(createPath(location)).catch(() => {
        delete dataset.waits
        showToast({ title: 'The page didn’t load', description: noAnswer, destructive: true })
      })

    // React Router would reload this page, and offline replace it with the browser's error page.
    function keepPage(event: NavigateEvent) {
      if (event.navigationType !== 'reload' || event.userInitiated || !next || isStuck) return
      event.preventDefault()
      isStuck = true
      void open(next)
    }

    // Older browsers may not have it.
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
