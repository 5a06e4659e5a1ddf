import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { memberships } from '../../db/schema.ts'
import { signIn } from '../../test/admin.ts'
import { selfItem } from '../../test/carts.ts'
import { handOver } from '../../test/hand-over.ts'
import { ledgerOf } from '../../test/members.ts'
import { stripeShopOfFile } from '../../test/stripe-shop-of-file.ts'
import { processPriceRuns } from '../billing/price-runs.ts'
import { syncAllTerms } from '../memberships/next-terms.ts'
import { sendNotices } from '../notifications/send-notices.ts'

const test = stripeShopOfFile()
const day = 24 * 60 * 60_000

it('a price that only the former payer was told of isn’t charged to the new one', async () => {
  const { body } = await test.start([selfItem('monthly')])
  await test.confirm(body.clientSecret)
  await test.passAWhile()
  const isIts = eq(memberships.stripeSubscriptionId, body.subscriptionId)
  const [{ id } = { id: '' }] = await test.shop.db
    .select({ id: memberships.id })
    .from(memberships)
    .where(isIts)
  const run = { planId: 'monthly', price: '74.50', effectiveOn: '2027-01-05' }
  const owner = await signIn(test)
  expect((await owner.post('/api/admin/price-runs', run)).status).toBe(200)
  // Told 32 days before the charge of January 21, and handed over before the one of December 21.
  await test.pass(29 * day)
  await sendNotices(test.shop)
  await test.work()
  await processPriceRuns(test.shop)
  expect(test.mails.map(({ kind }) => kind)).toContain('price-change')
  await handOver(test, id, { name: 'June Park', city: 'Salem' })
  await test.pass(5 * day)
  await processPriceRuns(test.shop)
  await syncAllTerms(test.shop)
  await test.pass(29 * day)
  const { payments } = await ledgerOf(test, id)
  expect(payments.map(({ amountCents }) => amountCents)).toEqual([6950, 6950, 6950])
})
