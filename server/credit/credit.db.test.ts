import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeCredit } from '../../db/schema.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { join } from '../../test/members.ts'

let test: TestShop
beforeAll(async () => {
  test = await createTestShop()
})
afterAll(() => test.close())

/** A gift's recipient with credit for a belt that came back. */
async function recipientWith(...amounts: number[]) {
  const email = `${crypto.randomUUID()}@example.com`
  const gift = giftItem('6-months')
  const [membership] = await join(test, [
    { ...gift, giftDetails: { ...gift.giftDetails!, recipientEmail: email } },
  ])
  for (const amountCents of amounts) await write(membership!.personId, amountCents)
  return { email, personId: membership!.personId, page: await signInMember(test, email) }
}

const write = (personId: string, amountCents: number) =>
  test.shop.db
    .insert(storeCredit)
    .values({ personId, amountCents, reason: 'return', reference: crypto.randomUUID() })

async function buy(email: string, promotionCode: string, planId: 'monthly' | '6-months' = 'monthly') {
  const own = selfItem(planId)
  const cart = [{ ...own, shippingDetails: { ...own.shippingDetails!, email } }]
  const started = await test.post('/api/create-payment-intent', { cartItems: cart, promotionCode })
  return { cart, started }
}

async function pay({ cart, started }: Awaited<ReturnType<typeof buy>>, email: string) {
  const paid = await test.pay(started.body.clientSecret, { email })
  return test.order(cart, paid.body.paymentIntentId, email)
}

const codeOf = async (page: Awaited<ReturnType<typeof signInMember>>) =>
  (await page.post('/api/account/credit/codes')).body.codes[0] as string

describe('store credit', () => {
  it('is never below zero, whoever writes, also two at once', async () => {
    const { personId } = await recipientWith(5950)
    await expect(write(personId, -5951)).rejects.toThrow()
    const spent = await Promise.allSettled([write(personId, -5000), write(personId, -5000)])
    expect(spent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(
      test.shop.db.update(storeCredit).set({ amountCents: 1 }).where(eq(storeCredit.personId, personId)),
    ).rejects.toThrow()
    await expect(test.shop.db.delete(storeCredit).where(eq(storeCredit.personId, personId))).rejects.toThrow()
  })

  it('becomes one code, also when asked twice at once, and its amount is told only to who asks', async () => {
    const { page } = await recipientWith(5950, 5950)
    const before = await page.get('/api/account/credit')
    expect(before.body).toEqual({ belts: 2, isThere: true, codes: [] })
    const made = await Promise.all([codeOf(page), codeOf(page)])
    expect(made[0]).toBe(made[1])
    expect((await page.get('/api/account/credit')).body).toMatchObject({ isThere: false, codes: [made[0]] })
    expect((await page.get('/api/account/credit/amount')).body).toEqual({
      balanceCents: 0,
      codesCents: 11_900,
    })
  })

  it('is good for its own address alone, and not lost where a checkout is not finished', async () => {
    const { email, page } = await recipientWith(5950)
    const code = await codeOf(page)
    const strange = await buy('stranger@example.com', code)
    expect(strange.started.body).toMatchObject({ code: 'promotion_refused' })
    await buy(email, code)
    test.clock.advance(2 * 60 * 60_000)
    const bought = await buy(email, code)
    expect(bought.started.body.taxInfo).toMatchObject({ discount: 5950, total: 1000 })
    expect((await pay(bought, email)).status).toBe(200)
    expect((await page.get('/api/account/credit')).body).toEqual({ belts: 1, isThere: false, codes: [] })
    const again = await buy(email, code, '6-months')
    expect(again.started.body).toMatchObject({ code: 'promotion_refused' })
  })

  it('is spent once, however many tabs are opened with it and paid later', async () => {
    const { email, page } = await recipientWith(5950)
    const code = await codeOf(page)
    const left = await buy(email, code)
    test.clock.advance(61 * 60_000)
    const bought = await buy(email, code, '6-months')
    expect((await pay(bought, email)).status).toBe(200)
    expect((await test.pay(left.started.body.clientSecret, { email })).status).toBeGreaterThanOrEqual(400)
    expect((await buy(email, code)).started.body).toMatchObject({ code: 'promotion_refused' })
  })

  it('comes back where the purchase costs less', async () => {
    const { email, page } = await recipientWith(20_000)
    const code = await codeOf(page)
    const bought = await buy(email, code)
    expect((await pay(bought, email)).status).toBe(200)
    await page.get('/api/account/credit')
    expect((await page.get('/api/account/credit/amount')).body).toEqual({
      balanceCents: 20_000 - 6950,
      codesCents: 0,
    })
  })

  it('is nobody else’s, and none is made of nothing', async () => {
    const { page } = await recipientWith()
    expect((await page.get('/api/account/credit')).body).toEqual({ belts: 0, isThere: false, codes: [] })
    expect((await page.post('/api/account/credit/codes')).body).toMatchObject({ code: 'not_possible' })
  })
})
