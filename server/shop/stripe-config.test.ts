import { describe, expect, it } from 'vitest'
import { parseConfig } from './config.ts'

const test = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_1' }
const live = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_live_1',
  PUBLIC_URL: 'https://belts.example',
  PRODUCTION_HOST: 'belts.example',
}

describe('a shop with payment keys', () => {
  it('takes real payments in its secret key’s mode, without ALLOW_DEMO', () => {
    expect(parseConfig(live).stripe).toMatchObject({ mode: 'live', productionHost: 'belts.example' })
    expect(parseConfig({ ...test, PUBLIC_URL: 'https://staging.example' }).stripe?.mode).toBe('test')
    // Only a demo links to a social profile that isn't the owner's.
    expect(parseConfig(live).socialUrl).toBe('')
  })

  it('may use a preview host', () => {
    const preview = {
      ...live,
      PUBLIC_URL: 'https://pr-7.preview.example',
      PREVIEW_HOST_SUFFIX: '.preview.example',
    }
    expect(parseConfig(preview).stripe?.previewHostSuffix).toBe('.preview.example')
  })

  it.each([
    ['https://Belts.example/', 'belts.example'],
    ['belts.example:443', 'belts.example'],
  ])('accepts the production host %s', (setting, host) => {
    expect(parseConfig({ ...live, PRODUCTION_HOST: setting }).stripe?.productionHost).toBe(host)
  })

  it('asks another address where one is set, however it ends', () => {
    const simulated = { ...test, STRIPE_API_BASE: 'http://127.0.0.1:12111/' }
    expect(parseConfig(simulated).stripe?.apiBase).toBe('http://127.0.0.1:12111')
  })

  it('may hold both modes’ keys while running on test money elsewhere', () => {
    const both = { ...test, STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_live_1', PRODUCTION_HOST: 'belts.example' }
    expect(parseConfig(both).stripe?.mode).toBe('test')
  })

  it.each([
    ['a key that isn’t a secret key', { STRIPE_SECRET_KEY: 'pk_test_1' }, /STRIPE_SECRET_KEY is wrong/],
    [
      'a test key in the live place',
      { ...live, STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_test_1' },
      /KEY_LIVE is wrong/,
    ],
    [
      'a live key in the test place',
      { ...test, STRIPE_PUBLISHABLE_KEY_TEST: 'pk_live_1' },
      /KEY_TEST is wrong/,
    ],
    ['a live secret key alone', { STRIPE_SECRET_KEY: 'sk_live_1' }, /STRIPE_PUBLISHABLE_KEY_LIVE is missing/],
    [
      'a live secret key with a test one',
      { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_1' },
      /never mixed/,
    ],
    [
      'live keys on a host that gets the test key',
      { ...live, PRODUCTION_HOST: 'other.example' },
      /set PRODUCTION_HOST to belts.example/,
    ],
    ['test keys on the production host', { ...live, ...test }, /use the live secret key there/],
    [
      'test keys alone on the production host, where no card could be typed in',
      { ...live, ...test, STRIPE_PUBLISHABLE_KEY_LIVE: undefined },
      /leave PRODUCTION_HOST empty/,
    ],
    [
      'a test secret key with a live one alone',
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_live_1' },
      /set STRIPE_PUBLISHABLE_KEY_TEST/,
    ],
    ['an invalid API address', { ...test, STRIPE_API_BASE: 'localhost:1' }, /STRIPE_API_BASE is wrong/],
  ])('refuses to start with %s', (_, env, sentence) => {
    expect(() => parseConfig(env)).toThrow(sentence)
  })
})
