import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import { selfItem } from '../../../test/carts.ts'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import OrderPage from './order-page.tsx'
import { SelectionBar } from './selection-bar.tsx'

const shipping = {
  ...{ id: 'p1', orderId: 'o1', recipientName: 'Thomas Ellison', email: 'maya@example.com' },
  ...{
    addressLine1: '418 Alder Street',
    addressLine2: null,
    city: 'Portland',
    state: 'OR',
    zipCode: '97209',
  },
  ...{ country: 'US', trackingNumber: null },
}
const order = (changes: object = {}) =>
  ({
    ...{ id: 'o1', orderNumber: 'BC-7K3F-9QMT', status: 'processing', boxesStatus: 'processing' },
    ...{
      createdAt: '2026-11-20T15:00:00Z',
      totalAmount: '357.00',
      subtotalAmount: '357.00',
      taxAmount: '0.00',
    },
    ...{
      purchaserEmail: 'maya@example.com',
      recipientType: 'gift',
      giftSenderName: 'Maya Ellison',
      tags: [],
    },
    customer: { username: 'Guest Order', email: 'maya@example.com' },
    ...{ shippingInfo: shipping, shippingAddresses: [shipping] },
    orderItems: [
      { id: 'i', orderId: 'o1', productId: null, quantity: 1, price: '357.00', preferences: selfItem() },
    ],
    ...changes,
  }) as unknown as OrderView
const payment = {
  ...{ id: 'y1', paidAt: '2026-11-20T15:00:00Z', amountCents: 35_700, taxCents: 2588, creditCents: 0 },
  expectedCents: null,
}
const refund = {
  ...{ id: 'f1', createdAt: '2026-11-20T16:00:00Z', amountCents: 5950, taxCents: 431, status: 'failed' },
  ...{ madeBy: 'shop', reason: 'Too many', problem: 'The card is closed.' },
}
const box = (id: string, changes: object = {}) => ({
  ...{
    id,
    drop: '2026-12',
    state: 'owed',
    holdReason: null,
    valueCents: 5950,
    belt: null,
    isRefundable: true,
  },
  ...{ size: '36' },
  ...changes,
})
const membership = {
  ...{ id: 'm1', planName: '6 Months', isGift: true, status: 'past_due', nextChargeOn: '2027-05-21' },
  ...{ nextChargeCents: 35_700, nextCreditCents: 2000, providerTerms: null },
  boxes: [
    box('x1', { state: 'shipped', isRefundable: false, belt: 'The Ashbury' }),
    box('x2'),
    box('x3', { drop: '2027-01' }),
  ],
}
const detail = (changes: object = {}) => ({
  ...{ order: order(), payments: [payment], refunds: [], disputes: [], fraudWarnings: [], mails: [] },
  ...{ memberships: [membership], notes: [], history: [], exchanges: [], sentBelts: [] },
  ...changes,
})
const call = (what = '') => `/api/admin/orders/o1${what}`
const openOrder = (changes: object = {}, replies = {}, role = 'owner') =>
  openAdmin(
    <OrderPage />,
    { [call()]: ok(detail(changes)), '/api/admin/exchanges?orderId=o1': ok({ exchanges: [] }), ...replies },
    { at: '/admin/orders/o1', path: '/admin/orders/:orderId', role },
  )

describe('the payments of an order', () => {
  it('are listed with tax, receipt, and what renews', async () => {
    const page = await openOrder()
    expect(page.words()).toContain('$382.88, $25.88 of it tax Receipt')
    expect(page.button('Receipt').getAttribute('href')).toBe(call('/receipts/y1'))
    expect(page.words()).toContain(
      'Next charge May 21, 2027: $357.00, plus any tax, less $20.00 of store credit',
    )
    expect(page.words()).toContain('Maya Ellison, Guest Order, maya@example.com')
  })

  it('can be refunded once, with a reason, for any amount up to what is left', async () => {
    const give = call('/give-back')
    const page = await openOrder({}, { [give]: ok({ totalCents: 38_288, leftCents: 38_288, boxes: 2 }) })
    await page.press('Give a refund')
    expect(page.words()).toContain(
      'The whole order, $382.88. 2 boxes that aren’t packed won’t ship, and nothing renews.',
    )
    await page.fill('Amount in dollars', '400')
    expect(page.words()).toContain('Enter an amount up to $382.88, such as 15.00.')
    await page.fill('Amount in dollars', '15.50')
    await page.press('Refund $15.50')
    expect(page.sent(give)).toEqual([])
    await page.fill(/^Why/, ' A scratch ')
    await page.press('Refund $15.50')
    expect(page.sent(give)).toMatchObject([
      { orderId: 'o1', totalCents: 1550, isWhole: false, reason: 'A scratch', key: expect.any(String) },
    ])
    expect(page.told()).toEqual(['Refund sent: We’ve emailed the buyer.'])
  })

  it.each([
    ['in full', /^The whole order/, { totalCents: 38_288, isWhole: true, isTaxOnly: false }],
    ['of its sales tax', /^The sales tax .*\$25\.88/, { totalCents: 2_588, isWhole: false, isTaxOnly: true }],
  ])('can be refunded %s', async (_, what, sent) => {
    const give = call('/give-back')
    const left = { totalCents: 38_288, leftCents: 38_288, taxCents: 2_588, boxes: 0 }
    const page = await openOrder({}, { [give]: ok(left) })
    await page.press('Give a refund')
    await page.check(what)
    await page.fill(/^Why/, 'Fraud')
    await page.press(/^Refund \$/)
    expect(page.sent(give)).toMatchObject([sent])
  })

  it('can become store credit up to $1,000, added to what the buyer has', async () => {
    const credit = call('/credit')
    const page = await openOrder(
      {},
      {
        [credit]: ok({ email: 'maya@example.com', balanceCents: 1000, codesCents: 500 }),
      },
    )
    await page.press('Give store credit')
    await page.fill('Amount in dollars', '1000.01')
    expect(page.words()).toContain('Enter an amount up to $1,000.00, such as 15.00.')
    await page.fill('Amount in dollars', '20')
    expect(page.words()).toContain('maya@example.com has $15.00 of store credit now, and $35.00 after this.')
    await page.fill(/^Why/, 'Sorry')
    await page.press('Give $20.00 of credit')
    expect(page.sent(credit)).toMatchObject([{ orderId: 'o1', amountCents: 2000, reason: 'Sorry' }])
    expect(page.told()).toEqual(['Store credit given: We’ve emailed the buyer.'])
  })

  it('let permitted staff retry a failed refund or mark it paid another way', async () => {
    const page = await openOrder(
      { refunds: [refund] },
      { '/api/admin/refunds/f1/retry': no({ error: 'Still closed.' }) },
    )
    expect(page.words()).toContain('$63.81')
    expect(page.words()).toContain('The card is closed.')
    expect(page.words()).not.toContain('Credit note')
    await page.press('Try again')
    expect(page.told()).toEqual(['Error: Still closed.'])
    await page.press('Paid another way')
    await page.press('Yes, it was paid')
    expect(page.sent('/api/admin/refunds/f1/settle')).toEqual([])
    await page.fill(/^How/, ' By check ')
    await page.press('Yes, it was paid')
    expect(page.sent('/api/admin/refunds/f1/settle')).toEqual([{ refundId: 'f1', note: 'By check' }])
    const viewer = await openOrder({ refunds: [refund] }, {}, 'viewer')
    expect(viewer.words()).not.toMatch(/Paid another way|Give a refund|Give store credit|Save note/)
  })

  it('ask once how many belts an odd payment buys', async () => {
    const odd = { ...payment, amountCents: 10_000, taxCents: 0, expectedCents: 35_700 }
    const page = await openOrder({ payments: [odd] }, { '/api/admin/payments/y1/decide': ok() })
    expect(page.words()).toContain('The membership costs $357.00. This sum has bought no belts yet.')
    await page.press('Say what it buys')
    for (const nothing of ['', 'two']) {
      await page.fill('Belts, 0 to 24', nothing)
      await page.press('Say so')
    }
    expect(page.sent('/api/admin/payments/y1/decide')).toEqual([])
    await page.fill('Belts, 0 to 24', '2')
    await page.press('Say so')
    expect(page.sent('/api/admin/payments/y1/decide')).toEqual([{ paymentId: 'y1', boxes: 2 }])
  })
})

describe('the boxes of an order', () => {
  it('are refunded with price and tax unless packed', async () => {
    const page = await openOrder(
      {},
      {
        [`${call('/refund')}?boxIds=x3`]: ok({ totalCents: 6381, amountCents: 5950, taxCents: 431 }),
        [call('/refund')]: ok(),
      },
    )
    expect(page.words()).toContain('6 Months, gift, past due')
    expect(page.words()).toContain('December 2026shipped$59.50The Ashbury')
    expect(page.field('December 2026').disabled).toBe(true)
    expect(page.button('Refund boxes').disabled).toBe(true)
    await page.check('January 2027')
    await page.press('Refund one box')
    expect(page.words()).toContain('$59.50 and $4.31 tax go back the way it was paid. This box won’t ship.')
    await page.fill(/^Why/, ' One too many ')
    await page.press('Refund $63.81')
    expect(page.sent(call('/refund'))).toEqual([
      { orderId: 'o1', boxIds: ['x3'], totalCents: 6381, reason: 'One too many' },
    ])
    expect(page.told()).toEqual(['Refund made: We’ve emailed the buyer.'])
  })

  it('are canceled for free when nothing was paid', async () => {
    const page = await openOrder(
      {},
      {
        [`${call('/refund')}?boxIds=x3`]: ok({ totalCents: 0, amountCents: 0, taxCents: 0 }),
        [call('/refund')]: ok(),
      },
    )
    await page.check('January 2027')
    await page.press('Refund one box')
    expect(page.words()).toContain('Nothing was paid for this box, so no money moves. It won’t ship')
    await page.fill(/^Why/, 'They asked')
    await page.press('Don’t ship one box')
    expect(page.sent(call('/refund'))).toEqual([
      { orderId: 'o1', boxIds: ['x3'], totalCents: 0, reason: 'They asked' },
    ])
    expect(page.told()).toEqual(['Box called off: We’ve emailed the buyer.'])
  })
})

describe('the status of an order', () => {
  it('set by hand can return to what its boxes say', async () => {
    const page = await openOrder({ order: order({ status: 'delivered' }) }, { [call('/status')]: ok() })
    expect(page.words()).toContain('Set by hand. Its boxes say processing.')
    await page.press(/^Use that/)
    expect(page.sent(call('/status'))).toEqual([
      { orderId: 'o1', status: 'processing', was: { status: 'delivered' } },
    ])
    expect(page.told()).toEqual(['Status Updated: Order status updated successfully'])
    const viewer = await openOrder({ order: order({ status: 'delivered' }) }, {}, 'viewer')
    expect(viewer.words()).toContain('delivered, set by hand')
  })

  it('never overwrites another admin’s change without asking', async () => {
    const changed = no({ error: 'Lee set it to shipped.', details: { changed: 'status' } }, 409)
    const page = await openOrder({ order: order({ status: 'pending' }) }, { [call('/status')]: changed })
    await page.fill('Status of BC-7K3F-9QMT', 'processing')
    expect(page.words()).toContain('Lee set it to shipped.')
    await page.press('Save mine over it')
    expect(page.sent(call('/status'))).toEqual([
      { orderId: 'o1', status: 'processing', was: { status: 'pending' } },
      { orderId: 'o1', status: 'processing' },
    ])
  })

  it('asks about an odd tracking number, and says whether the buyer gets an email', async () => {
    const shipped = { order: order({ status: 'shipped' }) }
    const page = await openOrder(shipped, { [call('/tracking')]: ok() })
    await page.press(/^Set tracking/)
    expect(page.words()).toContain('To Thomas Ellison. We’ll email the buyer right away.')
    await page.fill('Tracking number', ' 12 ')
    await page.press('Save')
    expect(page.sent(call('/tracking'))).toEqual([])
    await page.press('Save it anyway')
    expect(page.sent(call('/tracking'))).toEqual([
      { orderId: 'o1', shippingInfoId: 'p1', trackingNumber: '12', was: { trackingNumber: null } },
    ])
    expect(page.told()).toEqual(['Tracking Updated: '])
  })

  it('takes notes from staff, and keeps the text when saving fails', async () => {
    const page = await openOrder({}, { [call('/notes')]: no() })
    await page.fill(/^New note/, 'Called.')
    await page.press('Save note')
    expect(page.sent(call('/notes'))).toEqual([{ orderId: 'o1', text: 'Called.' }])
    expect(page.told()).toEqual(['Error: The note wasn’t saved.'])
    expect(page.field(/^New note/).value).toBe('Called.')
    const note = { id: 'n1', at: '2026-11-21T15:00:00Z', username: 'ana', text: 'Called.' }
    const replies = { [call()]: ok(detail()), [call('/notes')]: ok() }
    const at = { at: '/admin/orders/o1', path: '/admin/orders/:orderId' }
    const kept = await openAdmin(<OrderPage />, replies, at)
    replies[call()] = ok(detail({ notes: [note] }))
    await kept.fill(/^New note/, 'Called.')
    await kept.press('Save note')
    expect(kept.words()).toContain('Called. ana')
    expect(kept.field(/^New note/).value).toBe('')
  })
})

it('an order says where each of its belts goes', async () => {
  const item = (id: string) => ({ id, price: '178.50', preferences: selfItem() })
  const page = await openOrder({
    order: order({
      orderItems: [item('i1'), item('i2')],
      shippingAddresses: [
        { ...shipping, id: 'p2', orderItemId: 'i2', recipientName: 'June Park' },
        { ...shipping, orderItemId: 'i1' },
      ],
    }),
  })
  expect(page.words()).toMatch(/Item 1 .*Ships to Thomas Ellison, .*Item 2 .*Ships to June Park, /)
})

describe('a selection of orders', () => {
  const two = [
    order(),
    order({
      ...{ id: 'o2', orderNumber: 'BC-2222-3333', status: 'pending', boxesStatus: null, tags: ['vip'] },
      shippingInfo: { ...shipping, trackingNumber: '1Z999AA10123456784' },
      shippingAddresses: [{ ...shipping, trackingNumber: '1Z999AA10123456784' }],
    }),
  ]
  const openBar = (replies = {}, role?: string) => {
    const chosen: string[][] = []
    const bar = <SelectionBar orders={two} onChoose={(ids) => chosen.push(ids)} />
    return openAdmin(bar, replies, role ? { role } : {}).then((page) => ({ page, chosen }))
  }

  it('previews a status change and its emails, and keeps skipped orders selected', async () => {
    const failed = [{ orderId: 'o2', orderNumber: 'BC-2222-3333', sentence: 'Somebody changed it.' }]
    const { page, chosen } = await openBar({ '/api/admin/orders/status': ok({ changed: 1, failed }) })
    await page.press('Set status')
    await page.fill('Status', 'shipped')
    expect(page.words()).toContain('The boxes of 1 order say something else.')
    expect(page.words()).toContain('Buyers whose package has a tracking number get an email: 1 at most.')
    await page.press('Set to shipped')
    expect(page.sent('/api/admin/orders/status')).toEqual([
      { orderIds: ['o1', 'o2'], status: 'shipped', was: { o1: 'processing', o2: 'pending' } },
    ])
    expect(page.told()).toEqual(['1 order left out: Status Updated: 1 order.'])
    expect(chosen).toEqual([['o2']])
    expect(page.words()).toContain('BC-2222-3333: Somebody changed it.')
  })

  it('sends only changed tracking numbers, with their old values', async () => {
    const { page } = await openBar({ '/api/admin/orders/tracking': ok({ changed: 1, failed: [] }) })
    await page.press('Set tracking')
    expect(page.button('Save').disabled).toBe(true)
    await page.fill(/^BC-2222-3333/, '1Z999AA10123456784')
    expect(page.button('Save').disabled).toBe(true)
    await page.fill(/^BC-7K3F-9QMT/, ' 1Z999AA10123456785 ')
    await page.press('Save 1')
    expect(page.sent('/api/admin/orders/tracking')).toEqual([
      { parcels: [{ orderId: 'o1', trackingNumber: '1Z999AA10123456785', was: null }] },
    ])
    expect(page.told()).toEqual(['Tracking Updated: 1 order'])
  })

  it('gets tags added and removed', async () => {
    const { page } = await openBar({
      '/api/admin/order-tags': ok({ tags: ['vip'] }),
      '/api/admin/orders/tags': ok({ changed: 2, failed: [] }),
    })
    await page.press('Tag')
    await page.check('vip')
    await page.fill('Add, with commas between', ' fair , ,friend')
    await page.press('Save tags')
    expect(page.sent('/api/admin/orders/tags')).toEqual([
      { orderIds: ['o1', 'o2'], add: ['fair', 'friend'], remove: ['vip'] },
    ])
  })

  it('previews an email, then sends it once', async () => {
    const preview = {
      to: 'maya@example.com',
      reached: 2,
      unreached: 0,
      subject: 'About BC-7K3F-9QMT',
      text: 'Hi Maya,',
    }
    const { page } = await openBar({
      '/api/admin/orders/mails/preview': ok(preview),
      '/api/admin/orders/mails': ok({ changed: 2, failed: [] }),
    })
    await page.press('Email buyers')
    await page.fill('Email', 'Hi {name}, it’s late.')
    await page.press('Look at it')
    const written = {
      orderIds: ['o1', 'o2'],
      subject: 'About your order {order}',
      text: 'Hi {name}, it’s late.',
    }
    expect(page.sent('/api/admin/orders/mails/preview')).toEqual([written])
    expect(page.words()).toContain('As maya@example.com gets it.')
    await page.press('Send 2')
    expect(page.sent('/api/admin/orders/mails')).toEqual([{ ...written, key: expect.any(String) }])
  })

  it('exports on its own, and offers only what the role may do', async () => {
    const { page, chosen } = await openBar()
    expect(page.button('Export these').getAttribute('href')).toBe('/api/admin/orders.csv?only=o1%2Co2')
    await page.press('Clear')
    expect(chosen).toEqual([[]])
    const viewer = await openBar({}, 'viewer')
    expect(viewer.page.words()).not.toMatch(/Set status|Set tracking|Tag|Email buyers/)
  })
})
