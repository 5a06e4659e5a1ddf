import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * What a document does by itself and an app has to do by hand: links to a section glide, new pages open at their top
 * at once, and the keyboard continues from where the visitor went.
 */
export function useArrival() {
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
