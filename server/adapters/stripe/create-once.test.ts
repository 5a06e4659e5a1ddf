import Stripe from 'stripe'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOnce } from './client.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

it('a creation that failed every time is retried later, though Stripe replays failures for a day', async () => {
  const failed = new Set<string>()
  let isDown = true
  const make = () =>
    createOnce({
      key: 'i:1',
      find: async () => undefined,
      async create({ idempotencyKey }) {
        if (isDown) failed.add(idempotencyKey)
        if (!failed.has(idempotencyKey)) return 'made'
        throw new Stripe.errors.StripeAPIError({ type: 'api_error', message: 'no', statusCode: 500 } as never)
      },
    })
  await expect(make()).rejects.toThrow()
  isDown = false
  vi.setSystemTime(Date.now() + 10 * 60_000)
  expect(await make()).toBe('made')
})

it('a key used with other parameters is skipped for the next one', async () => {
  const made = await createOnce({
    key: 's:1',
    find: async () => undefined,
    async create({ idempotencyKey }) {
      if (idempotencyKey !== 's:1') return 'made'
      const raw = { type: 'idempotency_error', message: 'other parameters', statusCode: 400 }
      throw Stripe.errors.StripeError.generate(raw as never)
    },
  })
  expect(made).toBe('made')
})
