import { describe, expect, it } from 'vitest'
import type { StripeView } from '../shop/context.ts'
import { choosePublishableKey } from './load-stripe.ts'

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
    ['a host of another name', shop('test'), 'localhost', testKey],
    ['a host that only contains the name', shop('test'), 'belts.example.org', testKey],
    ['a subdomain of production', shop('test'), 'www.belts.example', testKey],
    [
      'any host while none is named',
      shop('test', { productionHost: null, previewHostSuffix: null }),
      'belts.example',
      testKey,
    ],
    ['a live host at a server that moves test money', shop('test'), 'belts.example', null],
    ['another host at a server that moves real money', shop('live'), 'localhost', null],
    ['production without a live key', shop('live', { publishableKeyLive: null }), 'belts.example', null],
    ['elsewhere without a test key', shop('test', { publishableKeyTest: null }), 'localhost', null],
  ])('on %s', (_where, stripe, hostname, key) => expect(choosePublishableKey(stripe, hostname)).toBe(key))
})
