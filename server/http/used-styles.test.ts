import { describe, expect, it } from 'vitest'
import { usedStyles } from './inline-critical-css.ts'

const page =
  '<html><body><p class="lead quiet">Hello</p><style>.x{}</style><script>".never"</script></body></html>'
const kept = (css: string) => usedStyles(css, page)

describe('the styles that stand in a page', () => {
  it.each([
    'p{color:red}',
    '.lead{color:red}',
    'p.lead.quiet{color:red}',
    '*{margin:0}',
    ':root{--ink:#000}',
    'p:has(:checked,.toast){color:red}',
  ])('hold %s, which the page shows', (rule) => expect(kept(rule)).toBe(rule))

  it.each([
    '.toast{color:red}',
    'dialog{color:red}',
    'p .x{color:red}',
    'p:hover{color:red}',
    '.never{color:red}',
    'p:has(.toast){color:red}',
    'html:has(dialog:modal){color:red}',
  ])('leave out %s, which comes with the whole sheet', (rule) => expect(kept(rule)).toBe(''))

  it('keep of a list what is used, and the layers around it', () => {
    expect(kept('.toast,.lead:is(.a,.b){color:red}')).toBe('.lead:is(.a,.b){color:red}')
    expect(kept('@media (min-width:40rem){.lead{color:red}.toast{color:red}}')).toBe(
      '@media (min-width:40rem){.lead{color:red}}',
    )
    expect(kept('@media (min-width:40rem){.toast{color:red}}')).toBe('')
    expect(kept('@media print{p{color:red}}')).toBe('')
    expect(kept('@font-face{src:url(/a-always-1.woff2)}@font-face{src:url(/a-rarely-1.woff2)}')).toBe(
      '@font-face{src:url(/a-always-1.woff2)}',
    )
  })
})
