import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import { afterAll, expect, it } from 'vitest'
import { builtAssets } from './assets.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-assets-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('sends a byte range when asked for one, otherwise the whole file (RFC 9110 §14.2)', async () => {
  writeFileSync(path.join(folder, 'icon.png'), '0123456789')
  const app = new Hono().get('*', builtAssets(folder, 'http://localhost:3000'))
  const ask = async (headers: Record<string, string>) => {
    const answer = await app.request('/icon.png', { headers })
    return [answer.status, await answer.text()]
  }
  expect(await ask({ range: 'bytes=2-4' })).toEqual([206, '234'])
  expect(await ask({ range: 'bytes=-3' })).toEqual([206, '789'])
  expect(await ask({ range: 'bytes=7-' })).toEqual([206, '789'])
  expect((await ask({ range: 'bytes=10-' }))[0]).toBe(416)
  for (const range of ['bytes=0-1,4-5', 'items=2-4', '2-4', 'bytes=two-4', 'bytes='])
    expect(await ask({ range }), range).toEqual([200, '0123456789'])
  // The rest of a file that has changed since belongs to no beginning.
  expect(await ask({ range: 'bytes=2-4', 'if-range': '"former"' })).toEqual([200, '0123456789'])
})
