import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { priceChanges } from '../../db/schema.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createStripeShop, type StripeShop } from '../../test/create-stripe-shop.ts'
import { ordersOf } from '../../test/orders-of.ts'
import type { CommandArgs } from './command.ts'
import { runCommand } from './commands.ts'

let test: StripeShop
let order: string
beforeAll(async () => {
  test = await createStripeShop()
})
afterAll(() => test.close())

beforeEach(async () => {
  const { clientSecret } = (await test.start([selfItem('6-months')])).body
  await test.confirm(clientSecret)
  await test.work()
  order = (await ordersOf(test.shop.db, clientSecret.split('_secret_')[0]))[0]!.orderNumber
})

async function run(command: string, args: CommandArgs = { order }) {
  const reply = await runCommand(test.shop, { command, args })
  await test.work()
  return 'lines' in reply ? reply.lines : [reply.problem]
}

describe('the command line', () => {
  it('shows an order’s boxes and its next charge', async () => {
    const lines = await run('membership:show')
    expect(lines[0]).toBe('Item 1: 6 Months, for Maya Ellison. Next charge 2027-05-21.')
    expect(lines.slice(1)).toEqual(
      ['2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05'].map(
        (drop) => `  ${drop}  owed       $59.50`,
      ),
    )
  })

  it('cancels a renewal and undoes it, at Stripe too', async () => {
    expect((await run('membership:cancel'))[0]).toContain(
      'Canceled: nothing more is charged, ends 2027-05-21.',
    )
    expect(test.stripe.subscriptions().at(-1)?.cancel_at_period_end).toBe(true)
    expect((await run('membership:undo'))[0]).toContain('Next charge 2027-05-21.')
    expect(test.stripe.subscriptions().at(-1)?.cancel_at_period_end).toBe(false)
  })

  it('skips, pauses and resumes, moving boxes and charge together', async () => {
    const skipped = await run('membership:skip')
    expect([skipped[0], skipped[1]]).toEqual([
      expect.stringContaining('Next charge 2027-06-21.'),
      expect.stringContaining('2027-01'),
    ])
    expect((await run('membership:pause', { order, until: '2027-03' }))[0]).toContain(
      'Next charge 2027-08-21.',
    )
    expect((await run('membership:resume'))[0]).toContain('Next charge 2027-05-21.')
  })

  it('refunds what hasn’t shipped, to the cent', async () => {
    const lines = await run('membership:refund')
    expect(lines.slice(1).every((line) => line.includes('refunded'))).toBe(true)
    expect(test.stripe.refunds().at(-1)).toMatchObject({ amount: 35700, status: 'succeeded' })
  })

  it('makes a code for the first payment, or for every one', async () => {
    expect(await run('promotion:create', { code: 'once', percent: '10' })).toEqual([
      'The code ONCE is ready: 10% off the first payment.',
    ])
    expect(await run('promotion:create', { code: 'always', percent: '10', forever: true })).toEqual([
      'The code ALWAYS is ready: 10% off every payment.',
    ])
  })

  it('calls off the price run that is under way, not one that is over', async () => {
    const announce = (amount: string, from: string) =>
      run('price:announce', { plan: 'monthly', amount, from })
    await announce('74.50', '2027-01-15')
    await test.shop.db.update(priceChanges).set({ finishedAt: test.clock.now() })
    expect(await run('price:call-off', { plan: 'monthly' })).toEqual([
      'No price run of this plan is under way.',
    ])
    await announce('79.50', '2027-02-15')
    expect(await run('price:call-off', { plan: 'monthly' })).toEqual(['It is stopped.'])
    const runs = await test.shop.db.select().from(priceChanges).orderBy(asc(priceChanges.effectiveOn))
    expect(runs.map(({ withdrawnAt }) => withdrawnAt !== null)).toEqual([false, true])
  })

  it('says what is wrong with the input', async () => {
    expect(await run('membership:show', { order: 'BC-XXXX-XXXX' })).toEqual([
      'There is no order BC-XXXX-XXXX.',
    ])
    expect(await run('membership:cancel', { order, item: '2' })).toEqual(['This order has no item 2.'])
    const { clientSecret } = (await test.start([selfItem('monthly'), giftItem('monthly')])).body
    await test.confirm(clientSecret)
    await test.work()
    const two = (await ordersOf(test.shop.db, clientSecret.split('_secret_')[0]))[0]!.orderNumber
    expect(await run('membership:cancel', { order: two })).toEqual([
      'This order has 2 items: say which, such as --item 1.',
    ])
    expect((await run('membership:cancel', { order: two, item: '2' }))[0]).toContain('A gift is paid once')
  })
})
