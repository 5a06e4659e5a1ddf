import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deadAddresses } from '../../../db/schema.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { personIdOf } from '../../members/member.ts'

let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
  await test.post('/api/newsletter/subscribe', { email: 'maya@example.com', name: 'Maya', source: 'footer' })
})
afterAll(() => test.close())

async function load(file: string | Uint8Array<ArrayBuffer>, query = '?agreed=true') {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const type = { 'content-type': 'application/octet-stream' }
  const answer = await owner.request('POST', `/api/admin/subscribers/import${query}`, bytes, type)
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}
const list = async (query = '') => (await owner.get(`/api/admin/subscribers${query}`)).body

describe('the newsletter list', () => {
  it('imports a file, names its bad lines, and never re-adds anyone who left', async () => {
    const [maya] = (await list()).subscribers
    await owner.patch(`/api/admin/subscribers/${maya.id}`, { status: 'unsubscribed' })
    const csv =
      '\uFEFFEmail;Name\nMAYA@example.com;Maya\nlee@example.com;"Lee; Jr."\nnot an address;X\nlee@example.com;Twice\n'
    const answer = await load(csv)
    expect(answer.body).toEqual({
      added: 1,
      known: 1,
      problems: [{ line: 4, problem: '"not an address" isn’t an email address.' }],
    })
    expect((await list()).counts).toEqual({ active: 1, unconfirmed: 0, unsubscribed: 1, bounced: 0 })
    expect((await list('?search=lee')).subscribers).toMatchObject([
      { email: 'lee@example.com', source: 'import' },
    ])
  })

  it('rejects an import without confirmed consent or from another kind of file', async () => {
    expect((await load('email\na@example.com', '')).body.message).toMatch(/agreed/)
    for (const [csv, said] of [
      ['just words', 'no column “email”'],
      ['name\nMaya', 'no column “email”'],
      ['email,name\n"unclosed,x', 'A quotation mark is opened and never closed near line 2'],
    ] as const)
      expect(await load(csv), csv).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(said) },
      })
  })

  it('never resubscribes someone who unsubscribed', async () => {
    const [maya] = (await list('?status=unsubscribed')).subscribers
    const answer = await owner.patch(`/api/admin/subscribers/${maya.id}`, { status: 'active' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'not_possible' } })
    // Nor by way of a bounced address that works again.
    const path = `/api/admin/subscribers/${maya.id}`
    expect((await owner.patch(path, { status: 'bounced' })).status).toBe(200)
    expect((await owner.patch(path, { status: 'active' })).status).toBe(409)
    await owner.post(`/api/admin/people/${personIdOf(maya.email)}/reachable`)
    expect((await list('?search=maya')).subscribers).toMatchObject([{ status: 'unsubscribed' }])
    await owner.patch(path, { status: 'bounced' })
    await test.post('/api/newsletter/subscribe', { email: maya.email, name: 'Maya', source: 'footer' })
    expect((await list('?search=maya')).subscribers).toMatchObject([{ status: 'active', confirmedAt: null }])
    await owner.patch(path, { status: 'unsubscribed' })
  })

  it('skips an address marked as bounced until the admin clears it', async () => {
    await load('email\nkai@example.com\n')
    const [kai] = (await list('?search=kai')).subscribers
    const isDead = () => test.shop.db.$count(deadAddresses, eq(deadAddresses.email, 'kai@example.com'))
    await owner.patch(`/api/admin/subscribers/${kai.id}`, { status: 'bounced' })
    expect(await isDead()).toBe(1)
    await owner.patch(`/api/admin/subscribers/${kai.id}`, { status: 'active' })
    expect(await isDead()).toBe(0)
    await owner.patch(`/api/admin/subscribers/${kai.id}`, { status: 'unsubscribed' })
  })

  it('exports a file no spreadsheet runs, and logs who exported it', async () => {
    const csv = 'email,name\nformula@example.com,"=HYPERLINK(""x"")"\n'
    await load(csv)
    const file = await owner.request('GET', '/api/admin/subscribers.csv?status=active')
    expect(file.headers.get('content-disposition')).toMatch(
      /attachment; filename="subscribers-2026-11-21\.csv"/,
    )
    const text = await file.text()
    expect(text).toContain("'=HYPERLINK")
    expect(text.trim().split('\n')).toHaveLength(3)
    const support = await signIn(test, 'support')
    expect((await support.request('GET', '/api/admin/subscribers.csv')).status).toBe(403)
  })

  it('exports completely, each reader once, even beyond a thousand', async () => {
    const readers = Array.from({ length: 1_005 }, (_, n) => `export${n}@example.com`)
    await load(['email', ...readers].join('\n'))
    const file = await (await owner.request('GET', '/api/admin/subscribers.csv?search=export')).text()
    expect(file.match(/export\d+@example\.com/g)?.toSorted()).toEqual(readers.toSorted())
  })

  it('imports what a spreadsheet or another newsletter service saved, names intact', async () => {
    const excel = Uint8Array.from('Email;Name\nzoe@example.com;Zo\xeb', (letter) => letter.charCodeAt(0))
    expect((await load(excel)).body).toMatchObject({ added: 1, problems: [] })
    expect((await list('?search=zoe@')).subscribers).toMatchObject([{ name: 'Zoë' }])
    const service = '"Email Address","First Name","Last Name"\nabe@example.com,Abe,Lind'
    expect((await load(service)).body).toMatchObject({ added: 1, problems: [] })
    expect((await list('?search=abe@')).subscribers).toMatchObject([{ name: 'Abe' }])
  })
})
