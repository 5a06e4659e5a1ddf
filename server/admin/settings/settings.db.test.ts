import { ne } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog, users } from '../../../db/schema.ts'
import { type SignedIn, signIn } from '../../../test/admin.ts'
import { createTestShop, type TestShop } from '../../../test/create-test-shop.ts'
import { upcomingNeeds } from '../../curation/stock-needs.ts'
import { pageContextOf } from '../../http/page-context.ts'

let test: TestShop
let owner: SignedIn
beforeAll(async () => {
  test = await createTestShop()
  owner = await signIn(test)
})
afterAll(() => test.close())

const empty = { shopName: '', supportEmail: '', holidays: [] }

describe('the shop’s settings', () => {
  it('rename pages and emails at once, or restore the default when empty', async () => {
    const set = {
      shopName: ' The  Strap ',
      supportEmail: 'hello@strap.example',
      holidays: ['2026-12-25', '2026-11-26', '2026-12-25'],
    }
    await owner.confirm()
    expect((await owner.patch('/api/admin/settings', set)).status).toBe(200)
    expect(pageContextOf(test.shop).shop).toMatchObject({
      name: 'The Strap',
      supportEmail: 'hello@strap.example',
    })
    await test.post('/api/newsletter/subscribe', { email: 'maya@example.com', source: 'footer' })
    await test.work()
    expect(test.mails.at(-1)!.subject).toContain('The Strap')
    expect((await owner.get('/api/admin/settings')).body).toMatchObject({
      shopName: 'The Strap',
      holidays: ['2026-11-26', '2026-12-25'],
      defaults: { shopName: 'Belt Club' },
    })
    await owner.patch('/api/admin/settings', empty)
    expect(pageContextOf(test.shop).shop.name).toBe('Belt Club')
  })

  it('take the postal address for letters and labels, and refuse an invalid one', async () => {
    const set = (postalAddress: string) => owner.patch('/api/admin/settings', { ...empty, postalAddress })
    expect((await set('Portland')).body.fields).toEqual({ postalAddress: expect.any(String) })
    expect((await set(' 12 Canal St,  Portland, OR 97201 ')).status).toBe(200)
    expect(test.shop.config.postalAddress).toBe('12 Canal St, Portland, OR 97201')
    // A screen that doesn't know it leaves it as it is.
    await owner.patch('/api/admin/settings', empty)
    expect(test.shop.config.postalAddress).toBe('12 Canal St, Portland, OR 97201')
    await set('')
    expect(test.shop.config.postalAddress).toBe(test.shop.config.startedAs.postalAddress)
  })

  it('set the low-inventory threshold, even from an older screen', async () => {
    await owner.patch('/api/admin/settings', { ...empty, lowStock: 9 })
    await owner.patch('/api/admin/settings', empty)
    expect((await owner.get('/api/admin/settings')).body.lowStock).toBe(9)
    expect((await upcomingNeeds(test.shop)).threshold).toBe(9)
  })

  it('refuse an invalid email', async () => {
    const answer = await owner.patch('/api/admin/settings', { ...empty, supportEmail: 'nobody' })
    expect(answer).toMatchObject({ status: 400, body: { fields: { supportEmail: expect.any(String) } } })
  })

  it('stop payments with the owner’s sentence, and resume them', async () => {
    await owner.post('/api/admin/payments/stop', { sentence: 'Back on Monday.' })
    expect((await owner.get('/api/admin/settings')).body.paymentsStopped).toBe('Back on Monday.')
    await owner.post('/api/admin/payments/start')
    expect((await owner.get('/api/admin/settings')).body.paymentsStopped).toBeNull()
    const unsaid = await owner.post('/api/admin/payments/stop', { sentence: ' ' })
    expect(unsaid.body.fields).toEqual({ sentence: 'Say what buyers should read.' })
  })

  it('create, count and end promotion codes', async () => {
    const code = {
      code: 'spring',
      percentOff: 10,
      amountOffCents: null,
      duration: 'once',
      plans: null,
      expiresOn: null,
      mostUses: 5,
    }
    expect((await owner.post('/api/admin/promotions', code)).status).toBe(200)
    expect((await owner.post('/api/admin/promotions', code)).status).toBe(409)
    expect((await owner.post('/api/admin/promotions', { ...code, code: 'x' })).body.fields).toHaveProperty(
      'code',
    )
    await owner.post('/api/admin/promotions/SPRING/end')
    expect((await owner.get('/api/admin/promotions')).body.promotions).toMatchObject([
      { code: 'SPRING', isActive: false, uses: 0, percentOff: 10 },
    ])
    const { lines } = (await owner.get('/api/admin/audit?entity=promotion_codes')).body
    expect(lines.map(({ action }: { action: string }) => action).sort()).toEqual([
      'promotion.create',
      'promotion.end',
    ])
  })
})

describe('emails', () => {
  it('are listed, read as written, and sent again', async () => {
    const mail = (await owner.get('/api/admin/mails?state=sent')).body.mails.find(
      ({ kind }: { kind: string }) => kind === 'newsletter-confirmation',
    )
    expect(mail).toMatchObject({ kind: 'newsletter-confirmation', state: 'sent', problem: null })
    const read = (await owner.get(`/api/admin/mails/${mail.id}`)).body
    expect(read.content).toMatchObject({ to: 'maya@example.com', html: expect.stringContaining('<html') })
    // What the settings changed before is told to the owner.
    await test.work()
    const before = test.mails.length
    expect((await owner.post(`/api/admin/mails/${mail.id}/send-again`)).status).toBe(200)
    expect((await owner.post(`/api/admin/mails/${mail.id}/send-again`)).status).toBe(409)
    await test.work()
    expect(test.mails.length).toBe(before + 1)
  })
})

describe('the health page', () => {
  it('is good in a shop that keeps its promises', async () => {
    const { body } = await owner.get('/api/admin/health')
    expect(body.lines.filter((each: { state: string }) => each.state !== 'good')).toEqual([])
    expect(body.state).toBe('good')
  })

  it('says what is waiting too long, and where to fix it', async () => {
    test.mailbox.refuse(new Error('mailbox full'))
    await test.post('/api/newsletter/subscribe', { email: 'lee@example.com', source: 'footer' })
    await test.work()
    await test.post('/api/contact', {
      name: 'Maya',
      email: 'maya@example.com',
      subject: 'Belt',
      category: '',
      message: 'Where is my belt?',
    })
    test.clock.advance(25 * 3_600_000)
    // The first session is over by now.
    const { body } = await (await signIn(test)).get('/api/admin/health')
    expect(body.state).not.toBe('good')
    const wrong = body.lines.filter((each: { state: string }) => each.state !== 'good')
    expect(wrong.map((each: { id: string }) => each.id)).toEqual(
      expect.arrayContaining(['mails', 'messages-late']),
    )
    expect(wrong.every((each: { advice: string }) => each.advice.length > 20)).toBe(true)
  })
})

describe('the set-up list', () => {
  it('checks off finished steps, and says where to do the rest', async () => {
    owner = await signIn(test)
    const open = async () =>
      (await owner.get('/api/admin/setup')).body.lines
        .filter((line: { isDone: boolean }) => !line.isDone)
        .map((line: { id: string }) => line.id)
    const before = await open()
    expect(before).toEqual(expect.arrayContaining(['stripe', 'mail', 'backup']))
    await test.shop.db.insert(auditLog).values({
      ...{ at: test.clock.now(), username: 'command line', role: 'owner', action: 'shop.backup' },
      ...{ entity: 'shop', entityId: 'backup' },
    })
    await signIn(test, 'packer')
    expect(before.filter((id: string) => id !== 'backup' && id !== 'staff')).toEqual(await open())
    const packer = await signIn(test, 'packer')
    expect((await packer.get('/api/admin/setup')).status).toBe(403)
    // A former staff member doesn’t count.
    await test.shop.db.update(users).set({ disabledAt: test.clock.now() }).where(ne(users.role, 'owner'))
    expect(await open()).toContain('staff')
  })
})
