import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CartItem } from '../../domain/cart.ts'
import { giftItem, selfItem, toCalifornia } from '../../test/carts.ts'
import { createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { storedRows } from '../../test/stored-rows.ts'

let test: TestShop
beforeAll(async () => {
  // Half past eleven in the evening of 20 November in New York, while it is 21 November in UTC.
  test = await createTestShop({ now: '2026-11-21T04:30:00Z' })
})
afterAll(() => test.close())

const start = (cart: unknown) => test.post('/api/create-payment-intent', { cartItems: cart })
const shipped = (changes: Partial<NonNullable<CartItem['shippingDetails']>>) =>
  selfItem('monthly', { shippingDetails: { ...selfItem().shippingDetails!, ...changes } })
const inCountry = (country: string) => shipped({ country } as object)
const given = (changes: Partial<NonNullable<CartItem['giftDetails']>>) =>
  giftItem('12-months', { giftDetails: { ...giftItem().giftDetails!, ...changes } })
const without = (item: CartItem, field: keyof CartItem) => ({ ...item, [field]: undefined })

describe('a cart that can’t be bought', () => {
  it.each<[string, () => unknown, string]>([
    ['is empty', () => [], 'Your cart is empty'],
    ['is not a list', () => ({ 0: selfItem(), length: 1 }), 'Send the cart as a list of items.'],
    ['has 21 items', () => many(21), 'A cart holds at most 20 items.'],
    ['has 500 items', () => many(500), 'A cart holds at most 20 items.'],
    ['has 1,000 items', () => many(1_000), 'This request is too large.'],
    [
      'has an unknown plan',
      () => [selfItem('monthly', { planId: 'weekly' })],
      'Item 1: We don’t have that plan.',
    ],
    [
      'has a plan named like a built-in',
      () => [selfItem('monthly', { planId: '__proto__' })],
      'Item 1: We don’t have that plan',
    ],
    [
      'has an unknown plan in its second item',
      () => [selfItem(), selfItem('monthly', { planId: '' })],
      'Please correct cartItems.1.planId',
    ],
    [
      'has no shipping details',
      () => [without(selfItem(), 'shippingDetails')],
      'Item 1: Missing shipping details. Please complete the style quiz.',
    ],
    [
      'has none in its second item',
      () => [selfItem(), without(giftItem(), 'shippingDetails')],
      'Item 2: Missing shipping details. Please complete the style quiz.',
    ],
    ['goes to another country', () => [inCountry('CA')], 'We ship within the US only.'],
    ['goes to one typed otherwise', () => [selfItem(), inCountry('Canada')], 'We ship within the US only.'],
    ['lacks the full name', () => [shipped({ fullName: '  ' })], 'Item 1: Full name is required'],
    [
      'omits the full name',
      () => [shipped({ fullName: undefined as unknown as string })],
      'Item 1: Full name is required',
    ],
    [
      'has null for its shipping details',
      () => [selfItem(), { ...selfItem(), shippingDetails: null }],
      'Item 2: Missing shipping details. Please complete the style quiz.',
    ],
    [
      'has null for the city',
      () => [shipped({ city: null as unknown as string })],
      'Item 1: City is required',
    ],
    [
      'is a gift with null for its details',
      () => [{ ...giftItem(), giftDetails: null }],
      'Item 1: Your name is required',
    ],
    [
      'has an invalid state',
      () => [shipped({ state: 'Oregonia', zipCode: '9' })],
      'Item 1: Choose a state from the list, like OR or Oregon. We ship within the US only.',
    ],
    [
      'has a ZIP code of another state',
      () => [selfItem(), shipped({ zipCode: '10001' })],
      'Item 2: ZIP code 10001 isn’t in Oregon. Check the ZIP code and the state.',
    ],
    ['has an email without a host', () => [shipped({ email: 'x@' })], 'Item 1: Please enter a valid email'],
    [
      'has an invalid recipient email',
      () => [given({ recipientEmail: 'x@' })],
      'Item 1: Please enter a valid email address',
    ],
    [
      'has an invalid giver email',
      () => [given({ senderEmail: 'x@' })],
      'Item 1: Please enter a valid email address',
    ],
    ['lacks the email', () => [shipped({ email: '' })], 'Item 1: Email is required'],
    ['lacks the address', () => [shipped({ address: '\t' })], 'Item 1: Address is required'],
    ['lacks the city', () => [shipped({ city: '' })], 'Item 1: City is required'],
    ['lacks the state', () => [shipped({ state: '' })], 'Item 1: State is required'],
    ['lacks the ZIP code', () => [shipped({ zipCode: '\u00a0' })], 'Item 1: ZIP code is required'],
    [
      'lacks everything',
      () => [shipped({ fullName: '', email: '', zipCode: '' })],
      'Item 1: Full name is required',
    ],
    ['is a gift without a giver', () => [given({ senderName: '' })], 'Item 1: Your name is required'],
    [
      'is a gift without the giver’s email',
      () => [given({ senderEmail: '' })],
      'Item 1: Your email is required',
    ],
    [
      'is a gift without a recipient',
      () => [given({ recipientEmail: '' })],
      'Item 1: Recipient email is required',
    ],
    ['is a gift without a day', () => [given({ emailDate: '' })], 'Item 1: Email date is required'],
    [
      'is a gift without details',
      () => [without(giftItem(), 'giftDetails')],
      'Item 1: Your name is required',
    ],
    [
      'is a gift for yesterday',
      () => [given({ emailDate: '2026-11-19' })],
      'Item 1: Email date cannot be before today',
    ],
    [
      'is a gift of yesterday as an ISO string',
      () => [given({ emailDate: '2026-11-19T23:59:59.999Z' })],
      'Item 1: Email date cannot be before today',
    ],
    [
      'is a gift of 29 February 2027',
      () => [given({ emailDate: '2027-02-29' })],
      'Item 1: Email date is required',
    ],
    ['is a gift of someday', () => [given({ emailDate: 'someday' })], 'Item 1: Email date is required'],
    ['has a size of nobody', () => [selfItem('monthly', { size: '31' })], 'Item 1: We don’t have that size.'],
    [
      'has a size of the other list',
      () => [selfItem('monthly', { gender: 'female', size: '44' })],
      'Item 1: We don’t have that size',
    ],
    [
      'lets a recipient choose the size of no gift',
      () => [selfItem('monthly', { size: 'Let Recipient Choose' })],
      'Item 1: We don’t have that size',
    ],
    [
      'lets a recipient pick the style of no gift',
      () => [selfItem('monthly', { styles: ['Let Recipient Pick'] })],
      'Item 1: Only a gift',
    ],
    [
      'has no style',
      () => [selfItem('monthly', { styles: [] })],
      'Please correct cartItems.0.styles: Choose at least one style.',
    ],
    [
      'has a style of its own',
      () => [{ ...selfItem(), styles: ['rope'] }],
      'Please correct cartItems.0.styles.0: Choose dress',
    ],
    [
      'has no gender',
      () => [{ ...selfItem(), gender: 'other' }],
      'Please correct cartItems.0.gender: Choose male or female.',
    ],
    [
      'is for nobody',
      () => [{ ...selfItem(), recipientType: 'cat' }],
      'Please correct cartItems.0.recipientType: Choose self or gift.',
    ],
  ])('because it %s says so, and nothing is stored', async (_why, cart, sentence) => {
    const before = await storedRows(test.shop.db)
    const answer = await start(cart())
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(sentence)
    expect(Object.keys(answer.body)).toEqual(['code', 'message', 'fields'])
    expect(await storedRows(test.shop.db)).toEqual(before)
  })

  it.each(['$0.00', '$0.01', '-$69.50', '$59.50', '69', 'free', ' ', '$NaN', '0x1B26'])(
    'because its price says %j names the right price',
    async (price) => {
      const before = await storedRows(test.shop.db)
      const answer = await start([selfItem('monthly'), selfItem('monthly', { price })])
      expect(answer).toMatchObject({
        status: 400,
        body: {
          code: 'price_changed',
          message: expect.stringContaining('Item 2: The price of Monthly is $69.50'),
        },
      })
      expect(Object.keys(answer.body.fields)).toEqual(['cartItems.1.price'])
      expect(await storedRows(test.shop.db)).toEqual(before)
    },
  )
})

describe('a cart that can be bought', () => {
  it('costs its plans’ prices, whatever else the request says', async () => {
    const tampered = {
      cartItems: [
        {
          ...selfItem('12-months'),
          stripeAmount: 1,
          amount: 1,
          amountCents: 1,
          quantity: -1,
          taxCents: -59_399,
        },
      ],
      total: 1,
      amount: 1,
      currency: 'JPY',
      taxInfo: { hasTax: false, tax: 0, total: 1 },
    }
    const started = await test.post('/api/create-payment-intent', tampered)
    expect(started.body.taxInfo).toEqual({ hasTax: false, tax: 0, total: 59400 })
    const paid = await test.pay(started.body.clientSecret)
    const payment = await test.shop.payments.fetch(paid.body.paymentIntentId)
    expect(payment).toMatchObject({ amountCents: 59400, currency: 'USD' })
  })

  it('may omit the labels that follow from its plan', async () => {
    const { planName: _name, price: _price, period: _period, colors: _colors, ...item } = selfItem('6-months')
    const started = await start([item])
    expect(started.body.taxInfo).toEqual({ hasTax: false, tax: 0, total: 35700 })
  })

  it('may say null where it could say nothing', async () => {
    const own = { ...shipped({ address2: null as unknown as string }), giftDetails: null }
    const gift = given({ giftMessage: null as unknown as string })
    expect((await start([own, gift])).body.taxInfo).toEqual({ hasTax: false, tax: 0, total: 66350 })
  })

  it.each([
    ['CA', '94110', true],
    [' california ', '94110-1234', true],
    ['OR', '97209', false],
  ])('to %j %s is taxed: %s', async (state, zipCode, hasTax) => {
    const started = await start([shipped({ state, zipCode })])
    expect(started.body.taxInfo).toEqual({ hasTax, tax: hasTax ? 504 : 0, total: hasTax ? 7454 : 6950 })
  })

  it('sends a gift today by the shop’s day, not UTC', async () => {
    expect((await start([given({ emailDate: '2026-11-20' })])).status).toBe(200)
    expect((await start([given({ emailDate: '2026-11-20T00:00:00.000Z' })])).status).toBe(200)
  })

  it('holds twenty items, each taxed at its destination', async () => {
    const cart = [...many(19), toCalifornia(giftItem('6-months'))]
    const started = await start(cart)
    expect(started.body.taxInfo).toEqual({ hasTax: true, tax: 2588, total: 19 * 6950 + 35700 + 2588 })
  })

  it.each([
    ['Unsure of the size', selfItem('monthly', { size: 'Unsure' })],
    ['for a woman of 26', selfItem('monthly', { gender: 'female', size: '26' })],
    ['for a man of 44', selfItem('monthly', { size: '44' })],
    ['for myself, as the quiz says it', { ...selfItem(), recipientType: 'myself' }],
    ['in every script', shipped({ fullName: 'Zoë 王小明 👩‍👩‍👧 O’Neill', city: 'Coeur d’Alene' })],
  ])('may be %s', async (_what, item) => {
    expect((await start([item])).status).toBe(200)
  })
})

function many(count: number): CartItem[] {
  return Array.from({ length: count }, () => selfItem('monthly'))
}
