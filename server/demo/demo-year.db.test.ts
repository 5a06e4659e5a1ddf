import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '../../db/database.ts'
import { demoYear, outbox, shopNotices, users } from '../../db/schema.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { everyRow } from '../../test/every-row.ts'
import { join } from '../../test/members.ts'
import { bothKinds } from '../../test/open-test-database.ts'
import { sized } from '../../test/random.ts'
import { readHealth } from '../admin/health/read-health.ts'
import { compareMoneyNow } from '../billing/compare-money.ts'
import { commandLine } from '../staff/staff.ts'
import { demoFilled, demoProblem, startDemo } from './demo-year.ts'

const now = '2026-11-28T20:00:00Z'

// The soak asks PostgreSQL as well.
describe.each(sized(['embedded'] as const, bothKinds))('an invented year on %s', (kind) => {
  let test: TestShop
  let owner: SignedIn
  let before: Record<string, string[]>
  const count = async (from: string) =>
    (await rowsOf<{ found: number }>(test.shop.db, `select count(*)::int as found from ${from}`))[0]!.found

  beforeAll(async () => {
    test = await createTestShop({ kind, now })
    owner = await signIn(test)
    // What a shop writes by itself on its first day is no reason to refuse, and stays.
    const noticed = { firstAt: new Date('2026-11-28T19:00:00Z'), lastAt: new Date('2026-11-28T19:00:00Z') }
    await test.shop.db.insert(shopNotices).values({ kind: 'stood still', about: '', amount: 3, ...noticed })
    before = await everyRow(test.shop.db)
    // Whoever began to fill it was killed: the next who tries does it anew. The whole year is lived in the soak: here, its
    // beginning and its end.
    const at = new Date('2026-11-28T19:58:00Z')
    await test.shop.db.insert(demoYear).values({ state: 'filling', percent: 40, startedAt: at, seenAt: at })
    await startDemo(test.shop, commandLine, sized(0, 12))
    expect((await owner.get('/api/admin/demo')).body).toMatchObject({
      problem: null,
      state: expect.stringMatching(/^(busy|filled)$/),
      isPossible: true,
    })
    await demoFilled(test.shop)
  })
  afterAll(() => test.close())

  it('is there, and nobody outside heard of it', async () => {
    expect(demoProblem(test.shop)).toBeNull()
    expect((await owner.get('/api/admin/demo')).body).toMatchObject({ state: 'filled', problem: null })
    const ofMonths = sized([], ['reviews', 'letters', 'contact_messages'])
    for (const table of ['orders', 'boxes', 'disputes', 'quiz_funnel', ...ofMonths])
      expect(await count(table), table).toBeGreaterThan(0)
    expect(test.mails).toEqual([])
    expect(await test.shop.db.$count(outbox)).toBeGreaterThan(0)
    const people = await rowsOf<{ email: string }>(
      test.shop.db,
      'select payer_email as email from memberships union select email from newsletter_subscribers',
    )
    for (const { email } of people) expect(email).toMatch(/\.invented@example\.com$/)
  })

  it('leaves health and money in order, as if the shop had lived it', async () => {
    const { lines } = await readHealth(test.shop)
    // All but the notice of before.
    const wrong = lines.filter(({ id, state }) => state === 'bad' && !id.startsWith('noticed-'))
    expect(wrong.map(({ label, value }) => `${label}: ${value}`)).toEqual([])
    expect((await compareMoneyNow(test.shop)).found).toEqual([])
  })

  it('comes once: a second try changes nothing', async () => {
    const is = await everyRow(test.shop.db)
    expect(await startDemo(test.shop, commandLine)).toMatchObject({ state: 'filled' })
    expect(await everyRow(test.shop.db)).toEqual(is)
  })

  it('goes by one act, and every table is what it was', async () => {
    await test.shop.db
      .update(users)
      .set({ email: 'owner@example.com' })
      .where(eq(users.username, owner.username))
    const { status, body } = await owner.del('/api/admin/demo')
    expect([status, body]).toMatchObject([200, { state: 'absent' }])
    await test.shop.db.update(users).set({ email: null }).where(eq(users.username, owner.username))
    const { users: staff, sessions, ...after } = await everyRow(test.shop.db)
    const { users: _, sessions: __, ...then } = before
    expect(after).toEqual(then)
    expect([staff!.length, sessions!.length]).toEqual([1, 1])
    expect((await owner.del('/api/admin/demo')).status).toBe(409)
  })
})

describe('an invented year is refused', () => {
  const refusal = async (test: TestShop) => {
    const before = await everyRow(test.shop.db)
    const said = await startDemo(test.shop, commandLine).then(String, (error: Error) => error.message)
    expect(await everyRow(test.shop.db)).toEqual(before)
    await test.close()
    return said
  }

  it.each([
    [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_1' }, 'STRIPE_SECRET_KEY'],
    [{ SMTP_URL: 'smtp://mail.example.com' }, 'SMTP_URL'],
    [{ GOOGLE_MAPS_API_KEY: 'AIza-1' }, 'GOOGLE_MAPS_API_KEY'],
  ])('in a shop with the key %j', async (env, name) => {
    expect(await refusal(await createTestShop({ now, env }))).toContain(
      `This is a real shop: it has ${name}.`,
    )
  })

  it('where someone has bought, subscribed or written', async () => {
    const bought = await createTestShop({ now })
    await join(bought, [selfItem('monthly')])
    const subscribed = await createTestShop({ now })
    await subscribed.post('/api/newsletter/subscribe', { email: 'reader@example.com' })
    for (const test of [bought, subscribed]) expect(await refusal(test)).toContain('Something has happened')
  })
})
