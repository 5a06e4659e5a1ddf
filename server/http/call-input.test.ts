import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { parseConfig } from '../shop/config.ts'
import type { Shop } from '../shop/shop.ts'
import { inMountOrder, sendReply } from './call-input.ts'

const row = { id: '1', username: 'maya', password: '$argon2id$v=19$secret', disabledAt: undefined }
const schema = z.object({
  user: z.object({ id: z.string(), username: z.string() }),
  devices: z.array(z.object({ name: z.nullable(z.string()) })),
})

const log = { warn: vi.fn() }

function answer(value: unknown, env: Record<string, string> = {}) {
  const app = new Hono()
  app.onError((error, context) => context.text(error.message, 500))
  app.get('/', (context) =>
    sendReply({ config: parseConfig(env), log } as unknown as Shop, context, { reply: schema }, value),
  )
  return app.request('/')
}

describe('a reply beyond its schema', () => {
  const value = { user: row, devices: [{ name: null, token: 'secret' }] }

  it('is sent without the extra fields', async () => {
    const sent = await answer(value, { NODE_ENV: 'production' })
    expect(sent.status).toBe(200)
    expect(await sent.json()).toEqual({ user: { id: '1', username: 'maya' }, devices: [{ name: null }] })
    expect(log.warn).toHaveBeenCalledWith(
      expect.objectContaining({ lacks: ['user.password', 'devices.0.token'] }),
      expect.any(String),
    )
  })

  it('is an error that names them in development and tests', async () => {
    const sent = await answer(value)
    expect(sent.status).toBe(500)
    expect(await sent.text()).toBe('The schema of this reply lacks user.password, devices.0.token.')
  })
})

it('a reply missing a required field isn’t sent', async () => {
  const sent = await answer({ user: row, devices: [{}] }, { NODE_ENV: 'production' })
  expect(sent.status).toBe(500)
})

it('a reply matching its schema is sent unchanged', async () => {
  const value = { user: { id: '1', username: 'maya' }, devices: [{ name: 'Firefox' }, { name: null }] }
  const sent = await answer(value)
  expect(sent.status).toBe(200)
  expect(await sent.json()).toEqual(value)
})

it('a call with a fixed path is reached, though one with a parameter in its place is listed first', async () => {
  const calls = {
    getBelt: { endpoint: 'GET /api/belts/:beltId' },
    listUnloved: { endpoint: 'GET /api/belts/unloved' },
  } as const
  const app = new Hono()
  for (const name of inMountOrder(calls))
    app.get(calls[name].endpoint.slice('GET '.length), (context) => context.text(name))
  const reached = async (path: string) => (await app.request(`/api/belts/${path}`)).text()
  expect([await reached('unloved'), await reached('b1')]).toEqual(['listUnloved', 'getBelt'])
})

describe('a long reply', () => {
  const reply = z.object({ names: z.array(z.string()) })
  const long = { names: Array.from({ length: 200 }, (_, n) => `Maya Ellison ${n}`) }
  const asked = async (accepts: string, value: { names: string[] }, more: { isSecret?: true } = {}) => {
    const app = new Hono()
    app.get('/', (context) =>
      sendReply({ config: parseConfig({}), log } as unknown as Shop, context, { reply, ...more }, value),
    )
    return app.request('/', { headers: { 'accept-encoding': accepts } })
  }

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('is sent to %s as %s', async (accepts, encoding, open) => {
    const sent = await asked(accepts, long)
    expect(sent.headers.get('content-encoding')).toBe(encoding)
    expect(sent.headers.get('vary')).toBe('accept-encoding')
    expect(sent.headers.get('content-type')).toBe('application/json')
    const bytes = Buffer.from(await sent.arrayBuffer())
    expect(bytes.length).toBeLessThan(JSON.stringify(long).length / 3)
    expect(JSON.parse(open(bytes).toString())).toEqual(long)
  })

  it('is sent as it is to who can’t read that, if it is short, and if it holds a secret', async () => {
    for (const sent of [
      await asked('br;q=0', long),
      await asked('br', { names: ['Maya'] }),
      await asked('br', long, { isSecret: true }),
    ]) {
      expect(sent.headers.get('content-encoding')).toBeNull()
      expect(Object.keys(await sent.json())).toEqual(['names'])
    }
  })
})
