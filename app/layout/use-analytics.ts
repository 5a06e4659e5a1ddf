import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { track } from '../browser/analytics.ts'
import { refusesTracking } from '../browser/refuses-tracking.ts'
import { useShop } from './use-shop.ts'

/** Reports every path as a page view (spec §1), and loads the tag manager when the page has nothing else to do. */
export function useAnalytics() {
  const { analytics } = useShop()
  const { pathname, search } = useLocation()

  useEffect(() => {
    // A gift's address opens it: what is told later must not hold it either.
    if (!pathname.startsWith('/gift/')) track('page_view', { page_path: pathname })
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
  return /^\/(newsletter|admin|account|gift)\b/.test(pathname) || /client_secret|token=/.test(search)
}
