import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstPaint } from './inline-critical-css.ts'

let client: string
beforeAll(() => {
  client = mkdtempSync(path.join(os.tmpdir(), 'client-'))
  mkdirSync(path.join(client, 'assets'))
  writeFileSync(path.join(client, 'assets/root.css'), 'p{color:red}.toast{color:blue}')
})
afterAll(() => rmSync(client, { recursive: true }))

const rendered = [
  '<html><head><link rel="stylesheet" href="/assets/root.css"/><link rel="modulepreload" href="/assets/entry.js"/><link rel="manifest" href="/site.webmanifest"/></head>',
  '<body><p>Hello</p>',
  '<script>window.__reactRouterContext.streamController.enqueue("[\\"state\\\\n\\"]");</script>',
  '<script>window.__reactRouterContext.streamController.close();</script>',
  '<script type="module" async="">import "/assets/manifest-1a.js";\nimport * as route0 from "/assets/root.js";\nimport("/assets/entry.js");</script>',
  '</body></html>',
].join('')

describe('a page that is seen before its script is fetched', () => {
  it('brings the styles of what it shows, and asks for nothing else to be seen', () => {
    const { html } = firstPaint(client)(rendered)
    expect(html).toContain('<style data-of="/assets/root.css">p{color:red}</style>')
    expect(html).not.toMatch(/<link rel="(stylesheet|modulepreload)"/)
    expect(html).toContain('<noscript><link rel="manifest" href="/site.webmanifest"/></noscript>')
    expect(html).toContain('<p>Hello</p>')
  })

  it('fetches its script, and every module it named, after the paint', () => {
    const { html } = firstPaint(client)(rendered)
    const script = /<script type="module" async="">([\s\S]*?)<\/script>/.exec(html)![1]!
    expect(script).not.toMatch(/^\s*import\s/m)
    expect(script.indexOf('requestAnimationFrame')).toBeLessThan(
      script.indexOf('/assets/manifest-1a-public.js'),
    )
    expect(script).toContain('await import("/assets/manifest-1a-public.js");')
    expect(script).toContain('const route0 = await import("/assets/root.js");')
    expect(script).toContain('"/assets/entry.js"')
  })

  it('keeps what the script takes over apart, whole', () => {
    const { html, state } = firstPaint(client)(rendered)
    expect(JSON.parse(state)).toEqual(['["state\\n"]'])
    expect(html).not.toContain('enqueue("')
  })

  it('loads the routes of the desk on the desk alone', () => {
    const desk = rendered.replace('/assets/root.js', '/assets/admin-layout-1.js')
    expect(firstPaint(client)(desk).html).toContain('"/assets/manifest-1a.js"')
    expect(firstPaint(client)(rendered).html).not.toContain('"/assets/manifest-1a.js"')
  })
})
