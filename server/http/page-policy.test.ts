import { describe, expect, it } from 'vitest'
import { pagePolicy } from './page-policy.ts'

const page = '<html><script>go()</script><script src="/assets/a.js"></script><script>go()</script></html>'
const sources = (policy: string, directive: string) =>
  policy
    .split('; ')
    .find((each) => each.startsWith(`${directive} `))
    ?.split(' ')
    .slice(1)

describe('a page’s content policy', () => {
  it('allows only the shop while payments are the demo', () => {
    const policy = pagePolicy(page, { stripe: false, googleMaps: false, analytics: null })
    expect(policy).not.toMatch(/https?:/)
    expect(sources(policy, 'frame-src')).toEqual(["'none'"])
    expect(sources(policy, 'script-src')).toEqual(["'self'", expect.stringMatching(/^'sha256-.{44}'$/)])
  })

  it('allows the payment provider on card pages, and no maps without their key', () => {
    const policy = pagePolicy(page, { stripe: true, googleMaps: false, analytics: null })
    expect(sources(policy, 'script-src')).toEqual(
      expect.arrayContaining(["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com']),
    )
    expect(sources(policy, 'connect-src')).toEqual(["'self'", 'https://api.stripe.com'])
    expect(sources(policy, 'frame-src')).toEqual([
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
    ])
    expect(policy).not.toContain('maps.googleapis.com')
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
    // The provider's script writes styles of its own; a hash in the list would switch them off.
    expect(sources(policy, 'style-src')).toEqual(["'self'", "'unsafe-inline'"])
  })

  it('allows the maps with their key', () => {
    const policy = pagePolicy(page, { stripe: true, googleMaps: true, analytics: null })
    for (const directive of ['script-src', 'connect-src']) {
      expect(sources(policy, directive)).toContain('https://maps.googleapis.com')
    }
  })

  it('allows the tag manager with its ID, and ads only with theirs', () => {
    const only = { gtmId: 'GTM-ABC1234', adsId: null, adsLabel: null }
    const outside = { stripe: false, googleMaps: false }
    const manager = pagePolicy(page, { ...outside, analytics: only })
    for (const directive of ['script-src', 'connect-src', 'img-src', 'frame-src']) {
      expect(sources(manager, directive)).toContain('https://www.googletagmanager.com')
    }
    for (const directive of ['connect-src', 'img-src'])
      expect(sources(manager, directive)).toContain('https://*.google-analytics.com')
    expect(manager).not.toMatch(/doubleclick|googleadservices|unsafe-eval/)
    const ads = { ...only, adsId: 'AW-123456789', adsLabel: 'AbC-D_efGh12' }
    expect(sources(pagePolicy(page, { ...outside, analytics: ads }), 'script-src')).toContain(
      'https://www.googleadservices.com',
    )
  })
})
