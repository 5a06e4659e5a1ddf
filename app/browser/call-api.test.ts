import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { openBrowser } from '../../test/browser.ts'
import { ApiError, callAddress, callApi, sendCall } from './call-api.ts'

const path = '/api/checkout-session-complete'
const call = () => callApi('completeCheckoutSession', { sessionId: 'cs_1' })
const failure = () => call().catch((error: unknown) => error as ApiError) as Promise<ApiError>

afterEach(() => vi.unstubAllGlobals())

describe('an API call', () => {
  it('sends JSON with credentials', async () => {
    const { asked } = openBrowser({ [path]: { status: 200, body: '{"orderNumber":"BC-7K3F-9QMT"}' } })
    expect(await call()).toEqual({ orderNumber: 'BC-7K3F-9QMT' })
    expect(asked).toMatchObject([
      {
        method: 'POST',
        path,
        body: { sessionId: 'cs_1' },
        init: { credentials: 'include', headers: { 'content-type': 'application/json' } },
      },
    ])
  })

  it.each([
    [
      'the body',
      { status: 402, body: 'card declined', statusText: 'Payment Required' },
      '402: card declined',
    ],
    [
      'the status text',
      { status: 503, body: '', statusText: 'Service Unavailable' },
      '503: Service Unavailable',
    ],
  ])('fails with the status code, a colon and %s', async (_, reply, message) => {
    openBrowser({ [path]: reply })
    expect(await failure()).toMatchObject({ name: 'Error', message })
    expect(await failure()).toBeInstanceOf(ApiError)
  })

  it.each([
    ['{"error":"Of the error."}', 'Of the error.'],
    ['{"message":"Of the message."}', 'Of the message.'],
    ['{"error":"Of the error.","message":"Of the message."}', 'Of the error.'],
    ['<html>', undefined],
    ['null', undefined],
  ])('failing with %s has the sentence %j', async (body, sentence) => {
    openBrowser({ [path]: { status: 400, body } })
    expect((await failure()).sentence).toBe(sentence)
  })

  it('without an answer has a sentence only when the device is offline', async () => {
    openBrowser()
    expect(await failure()).toMatchObject({ status: 0, sentence: undefined })
    vi.stubGlobal('navigator', { onLine: false })
    expect((await failure()).sentence).toMatch(/^You’re offline\./)
  })

  it('counts an answer that breaks off, or isn’t the shop’s, as none: visitors read no program’s words', async () => {
    openBrowser({ [path]: { status: 200, body: '<!doctype html><title>Hotel Wi-Fi</title>' } })
    expect(await failure()).toMatchObject({ status: 0, sentence: undefined })
    expect(await failure()).toBeInstanceOf(ApiError)
    const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
    vi.stubGlobal('fetch', async () => new Response(broken, { status: 200 }))
    expect(await failure()).toMatchObject({ status: 0, sentence: undefined })
    expect(await failure()).toBeInstanceOf(ApiError)
  })
})

describe('the address of an API call', () => {
  const query = z.object({})
  const get = { endpoint: 'GET /api/admin/orders/:orderId/refunds/:id', reply: query } as const
  it('fills in the path, and puts the rest in the query when there is one', () => {
    expect(callAddress(get, { orderId: 'a/b', id: '7', search: 'x' })).toBe(
      '/api/admin/orders/a%2Fb/refunds/7',
    )
    const search = { ...get, query }
    expect(
      callAddress(search, {
        orderId: '1',
        id: '7',
        search: 'M & E',
        page: 0,
        drop: '',
        cursor: null,
        by: undefined,
      }),
    ).toBe('/api/admin/orders/1/refunds/7?search=M+%26+E&page=0')
    expect(callAddress(search, { orderId: '1', id: '7', drop: '' })).toBe('/api/admin/orders/1/refunds/7')
  })

  it('takes a file as is, and a body as JSON', async () => {
    const { asked } = openBrowser({ '/api/pictures': { status: 200, body: '{}' } })
    const file = new Blob(['bytes'])
    await sendCall({ endpoint: 'POST /api/pictures', body: 'file', reply: query }, { file })
    await sendCall({ endpoint: 'POST /api/pictures', body: query, reply: query }, { name: 'Ana' } as never)
    expect(asked.map(({ init }) => [init.headers, init.body])).toEqual([
      [{ 'content-type': 'application/octet-stream' }, file],
      [{ 'content-type': 'application/json' }, '{"name":"Ana"}'],
    ])
  })

  it('has errors that name the wrong fields and the server’s facts', async () => {
    const body = JSON.stringify({
      code: 'taken',
      error: 'Taken.',
      fields: { name: 'Taken.' },
      details: { by: 'Ana' },
    })
    openBrowser({ [path]: { status: 409, body } })
    expect(await failure()).toMatchObject({
      status: 409,
      code: 'taken',
      fields: { name: 'Taken.' },
      details: { by: 'Ana' },
    })
  })
})
