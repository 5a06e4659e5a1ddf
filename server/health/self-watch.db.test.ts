import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { shopNotices } from '../../db/schema.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { readHealth } from '../admin/health/read-health.ts'
import { noteRefusal, watchPages } from './self-watch.ts'

// server/alarms/alarms.db.test.ts makes each fault, and hears of it.
let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
beforeEach(() => test.shop.db.delete(shopNotices))
afterAll(() => test.close())

const lineOf = async (id: string) =>
  (await readHealth(test.shop)).lines.find((each) => each.id === `noticed-${id}`)

it.each([
  ['lost its title', () => new Response('<title></title>')],
  ['has the title of a missing page', () => new Response('<title>Page Not Found</title>')],
  [
    'is hidden from search engines',
    () => new Response('<meta name="robots" content="noindex"/><title>Belts</title>'),
  ],
  [
    'is hidden by a header',
    () => new Response('<title>Belts</title>', { headers: { 'x-robots-tag': 'noindex' } }),
  ],
  ['is missing', () => new Response('<title>Belts</title>', { status: 404 })],
])('a public page that %s is on Health for a day, red for an hour', async (_, broken) => {
  let isBroken = false
  const ask = async (path: string) =>
    path === '/nobody-has-this-page'
      ? new Response('<title>Page Not Found</title>', { status: 404 })
      : isBroken && path === '/belts'
        ? broken()
        : new Response(`<title>${path}</title>`)
  await watchPages(test.shop, ask)
  expect(await lineOf('page-lost')).toMatchObject({ value: '0', state: 'good' })
  isBroken = true
  for (const _again of [1, 2]) await watchPages(test.shop, ask)
  expect(await lineOf('page-lost')).toMatchObject({
    value: '1',
    state: 'bad',
    advice: expect.stringContaining('/belts'),
  })
  test.clock.advance(61 * 60_000)
  expect((await lineOf('page-lost'))!.state).toBe('watch')
  test.clock.advance(24 * 60 * 60_000)
  expect((await lineOf('page-lost'))!.state).toBe('good')
})

it('pages that can’t be made while the database is away are another alarm’s', async () => {
  await watchPages(test.shop, async () => new Response('', { status: 503 }))
  expect((await lineOf('page-lost'))!.state).toBe('good')
})

it('a network refused more than a thousand times in an hour is noticed, whichever processes it asks', async () => {
  const other = { ...test.shop }
  for (let each = 0; each < 1_000; each++) noteRefusal(each % 2 ? other : test.shop, '2001:db8::1')
  expect((await lineOf('refused-often'))!.value).toBe('0')
  for (let each = 0; each < 150; each++) noteRefusal(test.shop, '2001:db8::2')
  await vi.waitFor(async () => expect((await lineOf('refused-often'))!.state).toBe('bad'))
  for (let each = 0; each < 300; each++) noteRefusal(test.shop, `10.0.${each}.1`)
  expect((await lineOf('refused-often'))!.value).toBe('1')
})
