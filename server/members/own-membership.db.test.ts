import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giftItem, selfItem } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { signInMember } from '../../test/member.ts'
import { join } from '../../test/members.ts'

const [payer, wearer] = ['maya@example.com', 'maya.home@example.com']

let test: TestShop
let [own, gift] = ['', '']
beforeAll(async () => {
  test = await createTestShop()
  const cart = [
    selfItem('monthly', { shippingDetails: { ...selfItem().shippingDetails!, email: wearer } }),
    giftItem('6-months', {
      giftDetails: { ...giftItem().giftDetails!, recipientEmail: 'thomas@example.com' },
    }),
  ]
  const [first, second] = await join(test, cart)
  own = first!.id
  gift = second!.id
  // After the gift’s notice, before which its recipient must not know.
  test.clock.set('2026-12-02T17:00:00Z')
})
afterAll(() => test.close())

const read = async (email: string) =>
  (await (await signInMember(test, email)).get('/api/account')).body.memberships as Record<string, unknown>[]

describe('a plan paid from one address and worn at another', () => {
  it.each([payer, wearer])('opens fully to %s, and says which emails go where', async (email) => {
    const plan = (await read(email)).find(({ id }) => id === own)
    expect(plan).toMatchObject({
      role: 'own',
      mails: { money: payer, belts: wearer },
      money: { planId: 'monthly', canCancel: true },
      taste: { size: '36', address: { fullName: 'Maya Ellison' } },
    })
  })

  it('can be skipped by the payer and canceled by the wearer', async () => {
    const [byPayer, byWearer] = [await signInMember(test, payer), await signInMember(test, wearer)]
    const plan = (await read(payer)).find(({ id }) => id === own) as { next: { drop: string } }
    const skipped = await byPayer.post(`/api/account/memberships/${own}/skip`, { drop: plan.next.drop })
    expect(skipped.status).toBe(200)
    expect((await byWearer.post(`/api/account/memberships/${own}/cancel`)).status).toBe(200)
    expect((await read(payer)).find(({ id }) => id === own)).toMatchObject({ status: 'cancelled' })
  })
})

describe('a gift between two people', () => {
  it('splits payment and belts, and neither can do the other’s part', async () => {
    const ofGiver = (await read(payer)).find(({ id }) => id === gift)
    expect(ofGiver).toMatchObject({ role: 'giver', mails: null, taste: null })
    const [ofRecipient, ...others] = await read('thomas@example.com')
    expect(others).toEqual([])
    expect(ofRecipient).toMatchObject({ id: gift, role: 'recipient', mails: null, money: null })
  })

  it('hides the giver’s own plan from its recipient, and itself from the giver’s other address', async () => {
    const recipient = await signInMember(test, 'thomas@example.com')
    for (const act of ['skip', 'cancel', 'undo-cancel', 'resume'])
      expect(
        (await recipient.post(`/api/account/memberships/${own}/${act}`, { drop: '2027-02' })).status,
      ).toBe(404)
    expect((await recipient.post(`/api/account/memberships/${gift}/cancel`)).status).toBe(404)
    expect((await read(wearer)).map(({ id }) => id)).toEqual([own])
    const home = await signInMember(test, wearer)
    expect((await home.post(`/api/account/memberships/${gift}/skip`, { drop: '2027-01' })).status).toBe(404)
  })
})
