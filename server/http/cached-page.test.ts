import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { cachedPageOf, moduleHeaders } from './cached-page.ts'

const noOrigins = { stripe: false, googleMaps: false, analytics: null }
const content = 'console.log("hydrate")'
const version = createHash('sha256').update(content).digest('base64url').slice(0, 12)
const made = (isShared: boolean) =>
  cachedPageOf(
    new Response('<html></html>', { headers: { 'content-type': 'text/html' } }),
    noOrigins,
    () => ({ html: '<html></html>', script: content }),
    false,
    isShared,
  )

it('the module of a page never changes under the version that the page names', async () => {
  const { script } = await made(true)
  const caching = (asked: string) => moduleHeaders(script!.br.headers, asked)['cache-control']
  for (const asked of [version, `${version}-0`, `${version}-3`])
    expect(caching(asked), asked).toBe('public, max-age=31536000, immutable')
  for (const other of ['', 'true', version.slice(0, 4), `${version.slice(0, -1)}~`])
    expect(caching(other), other).toMatch(/must-revalidate/)
})

it('a shared cache keeps only pages that are everybody’s', async () => {
  expect((await made(true)).page.br.headers['cache-control']).toContain('s-maxage=5')
  expect((await made(false)).page.br.headers['cache-control']).not.toContain('s-maxage')
})
