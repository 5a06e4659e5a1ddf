import { describe, expect, it, vi } from 'vitest'
import type { StripeView } from '../shop/context.ts'
import { choosePublishableKey, loadStripe } from './load-stripe.ts'

const load = vi.hoisted(() => vi.fn())
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: load }))

const live = 'pk_live_1'
const testKey = 'pk_test_1'
const shop = (mode: 'live' | 'test', changes: Partial<StripeView> = {}): StripeView => ({
  mode,
  publishableKeyLive: live,
  publishableKeyTest: testKey,
  productionHost: 'belts.example',
  previewHostSuffix: '.preview.example',
  googleMapsKey: null,
  ...changes,
})

describe('the publishable key', () => {
  it.each([
    ['production', shop('live'), 'belts.example', live],
    ['production in capitals', shop('live'), 'Belts.Example', live],
    ['a preview host', shop('live'), 'feature-7.preview.example', live],
    ['a host with another name', shop('test'), 'localhost', testKey],
    ['a host that only contains the name', shop('test'), 'belts.example.org', testKey],
    ['a subdomain of production', shop('test'), 'www.belts.example', testKey],
    [
      'any host when none is configured',
      shop('test', { productionHost: null, previewHostSuffix: null }),
      'belts.example',
      testKey,
    ],
    ['a live host with a server in test mode', shop('test'), 'belts.example', null],
    ['another host with a server in live mode', shop('live'), 'localhost', null],
    ['production without a live key', shop('live', { publishableKeyLive: null }), 'belts.example', null],
    ['elsewhere without a test key', shop('test', { publishableKeyTest: null }), 'localhost', null],
  ])('on %s', (_where, stripe, hostname, key) => expect(choosePublishableKey(stripe, hostname)).toBe(key))
})

it('Stripe’s script is loaded once, and again after it didn’t come', async () => {
  const stripe = {}
  load.mockRejectedValueOnce(new Error('offline')).mockResolvedValue(stripe)
  await expect(loadStripe(testKey)).rejects.toThrow('offline')
  expect(await Promise.all([loadStripe(testKey), loadStripe(testKey)])).toEqual([stripe, stripe])
  expect(load).toHaveBeenCalledTimes(2)
})
