import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileCriticalCss } from './compile-critical-css.ts'
import { inlineCriticalCss } from './inline-critical-css.ts'

let build: string
beforeAll(() => {
  build = mkdtempSync(path.join(os.tmpdir(), 'build-'))
  mkdirSync(path.join(build, 'client/assets'), { recursive: true })
  mkdirSync(path.join(build, 'server'))
})
afterAll(() => rmSync(build, { recursive: true }))

/** inlineCriticalCss of a build whose one stylesheet says `css`. */
function painted(html: string, css = 'p{color:red}.toast{color:blue}') {
  const client = path.join(build, 'client')
  writeFileSync(path.join(client, 'assets/root.css'), css)
  writeFileSync(path.join(build, 'server/critical-css.json'), JSON.stringify(compileCriticalCss(client)))
  return inlineCriticalCss(client)(html)
}

const rendered = [
  '<html><head><link rel="stylesheet" href="/assets/root.css"/><link rel="modulepreload" href="/assets/manifest-1a.js"/><link rel="modulepreload" href="/assets/entry.js"/><link rel="manifest" href="/site.webmanifest"/></head>',
  '<body><p>Fish &amp; chips</p><script>early()</script><script type="application/json" id="framework"></script>',
  '<script>one = "<\\/p>";</script>',
  '<script type="module" async="">import "/assets/manifest-1a.js";\nimport * as route0 from "/assets/root.js";\nimport("/assets/entry.js");</script>',
  '</body></html><script>two("state")</script>',
].join('')

describe('a page shown before its script loads', () => {
  it('carries the styles it needs, and requests nothing else to show', () => {
    const { html } = painted(rendered)
    expect(html).toContain('<link data-of="/assets/root.css"/><style id="critical">p{color:red}</style>')
    expect(html).not.toMatch(/<link rel="(stylesheet|modulepreload)"/)
    expect(html).toContain('<noscript><link rel="manifest" href="/site.webmanifest"/></noscript>')
    expect(html).toContain('<p>Fish &amp; chips</p><script>early()</script>')
  })

  it('lists its framework’s modules, and leaves two empty scripts where React looks for them', () => {
    expect(painted(rendered).html).toMatch(
      /<script type="application\/json" id="framework">\["[\w-]{12}","\/assets\/manifest-1a-public.js","\/assets\/entry.js"\]<\/script><script><\/script><script><\/script><\/body><\/html>$/,
    )
  })

  it('names its module’s version, so that a cached module never meets a newer page', () => {
    const version = (html: string) => /id="framework">\["([^"]+)"/.exec(painted(html).html)![1]
    expect(version(rendered)).toBe(version(rendered.replace('Fish', 'Peas')))
    expect(version(rendered)).not.toBe(version(rendered.replace('"state"', '"other belts"')))
  })

  it('puts all framework script data into one module, in order', () => {
    expect(painted(rendered).script).toBe(
      'one = "<\\/p>";\nimport "/assets/manifest-1a-public.js";\nimport * as route0 from "/assets/root.js";\nimport("/assets/entry.js");\ntwo("state")',
    )
  })

  it('loads the admin routes only in the admin', () => {
    const admin = rendered.replace('/assets/entry.js"/>', '/assets/admin-layout-1.js"/>')
    expect(painted(admin).script).toContain('"/assets/manifest-1a.js"')
    expect(painted(rendered).script).not.toContain('"/assets/manifest-1a.js"')
  })
})

const page =
  '<html data-theme="light"><head><link rel="stylesheet" href="/assets/root.css"/></head><body><p class="lead quiet">Hello<input type="radio"/></p><script>".never"</script></body></html>'
const shown = (css: string) => /<style[^>]*>(.*)<\/style>/.exec(painted(page, css).html)?.[1] ?? ''

describe('the inlined styles', () => {
  it.each([
    'p{color:red}',
    '.lead{color:red}',
    'p.lead.quiet{color:red}',
    '*{margin:0}',
    ':root{--ink:#000}',
    '[data-theme=dark] p{color:red}',
    'p:has(:checked){color:red}',
    'html[data-waits]:before{content:""}',
  ])('hold %s, which the page shows or may show at once', (rule) => expect(shown(rule)).toBe(rule))

  it.each([
    '.gift{color:red}',
    'table{color:red}',
    'p .x{color:red}',
    'p:hover{color:red}',
    '.never{color:red}',
    'p:has(.toast){color:red}',
    'html:has(dialog:modal){color:red}',
    '@media print{p{color:red}}',
    '@media (forced-colors:active){p{color:red}}',
    '@keyframes come{from{opacity:0}}',
  ])('leave out %s, which comes with the whole sheet', (rule) => expect(shown(rule)).toBe(''))

  it('keep the used parts of a selector list, and the layers around it', () => {
    expect(shown('.gift,p:hover,.lead{color:red}')).toBe('.lead{color:red}')
    expect(shown('@media (min-width:40rem){.lead{color:red}.gift{color:red}}')).toBe(
      '@media (min-width:40rem){.lead{color:red}}',
    )
    expect(
      shown(
        '@font-face{font-family:A;src:url(/a-always-1.woff2)}@font-face{font-family:A;src:url(/a-rarely-1.woff2)}',
      ),
    ).toBe('@font-face{font-family:A;src:url(/a-always-1.woff2)}')
  })
})
