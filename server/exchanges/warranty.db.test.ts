import { readFileSync } from 'node:fs'
import { and, eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  beltVariants,
  boxes,
  exchangePhotos,
  exchanges,
  outbox,
  refunds,
  storeCredit,
} from '../../db/schema.ts'
import { returnNumber } from '../../domain/exchange.ts'
import { type SignedIn, signIn } from '../../test/admin.ts'
import { giftItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { exchangeFacts, sentBelt } from '../../test/sent-belt.ts'
import { noteRound } from '../clock/after-a-break.ts'
import { fileExchanges } from './file-exchanges.ts'

let test: TestShop
let facts: ReturnType<typeof exchangeFacts>
beforeAll(async () => {
  test = await createTestShop({ now: '2026-11-21T15:00:00Z' })
  facts = exchangeFacts(test)
})
afterAll(() => test.close())

/** Long after the 30 days, and within the year that began on December 8. */
const later = '2027-06-01T15:00:00Z'
type Page = Awaited<ReturnType<typeof signInMember>>
const beltOf = async (page: Page, boxId: string) =>
  (await page.get('/api/account/sent-belts')).body.belts.find(
    (belt: { boxId: string }) => belt.boxId === boxId,
  )
const claim = (page: Page, boxId: string, more: object = {}) =>
  page.post(`/api/account/sent-belts/${boxId}/exchange`, { kind: 'damaged', part: 'buckle', ...more })
const admin = async (role: 'owner' | 'support' = 'owner') => signIn(test, role)
const act = (staff: SignedIn, id: string, what: string, body: object = {}) =>
  staff.post(`/api/admin/exchanges/${id}/${what}`, body)
const rowOf = async (staff: SignedIn, id: string) =>
  (await staff.get('/api/admin/exchanges?state=all&limit=100')).body.exchanges.find(
    (row: { id: string }) => row.id === id,
  )
const mailsAbout = async (exchangeId: string) => {
  await test.work()
  return test.mails.filter(({ subject, text }) => `${subject} ${text}`.includes(returnNumber(exchangeId)))
}

async function broken(item?: Parameters<typeof sentBelt>[1]) {
  const sent = await sentBelt(test, item)
  await test.shop.db.update(beltVariants).set({ stock: 5 })
  test.clock.set(later)
  return { ...sent, page: await signInMember(test, sent.email) }
}

/** A photo straight from a phone, with its location. */
const photo = () =>
  sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#7a4a2b' } })
    .withExif({ IFD0: { Artist: 'Maya' }, IFD3: { GPSLatitude: '45/1 31/1 0/1' } })
    .jpeg()
    .toBuffer()

describe('a belt that broke within a year', () => {
  it('is claimed with photos after the 30 days, and gets a decision within the stated hours', async () => {
    const { box, page } = await broken()
    expect(await beltOf(page, box.id)).toMatchObject({
      mayExchange: false,
      warrantyUntil: '2027-12-08',
      warranty: ['replacement', 'repair', 'refund'],
    })
    const send = async (bytes: Uint8Array) =>
      test.app.request(`/api/account/sent-belts/${box.id}/photos`, {
        method: 'POST',
        headers: { ...page.headers, 'content-type': 'application/octet-stream' },
        body: bytes as BodyInit,
      })
    expect((await send(Buffer.from('%PDF-1.7'))).status).toBe(400)
    const { photoId } = (await (await send(await photo())).json()) as { photoId: string }
    const others = { boxId: box.id, email: 'giver@example.com', content: Buffer.from('x') }
    const [taken] = await test.shop.db.insert(exchangePhotos).values(others).returning()
    const borrowed = await claim(page, box.id, { photoIds: [photoId, taken!.id] })
    expect(Object.keys(borrowed.body.fields), 'somebody else’s photo').toEqual(['photoIds'])
    const asked = await claim(page, box.id, { details: 'The prong bent', photoIds: [photoId] })
    expect(asked.body.belt.exchange).toMatchObject({ state: 'claimed', canCancel: true, photos: [photoId] })
    const { id } = asked.body.belt.exchange
    // Repeating the request changes nothing, and another member’s photo can’t be used.
    expect((await claim(page, box.id, {})).body.belt.exchange.id).toBe(id)
    const [kept] = await test.shop.db.select().from(exchangePhotos).where(eq(exchangePhotos.id, photoId))
    const meta = await sharp(kept!.content).metadata()
    expect(meta).toMatchObject({ format: 'webp', width: 1600 })
    expect([meta.exif, meta.xmp, meta.iptc]).toEqual([undefined, undefined, undefined])
    const stranger = await signInMember(test, 'stranger@example.com')
    expect((await stranger.get(`/api/account/photos/${photoId}`)).status).toBe(404)
    expect((await test.app.request(`/api/account/photos/${photoId}`)).status).toBe(401)
    const shown = await test.app.request(`/api/account/photos/${photoId}`, { headers: page.headers })
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const owner = await admin()
    const seen = await owner.request('GET', `/api/admin/claim-photos/${photoId}`)
    expect(Buffer.from(await seen.arrayBuffer()).equals(Buffer.from(kept!.content))).toBe(true)
    const viewer = await signIn(test, 'viewer')
    expect((await viewer.get(`/api/admin/claim-photos/${photoId}`)).status).toBe(403)
    expect((await rowOf(owner, id)).claim).toMatchObject({
      part: 'buckle',
      photos: [photoId],
      ageDays: 175,
      arrivedOn: '2026-12-08',
      proposed: { remedy: 'replacement' },
    })
    const due = (await owner.get('/api/admin/promises?kind=claim')).body.promises[0]
    expect(due).toMatchObject({ id, dueAt: '2027-06-02T03:00:00.000Z', isLate: false })
    test.clock.set('2027-06-02T03:00:01Z')
    const morning = await admin()
    expect((await morning.get('/api/admin/promises?kind=claim')).body.promises[0].isLate).toBe(true)
    const late = async () => (await morning.get('/api/admin/exchanges')).body.late
    expect(await late()).toBe(1)
    const closed = { shopName: '', supportEmail: '', holidays: ['2027-06-01'] }
    await morning.patch('/api/admin/settings', closed)
    expect(await late(), 'no one answers on a holiday').toBe(0)
    await morning.patch('/api/admin/settings', { ...closed, holidays: [] })
    const [mail] = await mailsAbout(id)
    expect(mail!.text).toContain('within 12 hours')
  })

  it('is decided once by two staff members, and its replacement ships without a return', async () => {
    const { box, page } = await broken()
    const { id } = (await claim(page, box.id)).body.belt.exchange
    const [ana, ben] = [await admin('owner'), await admin('support')]
    const answers = await Promise.all([
      act(ana, id, 'decide', { remedy: 'replacement' }),
      act(ben, id, 'decide', { remedy: 'repair' }),
      act(ana, id, 'decide', { remedy: 'replacement' }),
    ])
    const won = answers[0]!.status === 200 ? 'replacement' : 'repair'
    expect(answers.map(({ status }) => status).sort()).toEqual(
      won === 'replacement' ? [200, 200, 409] : [200, 409, 409],
    )
    expect((await facts.exchangeOf(id)).remedy).toBe(won)
    expect((await act(ben, id, 'decline', { reason: 'Late' })).status).toBe(409)
    if (won === 'repair') await act(ben, id, 'change', { remedy: 'replacement' })
    expect((await act(ben, id, 'ship', { trackingNumber: '1Z999AA10123456784' })).status).toBe(200)
    const { replacementBoxId } = await facts.exchangeOf(id)
    expect(await facts.boxOf(replacementBoxId!)).toMatchObject({ state: 'shipped', size: '36' })
  })

  it('is repaired: it comes in on a label, ships back tracked, and is under warranty again', async () => {
    const { box, page } = await broken()
    const { id } = (await claim(page, box.id, { remedy: 'repair' })).body.belt.exchange
    const owner = await admin()
    const stock = await facts.stockOf(box.productId!, box.size!)
    expect((await rowOf(owner, id)).claim.proposed.remedy).toBe('repair')
    await act(owner, id, 'decide', { remedy: 'repair' })
    expect((await rowOf(owner, id)).state).toBe('requested')
    expect((await act(owner, id, 'ship', { trackingNumber: '' })).status).toBe(409)
    // A belt that is repaired comes back on a label, and is owed until it goes home.
    const owed = async (kind: string) => (await owner.get(`/api/admin/promises?kind=${kind}`)).body.promises
    expect(await owed('label')).toContainEqual(expect.objectContaining({ id }))
    await act(owner, id, 'receive', { isAsNew: true })
    await act(owner, id, 'repaired')
    expect(await owed('exchange')).toContainEqual(expect.objectContaining({ id }))
    await act(owner, id, 'ship', { trackingNumber: '1Z999AA10123456784' })
    expect(await owed('exchange')).not.toContainEqual(expect.objectContaining({ id }))
    // No one else gets a broken belt.
    expect(await facts.stockOf(box.productId!, box.size!)).toBe(stock)
    const mails = await mailsAbout(id)
    expect(mails.map(({ kind }) => kind).sort()).toEqual([
      'exchange-requested',
      'replacement-shipped',
      'return-received',
      'warranty-claimed',
    ])
    const home = mails.find(({ kind }) => kind === 'replacement-shipped')!
    expect(home.text).toContain('your repaired belt is on its way')
    expect(home.text).toContain('1Z999AA10123456784')
    test.clock.advance(12 * 24 * 3_600_000)
    await fileExchanges(test.shop)
    expect((await facts.exchangeOf(id)).state).toBe('fixed')
    const again = await claim(await signInMember(test, page.email), box.id)
    expect(again.body.belt.exchange).toMatchObject({ state: 'claimed' })
  })

  it('is refunded at its true price once, however many staff members say so', async () => {
    const { box, page, membership } = await broken()
    const { id } = (await claim(page, box.id, { remedy: 'refund' })).body.belt.exchange
    const staff = [await admin('owner'), await admin('support')] as const
    const asCredit = await act(staff[0], id, 'decide', { remedy: 'credit' })
    expect(asCredit.body.message, 'for whoever paid by card').toMatch(/^Only a gift’s recipient/)
    const answers = await Promise.all(staff.map((each) => act(each, id, 'decide', { remedy: 'refund' })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [exchange] = await test.shop.db.select().from(exchanges).where(eq(exchanges.id, id))
    expect(exchange).toMatchObject({ state: 'refunded' })
    const given = await test.shop.db.select().from(refunds)
    expect(given.filter(({ id: refundId }) => refundId === exchange!.refundId)).toMatchObject([
      { amountCents: 5950, taxCents: 431, status: 'succeeded' },
    ])
    await test.work()
    const made = test.mails.filter(({ kind, to }) => kind === 'refund-made' && to === membership.payerEmail)
    const own = made.length > 0 ? made : test.mails.filter(({ kind }) => kind === 'refund-made')
    expect(own.at(-1)!.text).toContain('under its warranty')
  })

  it('that was free brings no money back', async () => {
    const { box, page } = await broken()
    await test.shop.db.update(boxes).set({ valueCents: 0 }).where(eq(boxes.id, box.id))
    const { id } = (await claim(page, box.id)).body.belt.exchange
    const refused = await act(await admin(), id, 'decide', { remedy: 'refund' })
    expect(refused.body.message).toContain('This belt was free')
    expect((await facts.exchangeOf(id)).state).toBe('claimed')
  })

  it('is declined with a reason the member reads, and can be claimed again', async () => {
    const { box, page } = await broken()
    const { id } = (await claim(page, box.id)).body.belt.exchange
    expect((await act(await admin(), id, 'decline', { reason: ' ' })).status, 'without a reason').toBe(400)
    await act(await admin(), id, 'decline', { reason: 'The strap was cut with a knife.' })
    const told = (await mailsAbout(id)).find(({ kind }) => kind === 'warranty-declined')
    expect(told!.text).toContain('The strap was cut with a knife.')
    expect(await beltOf(page, box.id)).toMatchObject({ exchange: null, isUnderWarranty: true })
  })

  it('can be claimed when an older release closed its worn return', async () => {
    const { box, page } = await broken()
    const before = { boxId: box.id, kind: 'return', remedy: 'refund', askedBy: 'member' } as const
    const at = new Date('2026-12-12T15:00:00Z')
    await test.shop.db
      .insert(exchanges)
      .values({ ...before, state: 'closed', expiresAt: at, receivedAt: at, closedAt: at })
    expect((await claim(page, box.id)).status).toBe(409)
    const statement = readFileSync('db/migrations/0067_worn-returns-declined.sql', 'utf8')
    await test.shop.db.execute(sql.raw(statement))
    expect((await claim(page, box.id)).body.belt.exchange).toMatchObject({ state: 'claimed' })
  })
})

describe('a broken gift', () => {
  const gift = () => giftItem('6-months', { size: '36', styles: ['dress'] })

  it('asks its giver where the money goes, hides it from the recipient, and defaults to the giver’s card', async () => {
    const { box, page } = await broken(gift())
    expect((await beltOf(page, box.id)).warranty).toEqual(['replacement', 'repair', 'credit'])
    expect((await claim(page, box.id, { remedy: 'refund' })).status).toBe(404)
    const { id } = (await claim(page, box.id)).body.belt.exchange
    await act(await admin(), id, 'decide', { remedy: 'refund' })
    const seen = await beltOf(page, box.id)
    expect(seen.exchange).toMatchObject({ state: 'offered', answerBy: null })
    expect((await page.post(`/api/account/exchanges/${id}/answer`, { remedy: 'credit' })).status).toBe(404)
    const mails = await mailsAbout(id)
    for (const mail of mails.filter(({ to }) => to === page.email))
      expect(`${mail.subject} ${mail.text}`).not.toMatch(/\$|refund|price|card/i)
    expect(mails.map(({ kind, to }) => [kind, to]).sort()).toEqual([
      ['warranty-claimed', page.email],
      ['warranty-offered', 'maya@example.com'],
      ['warranty-settled', page.email],
    ])
    test.clock.set('2027-06-16T03:59:59Z')
    await fileExchanges(test.shop)
    expect((await facts.exchangeOf(id)).state).toBe('offered')
    test.clock.set('2027-06-16T04:00:00Z')
    await fileExchanges(test.shop)
    const given = await facts.exchangeOf(id)
    expect(given).toMatchObject({ remedy: 'refund', refundId: expect.any(String) })
  })

  it('gives its giver another day to answer after the shop was down', async () => {
    const { box, page } = await broken(gift())
    const { id } = (await claim(page, box.id)).body.belt.exchange
    await act(await admin(), id, 'decide', { remedy: 'refund' })
    await noteRound(test.shop)
    for (const [day, state] of [
      ['2027-06-16', 'offered'],
      ['2027-06-17', 'closed'],
    ] as const) {
      test.clock.set(`${day}T15:00:00Z`)
      if (state === 'offered') await noteRound(test.shop)
      await fileExchanges(test.shop)
      expect((await facts.exchangeOf(id)).state).toBe(state)
    }
  })

  it('asks its giver nothing when they requested the money', async () => {
    const { box } = await broken(gift())
    const giver = await signInMember(test, 'maya@example.com')
    const asked = await claim(giver, box.id, { remedy: 'refund' })
    const { id } = asked.body.belt.exchange
    await act(await admin(), id, 'decide', { remedy: 'refund' })
    expect((await facts.exchangeOf(id)).state).toBe('refunded')
  })

  it('is declined to whoever claimed it, also once it came in to be repaired', async () => {
    const { box, page } = await broken(gift())
    const giver = await signInMember(test, 'maya@example.com')
    const owner = await admin()
    const told = async (id: string) => {
      expect((await act(owner, id, 'decline', { reason: 'The strap was cut.' })).status).toBe(200)
      const mails = (await mailsAbout(id)).filter(({ kind }) => kind === 'warranty-declined')
      return mails.map(({ to }) => to)
    }
    const theirs = (await claim(page, box.id)).body.belt.exchange
    expect(await told(theirs.id)).toEqual([page.email])
    const givers = (await claim(giver, box.id, { remedy: 'refund' })).body.belt.exchange
    expect(await told(givers.id)).toEqual(['maya@example.com'])
    const repaired = (await claim(giver, box.id, { remedy: 'refund' })).body.belt.exchange
    await act(owner, repaired.id, 'decide', { remedy: 'repair' })
    await act(owner, repaired.id, 'receive', { isAsNew: false })
    expect(await told(repaired.id)).toEqual(['maya@example.com'])
  })

  it('gets one answer from a giver who says two things in two tabs', async () => {
    const { box, page } = await broken(gift())
    const { id } = (await claim(page, box.id)).body.belt.exchange
    await act(await admin(), id, 'decide', { remedy: 'refund' })
    const giver = await signInMember(test, 'maya@example.com')
    const say = (remedy: string) => giver.post(`/api/account/exchanges/${id}/answer`, { remedy })
    const answers = await Promise.all([say('credit'), say('refund')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('becomes the recipient’s store credit when the giver says so, once in two tabs', async () => {
    const { box, page } = await broken(gift())
    const { id } = (await claim(page, box.id)).body.belt.exchange
    await act(await admin(), id, 'decide', { remedy: 'refund' })
    const giver = await signInMember(test, 'maya@example.com')
    const say = () => giver.post(`/api/account/exchanges/${id}/answer`, { remedy: 'credit' })
    const answers = await Promise.all([say(), say()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const lines = await test.shop.db.select().from(storeCredit).where(eq(storeCredit.personId, box.personId))
    expect(lines).toMatchObject([{ amountCents: 5950 }])
    expect((await giver.post(`/api/account/exchanges/${id}/answer`, { remedy: 'refund' })).status).toBe(409)
  })
})

describe('the warranty year', () => {
  it.each([
    ['still covers the last second of its last day', '2027-12-09T04:59:59Z', 200],
    ['ends after that', '2027-12-09T05:00:00Z', 409],
  ])('%s', async (_case, now, status) => {
    const { box, email } = await sentBelt(test)
    test.clock.set(now)
    const asked = await claim(await signInMember(test, email), box.id)
    expect(asked.status).toBe(status)
    if (status === 409) {
      expect(asked.body.message.replaceAll('\u00a0', ' ')).toContain('warranty ended on December 8, 2027')
      expect(asked.body.message).toContain(test.shop.config.supportEmail)
    }
  })

  it('in its first 30 days gives a new belt without review, while in stock', async () => {
    const { box, email } = await sentBelt(test)
    const page = await signInMember(test, email)
    await test.shop.db
      .update(beltVariants)
      .set({ stock: 0 })
      .where(and(eq(beltVariants.productId, box.productId!), eq(beltVariants.size, box.size!)))
    const asked = await claim(page, box.id, { remedy: 'replacement' })
    expect(asked.body.belt.exchange.state).toBe('claimed')
    await page.post(`/api/account/exchanges/${asked.body.belt.exchange.id}/cancel`)
    await test.shop.db.update(beltVariants).set({ stock: 5 })
    const again = await claim(page, box.id, { remedy: 'replacement' })
    expect(again.body.belt.exchange.state).toBe('requested')
    const rows = await test.shop.db.select().from(outbox).where(eq(outbox.kind, 'exchange-requested'))
    expect(rows.some(({ subjectId }) => subjectId.endsWith(again.body.belt.exchange.id))).toBe(true)
  })
})
