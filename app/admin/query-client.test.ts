import { afterEach, describe, expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { newQueryClient } from './admin-layout.tsx'

afterEach(() => vi.unstubAllGlobals())

const key = ['/api/admin', 'orders', '7']
const read = (queryKey: string[]) => newQueryClient().fetchQuery({ queryKey })

describe('what the admin reads', () => {
  it('is a GET of its key’s parts joined by a slash, as JSON, with credentials', async () => {
    const { asked } = openBrowser({ '/api/admin/orders/7': { status: 200, body: '{"id":7}' } })
    expect(await read(key)).toEqual({ id: 7 })
    expect(asked).toMatchObject([
      { method: 'GET', path: '/api/admin/orders/7', init: { credentials: 'include' } },
    ])
  })

  it('is an error of status and body when it fails, also a 401, and is asked for once', async () => {
    const { asked } = openBrowser({ '/api/admin/orders/7': { status: 401, body: 'who are you' } })
    await expect(read(key)).rejects.toThrow('401: who are you')
    expect(asked).toHaveLength(1)
  })

  it('is never stale, never asked for again on focus or by the clock, and nothing is tried twice', () => {
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
