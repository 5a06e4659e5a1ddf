import { afterEach, describe, expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { newQueryClient } from './admin-layout.tsx'

afterEach(() => vi.unstubAllGlobals())

const key = ['/api/admin', 'orders', '7']
const read = (queryKey: string[]) => newQueryClient().fetchQuery({ queryKey })

describe('an admin query', () => {
  it('is a GET of its key’s parts joined by slashes, as JSON, with credentials', async () => {
    const { asked } = openBrowser({ '/api/admin/orders/7': { status: 200, body: '{"id":7}' } })
    expect(await read(key)).toEqual({ id: 7 })
    expect(asked).toMatchObject([
      { method: 'GET', path: '/api/admin/orders/7', init: { credentials: 'include' } },
    ])
  })

  it('fails with status and body, also on a 401, and asks once', async () => {
    const { asked } = openBrowser({ '/api/admin/orders/7': { status: 401, body: 'who are you' } })
    await expect(read(key)).rejects.toThrow('401: who are you')
    expect(asked).toHaveLength(1)
  })

  it('never goes stale, refetches or retries', () => {
    expect(newQueryClient().getDefaultOptions()).toMatchObject({
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { retry: false },
    })
  })
})
