import { expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { openPage } from '../../test/open-page.tsx'

it('a script that failed to load is fetched again with the next touch, under a new address', async () => {
  openBrowser()
  const { document } = await openPage(null, { at: '/terms' })
  document.body.innerHTML = '<script type="application/json" id="framework">["v1", "/assets/a.js"]</script>'
  vi.stubGlobal('PerformanceObserver', Painted)
  const { loadReact } = await import('./load-react.ts')
  document.dispatchEvent(new Event('DOMContentLoaded'))
  const giveUp = vi.fn()
  for (const _touch of [1, 2]) await loadReact(giveUp)
  expect(giveUp).toHaveBeenCalledTimes(2)
  const fetched = [...document.querySelectorAll('link[rel=modulepreload]')]
  expect(fetched.map((link) => link.getAttribute('href'))).toEqual([
    ...[`${location.origin}/terms?hydrate=v1-0`, '/assets/a.js'],
    ...[`${location.origin}/terms?hydrate=v1-1`, '/assets/a.js'],
  ])
})

it('on a page whose path reads like another site’s address, the script is still the shop’s', async () => {
  openBrowser()
  const { document } = await openPage(null, { at: '/terms' })
  history.replaceState(null, '', `${location.origin}//evil.example/x.js`)
  document.body.innerHTML = '<script type="application/json" id="framework">["v1"]</script>'
  vi.stubGlobal('PerformanceObserver', Painted)
  vi.resetModules()
  const { loadReact } = await import('./load-react.ts')
  document.dispatchEvent(new Event('DOMContentLoaded'))
  await loadReact(() => {})
  const [link] = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')
  expect(new URL(link!.href).origin).toBe(location.origin)
  expect(link!.href).toContain('//evil.example/x.js?hydrate=v1-0')
})

/** A browser that has painted its page. */
class Painted {
  report
  constructor(report: (list: object) => void) {
    this.report = report
  }
  observe() {
    this.report({ getEntries: () => [{}] })
  }
}
