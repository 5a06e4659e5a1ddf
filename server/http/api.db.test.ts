import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { promotionCodes } from '../../db/schema.ts'
import { type EndpointName, endpoints } from '../../domain/endpoints.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import { renewalTermsText } from '../../domain/renewal-terms.ts'
import { brokenBodies, brokenTexts } from '../../test/broken-bodies.ts'
import { giftItem, selfItem } from '../../test/carts.ts'
import { type Answer, createTestShop, type TestShop } from '../../test/create-test-shop.ts'
import { guestOrder } from '../../test/guest-order.ts'
import { anyCode } from '../../test/promotions.ts'
import { storedRows } from '../../test/stored-rows.ts'
import { createPromotion } from '../promotions/promotions.ts'

type ValidBody = Parameters<typeof brokenBodies>[0]
type Example = { body: ValidBody; optional?: string[]; nullable?: string[] }

const names = Object.keys(endpoints) as EndpointName[]
const pathOf = (name: EndpointName) => endpoints[name].split(' ')[1]!

let test: TestShop
let examples: Record<EndpointName, Example>

beforeAll(async () => {
  test = await createTestShop()
  await createPromotion(test.shop, { ...anyCode, code: 'SPRING', percentOff: 10 })
  const gift = giftItem('12-months')
  const cart = [{ ...gift, shippingDetails: { ...gift.shippingDetails!, address2: 'Floor 2' } }]
  const started = await test.post('/api/create-payment-intent', { cartItems: cart })
  const paid = await test.pay(started.body.clientSecret)
  const own = [selfItem()]
  const unpaid = await test.post('/api/create-payment-intent', { cartItems: own })
  const { supportEmail } = test.shop.config
  const terms = renewalTermsText({
    cart: own,
    renewalDiscounts: [],
    today: '2026-11-21',
    supportEmail,
    calendar: {},
    plans: firstPlans,
  })
  await test.shop.db.insert(promotionCodes).values({ code: 'FREE', percentOff: 100, duration: 'once' })
  const free = await test.post('/api/create-payment-intent', { cartItems: cart, promotionCode: 'free' })
  const setUp = await test.pay(free.body.clientSecret)
  // Of what may be left out, all but the list of colors may also be null.
  const nullableLabels = ['planName', 'price', 'period'].map((field) => `cartItems.*.${field}`)
  const labels = [...nullableLabels, 'cartItems.*.colors']
  const lines = ['cartItems.*.shippingDetails.address2', 'cartItems.*.giftDetails.giftMessage']
  // After the payment the posted cart only says whose order it is: a part left out makes it another cart, no more.
  const details = Object.entries({
    shippingDetails: cart[0]!.shippingDetails,
    giftDetails: gift.giftDetails,
  })
    .flatMap(([part, fields]) => [part, ...Object.keys(fields ?? {}).map((field) => `${part}.${field}`)])
    .map((part) => `cartItems.*.${part}`)
  const shipping = details.filter((part) => part.includes('shippingDetails'))
  examples = {
    createPaymentIntent: {
      body: {
        cartItems: [giftItem('12-months') as unknown as ValidBody, cart[0] as unknown as ValidBody],
        promotionCode: 'X',
      },
      optional: [...labels, ...lines, 'promotionCode'],
      nullable: [...nullableLabels, ...lines],
    },
    createGuestOrder: {
      // Paid but not ordered: a body accepted by mistake would make an order.
      body: {
        ...(guestOrder(cart, paid.body.paymentIntentId, 'maya@example.com') as unknown as Record<
          string,
          ValidBody
        >),
        stripeSubscriptionId: 'sub_1',
        stripeCustomerId: 'cus_1',
      },
      optional: [
        ...labels,
        ...details,
        'stripeSubscriptionId',
        'stripeCustomerId',
        'shippingInfo.addressLine2',
      ],
      nullable: [
        ...nullableLabels,
        ...details,
        ...['stripeSubscriptionId', 'stripeCustomerId', 'shippingInfo.addressLine2'],
      ],
    },
    createSubscriptionOrder: {
      body: {
        setupIntentId: setUp.body.paymentIntentId,
        paymentMethodId: 'pm_demo',
        cartItems: cart as unknown as ValidBody[],
        purchaserEmail: 'maya@example.com',
        customerId: free.body.customerId,
      },
      optional: [...labels, ...details, 'customerId'],
      nullable: [...nullableLabels, ...details, 'customerId'],
    },
    openOrderLink: { body: { token: 'a-token-that-nobody-was-given' } },
    completeCheckoutSession: { body: { sessionId: 'cs_demo_unknown' } },
    previewPromotion: {
      body: { promotionCode: 'SPRING', cartItems: [selfItem() as unknown as ValidBody] },
      optional: [...labels, ...shipping],
      nullable: [...nullableLabels, ...shipping],
    },
    recordConsent: { body: { clientSecret: unpaid.body.clientSecret, text: terms } },
    subscribeFromQuiz: {
      body: { email: 'maya@example.com', recipientName: 'Maya', source: 'MyselfEmail' },
      optional: ['source'],
    },
    subscribeToNewsletter: {
      body: { email: 'maya@example.com', name: 'Maya', source: 'footer' },
      optional: ['name', 'source'],
      nullable: ['name', 'source'],
    },
    sendContactMessage: {
      body: {
        name: 'Maya',
        email: 'maya@example.com',
        subject: 'A question',
        category: 'sizing',
        orderNumber: 'BC-7K3F-9QMT',
        message: 'How long is it?',
      },
      optional: ['category', 'orderNumber'],
      nullable: ['category', 'orderNumber'],
    },
    firstSix: { body: { gender: 'male', size: '36', styles: ['dress'] }, optional: [] },
    countQuizStep: { body: { version: 1, step: 1, recipientType: 'myself' }, optional: [] },
    confirmDemoPayment: {
      body: {
        clientSecret: unpaid.body.clientSecret,
        cardNumber: '4242 4242 4242 4242',
        expiration: '12/30',
        securityCode: '123',
        email: 'maya@example.com',
        authentication: 'completed',
      },
      optional: ['authentication'],
    },
  }
})
afterAll(() => test.close())

describe.each(names)('%s', (name) => {
  it('refuses a body wrong in any place with a clear sentence, and stores nothing', async () => {
    const { body, optional, nullable } = examples[name]
    const before = await storedRows(test.shop.db)
    const complaints = []
    for (const broken of brokenBodies(body, optional, nullable)) {
      const complaint = complaintAbout(await test.post(pathOf(name), broken.body))
      if (complaint) complaints.push(`${broken.how}: ${complaint}`)
    }
    expect(complaints).toEqual([])
    expect(await storedRows(test.shop.db)).toEqual(before)
  })

  it.each(brokenTexts)('refuses a body that is %s', async (_how, text) => {
    const before = await storedRows(test.shop.db)
    expect(complaintAbout(await test.post(pathOf(name), text))).toBeNull()
    expect(await storedRows(test.shop.db)).toEqual(before)
  })

  it('refuses 1 MB of text in any field, and 1 MB of spaces', async () => {
    const before = await storedRows(test.shop.db)
    const large = 'x'.repeat(1024 * 1024)
    const bodies = Object.keys(examples[name].body as object).map((field) => ({
      ...(examples[name].body as object),
      [field]: large,
    }))
    for (const body of [...bodies, `${' '.repeat(1024 * 1024)}${JSON.stringify(examples[name].body)}`]) {
      const answer = await test.post(pathOf(name), body)
      expect(complaintAbout(answer)).toBeNull()
      expect(answer.body.code).toBe('body_too_large')
    }
    expect(await storedRows(test.shop.db)).toEqual(before)
  })

  it('refuses a body without length or end', async () => {
    const text = new TextEncoder().encode('x'.repeat(64 * 1024))
    let sent = 0
    const endless = new ReadableStream({
      pull: (controller) => (sent++ < 1_000 ? controller.enqueue(text) : controller.close()),
    })
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: endless }
    const response = await test.app.request(pathOf(name), { ...request, duplex: 'half' } as RequestInit)
    const answer = { status: response.status, body: await response.json() }
    expect(complaintAbout(answer)).toBeNull()
    expect(answer.body.code).toBe('body_too_large')
    expect(sent).toBeLessThan(100)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'refuses content type %j, which another site can make a browser send',
    async (type) => {
      const before = await storedRows(test.shop.db)
      const answer = await test.post(pathOf(name), examples[name].body, { 'content-type': type })
      expect(complaintAbout(answer)).toBeNull()
      expect(answer.body.message).toContain('application/json')
      expect(await storedRows(test.shop.db)).toEqual(before)
    },
  )

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'])('refuses %s and says which method to use', async (method) => {
    const answer = await send(method, pathOf(name))
    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    expect(complaintAbout(answer)).toBeNull()
    expect(answer.body.message).toContain('POST')
  })
})

describe('an unknown call', () => {
  it.each([
    '/api',
    '/api/',
    '/api/orders',
    '/api/unknown',
    '/api/%00',
    '/api/%E0%A4%A',
    '/api/../../etc/passwd',
  ])('%s is not found', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await send(method, path)
      expect(answer.status).toBe(404)
      expect(complaintAbout(answer)).toBeNull()
    }
  })
})

/** Null for a refusal as the shop promises it: 4xx with {code, message, fields} and a sentence that a person can use. */
function complaintAbout({ status, body }: Answer): string | null {
  if (status < 400 || status > 499) return `status ${status} ${JSON.stringify(body)}`
  const { code, message, fields } = body
  if (!/^[a-z_]+$/.test(code)) return `code ${code}`
  if (typeof fields !== 'object' || Object.values(fields).some((each) => typeof each !== 'string')) {
    return `fields ${JSON.stringify(fields)}`
  }
  const isSentence = /^[A-Z].*\s.*\S$/.test(message) && message.length > 15
  const isJargon = /invalid input|expected|received|undefined|null|\[object|NaN/i.test(message)
  return isSentence && !isJargon ? null : `message ${JSON.stringify(message)}`
}

async function send(method: string, path: string): Promise<Answer> {
  const response = await test.app.request(path, { method })
  return { status: response.status, body: JSON.parse(await response.text()) }
}
