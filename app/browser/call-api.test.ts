import { afterEach, describe, expect, it, vi } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { ApiError, callApi } from './call-api.ts'

const path = '/api/checkout-session-complete'
const call = () => callApi('completeCheckoutSession', { sessionId: 'cs_1' })
const failure = () => call().catch((error: unknown) => error as ApiError) as Promise<ApiError>

afterEach(() => vi.unstubAllGlobals())

describe('a call', () => {
  it('is JSON and sends credentials', async () => {
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
  ])('that fails is an error of the status code, a colon and %s', async (_, reply, message) => {
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
  ])('that fails with %s has the sentence %j', async (body, sentence) => {
    openBrowser({ [path]: { status: 400, body } })
    expect((await failure()).sentence).toBe(sentence)
  })

  it('that is not answered has a sentence only where the device is offline', async () => {
    openBrowser()
    expect(await failure()).toMatchObject({ status: 0, sentence: undefined })
    vi.stubGlobal('navigator', { onLine: false })
    expect((await failure()).sentence).toMatch(/^You are offline\./)
  })
})
