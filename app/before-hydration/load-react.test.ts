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
    ...['/terms?hydrate=v1-0', '/assets/a.js'],
    ...['/terms?hydrate=v1-1', '/assets/a.js'],
  ])
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
