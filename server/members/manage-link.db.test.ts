import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handovers, memberships, otherMailboxes } from '../../db/schema.ts'
import { mailClass } from '../../domain/mail-kinds.ts'
import { selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { join } from '../../test/members.ts'
import { renderers } from '../emails/renderers.ts'
import { sampleSender, samples } from '../emails/samples.ts'
import { readerOfManageLink, withManageLink } from './manage-link.ts'
import { mailboxesOf } from './member.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
  await join(test, [selfItem('monthly')])
})
afterAll(() => test.close())

/** Emails to members about money or renewal, each with a sample: written by hand a second time (domain/mail-kinds.ts). */
const aboutMoney: [kind: string, sample: string][] = [
  ['order-confirmation', 'order-confirmation-self'],
  ['renewal-receipt', 'renewal-receipt'],
  ['renewal-failed-0', 'renewal-failed-0'],
  ['renewal-failed-3', 'renewal-failed-3'],
  ['renewal-failed-7', 'renewal-failed-7'],
  ['renewal-failed-18', 'renewal-failed-18'],
  ['renewal-notice-7', 'renewal-notice-monthly'],
  ['renewal-notice-14', 'renewal-notice-monthly'],
  ['renewal-notice-30', 'renewal-notice-6-months'],
  ['yearly-summary', 'yearly-summary'],
  ['price-change', 'price-change'],
  ['price-kept', 'price-kept'],
  ['plan-changed', 'plan-changed'],
  ['plan-kept', 'plan-kept'],
  ['card-changed', 'card-changed'],
  ['card-expiring', 'card-expiring'],
  ['card-missing', 'card-missing'],
  ['membership-cancelled', 'membership-cancelled'],
  ['membership-cancelled-elsewhere', 'membership-cancelled-elsewhere'],
  ['membership-renews-again', 'membership-renews-again'],
  ['membership-ended-unpaid', 'membership-ended-unpaid'],
  ['handover-done', 'handover-done'],
  ['handover-unreached', 'handover-unreached'],
  ['refund-made', 'refund-made'],
  ['refund-failed', 'refund-failed'],
  ['credit-given', 'credit-given'],
  ['return-credited', 'return-credited'],
]
it('every email about money or renewal links to its own actions', async () => {
  const sender = { ...sampleSender, publicUrl: test.shop.config.publicUrl }
  for (const [kind, sample] of aboutMoney) {
    const mail = { ...(await samples[sample]!(sender)), to: 'maya@example.com' }
    const { text, html } = await withManageLink(test.shop, { kind, createdAt: test.shop.now() }, mail)
    expect(text, kind).toMatch(/\/mail\/manage\/[\w-]{40,}/)
    expect(html, kind).toMatch(/\/mail\/manage\/[\w-]{40,}/)
  }
})

it('an email’s page link works for sixty days', async () => {
  const sender = { ...sampleSender, publicUrl: test.shop.config.publicUrl }
  const mail = { ...(await samples['renewal-receipt']!(sender)), to: 'maya@example.com' }
  const about = { kind: 'renewal-receipt', createdAt: test.shop.now() }
  const { text } = await withManageLink(test.shop, about, mail)
  const open = async () => {
    const headers = { origin: 'http://localhost' }
    const path = /\/mail\/manage\/[\w-]+/.exec(text)![0]
    return (await test.app.request(path, { method: 'POST', headers })).status
  }
  test.clock.advance(60 * 86_400_000 - 60_000)
  expect(await open()).toBe(303)
  test.clock.advance(120_000)
  expect(await open()).toBe(404)
})

it('the link signs a recipient in as themselves', async () => {
  const to = 'maya.home@example.com'
  await join(test, [selfItem('monthly', { shippingDetails: { ...selfItem().shippingDetails!, email: to } })])
  const about = { kind: 'box-shipped', createdAt: test.shop.now() }
  const page = `${test.shop.config.publicUrl}/account`
  const mail = await withManageLink(test.shop, about, { to, subject: '', text: page, html: '' })
  const { pathname: path } = new URL(mail.text)
  const opened = await test.app.request(path, { method: 'POST', headers: { origin: 'http://localhost' } })
  const cookie = opened.headers.getSetCookie()[0]!.split(';')[0]!
  const account = await test.app.request('/api/account', { headers: { cookie } })
  expect(await account.json()).toMatchObject({ email: to })
})

it('the link of someone who got a membership and handed it on works while they have another', async () => {
  const [first] = await join(test, [selfItem('monthly')])
  const [leo, ana] = ['leo@example.com', 'ana@example.com']
  const { db, config } = test.shop
  const give = async (fromEmail: string, toEmail: string) => {
    test.clock.advance(60_000)
    const at = test.shop.now()
    await db.insert(handovers).values({
      ...{ membershipId: first!.id, fromEmail, toEmail, toName: '', state: 'done', username: '' },
      ...{ expiresAt: at, createdAt: at, doneAt: at },
    })
    await db
      .update(memberships)
      .set({ payerEmail: toEmail, memberEmail: toEmail })
      .where(eq(memberships.id, first!.id))
  }
  await give('maya@example.com', leo)
  const about = { kind: 'box-shipped', createdAt: test.shop.now() }
  const body = { subject: '', text: `${config.publicUrl}/account`, html: '' }
  const { text } = await withManageLink(test.shop, about, { to: leo, ...body })
  const token = text.split('/').at(-1)!
  await give(leo, ana)
  expect(await readerOfManageLink(test.shop, token)).toBeNull()
  await join(test, [selfItem('monthly', { shippingDetails: { ...selfItem().shippingDetails!, email: leo } })])
  expect(await readerOfManageLink(test.shop, token)).toBe(leo)
})

it('of someone’s mailboxes the main one comes first, then the others as they were added', async () => {
  const other = (email: string, day: string) => ({
    ...{ email, firstEmail: 'main@example.com', username: 'owner' },
    createdAt: new Date(`${day}T15:00:00Z`),
  })
  await test.shop.db
    .insert(otherMailboxes)
    .values([other('a@example.com', '2026-11-03'), other('z@example.com', '2026-11-02')])
  expect(await mailboxesOf(test.shop.db, 'a@example.com')).toEqual([
    ...['main@example.com', 'z@example.com', 'a@example.com'],
  ])
})

it('no other email signs its reader in, except about a package or a change made for them', () => {
  const known = aboutMoney.map(([kind]) => kind)
  const others = Object.keys(renderers).filter(
    (kind) => mailClass(kind) === 'account' && !known.includes(kind),
  )
  expect(others).toEqual(['order-shipped', 'box-shipped', 'box-trouble', 'renewals-stopped', 'done-for-you'])
})
