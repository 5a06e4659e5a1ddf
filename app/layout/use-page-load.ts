import { useContext, useEffect } from 'react'
import { createPath, type Location, UNSAFE_DataRouterContext } from 'react-router'
import { noAnswer, openAfresh } from '../browser/open-afresh.ts'
import { showToast } from '../ui/toast-store.ts'

/**
 * While the next page is fetched the document says so (page.css draws it). A page whose file cannot be fetched, say
 * because the shop was renewed since, is loaded from scratch; without an answer this page stays, and a notice says why.
 */
export function usePageLoad() {
  // Not useNavigation: a file may fail before React has drawn that it is waited for.
  const router = useContext(UNSAFE_DataRouterContext)?.router
  useEffect(() => {
    if (!router) return
    const { dataset } = document.documentElement
    let next: Location | undefined
    // React Router waits for ever for a page whose file failed; from then on pages are loaded by the browser.
    let isStuck = false

    const open = (location: Location) =>
      openAfresh(createPath(location)).catch(() => {
        delete dataset.waits
        showToast({ title: 'The page did not load', description: noAnswer, destructive: true })
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
