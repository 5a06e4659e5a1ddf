import { describe, expect, it } from 'vitest'
import { pagePolicy } from './page-policy.ts'

const page = '<html><script>go()</script><script src="/assets/a.js"></script><script>go()</script></html>'
const sources = (policy: string, directive: string) =>
  policy
    .split('; ')
    .find((each) => each.startsWith(`${directive} `))
    ?.split(' ')
    .slice(1)

describe('the policy of a page', () => {
  it('knows nobody but the shop while payments are the demo', () => {
    const policy = pagePolicy(page, { stripe: false, googleMaps: false })
    expect(policy).not.toMatch(/https?:/)
    expect(sources(policy, 'frame-src')).toEqual(["'none'"])
    expect(sources(policy, 'script-src')).toEqual(["'self'", expect.stringMatching(/^'sha256-.{44}'$/)])
  })

  it('lets the payment provider in where cards are taken, and no maps without their key', () => {
    const policy = pagePolicy(page, { stripe: true, googleMaps: false })
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
  })

  it('lets the maps in with their key', () => {
    const policy = pagePolicy(page, { stripe: true, googleMaps: true })
    for (const directive of ['script-src', 'connect-src']) {
      expect(sources(policy, directive)).toContain('https://maps.googleapis.com')
    }
  })
})
