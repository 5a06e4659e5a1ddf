import { describe, expect, it } from 'vitest'
import { giftItem } from '../../../test/carts.ts'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import { anyShop } from '../../../test/render-page.tsx'
import { slowCalls } from '../../../test/slow-calls.ts'
import NewOrderPage from './new-order-page.tsx'

describe('a manual order', () => {
  const preview = {
    items: [
      {
        what: '6 Months for Nora Blake',
        firstDrop: '2026-12',
        lastDrop: '2027-05',
        amountCents: 35_700,
        taxCents: 0,
      },
    ],
    ...{ discountCents: 0, totalCents: 35_700, taxCents: 0, lines: ['It renews on May 21, 2027.'] },
  }
  const openForm = (made: object, reply = ok(made)) =>
    openAdmin(<NewOrderPage />, {
      '/api/admin/orders/preview': ok(preview),
      '/api/admin/orders': reply,
      '/api/admin/manual-orders': ok({ orders: [], manualOrders: [], nextCursor: null }),
    })
  async function write(page: Awaited<ReturnType<typeof openForm>>) {
    for (const [name, value] of [
      ['Buyer’s email', 'nora@example.com'],
      ['Address', '12 Main St'],
      ['City', 'Portland'],
      ['State', 'OR'],
      ['ZIP code', '97209'],
    ] as const)
      await page.fill(name, value)
  }
  const item = {
    ...{ planId: '6-months', gender: 'male', size: '36', styles: ['dress'] },
    shippingDetails: { address: '12 Main St', city: 'Portland', state: 'OR', zipCode: '97209' },
  }

  it('is previewed, then made with a reason; any change needs a new preview', async () => {
    const page = await openForm({ orderId: 'o9', orderNumber: 'BC-9999-9999', link: null })
    await page.check('Paid already')
    await page.fill('Paid by', 'check')
    await write(page)
    await page.fill('Full name', 'Nora Blake')
    await page.fill('Apartment, floor (optional)', 'Apt 4')
    await page.press('Preview it')
    const [looked] = page.sent('/api/admin/orders/preview') as [{ cartItems: object[] }]
    expect(looked).toMatchObject({ kind: 'paid', paidBy: 'check', email: 'nora@example.com' })
    expect(looked.cartItems).toMatchObject([
      {
        ...item,
        recipientType: 'self',
        shippingDetails: {
          ...{ ...item.shippingDetails, address2: 'Apt 4', fullName: 'Nora Blake' },
          email: 'nora@example.com',
        },
      },
    ])
    expect(looked.cartItems[0]).not.toHaveProperty('price')
    expect(page.words()).toContain('6 Months for Nora Blake December 2026 to May 2027, $357.00')
    expect(page.button('Order, it’s paid').disabled).toBe(true)
    await page.fill('Full name', 'Nora Blak')
    await page.press('Preview it')
    await page.fill(/^Why/, 'At the fair')
    await page.press('Order, it’s paid')
    expect(page.sent('/api/admin/orders')).toMatchObject([
      { kind: 'paid', reason: 'At the fair', totalCents: 35_700, key: expect.any(String) },
    ])
    expect(page.words()).toContain('BC-9999-9999 is in, and its confirmation is on its way.')
    await page.press('Add another order')
    await write(page)
    await page.press('Preview it')
    await page.fill(/^Why/, 'By phone')
    await page.press('Email the link')
    const [first, other] = page.sent('/api/admin/orders') as { key: string }[]
    expect(other!.key, 'the next order isn’t taken for the same one').not.toBe(first!.key)
  })

  it('shows no preview that was asked for before the form was changed', async () => {
    const page = await openForm({ orderId: null, orderNumber: null, link: null })
    await page.fill('Full name', 'Nora Blake')
    await write(page)
    const answer = slowCalls('/api/admin/orders/preview')
    await page.press('Preview it')
    await page.fill('Buyer’s email', 'ines@example.com')
    answer()
    await page.settle()
    expect(page.words()).not.toContain('$357.00')
    await page.press('Preview it')
    answer()
    await page.settle()
    expect(page.words()).toContain('$357.00')
    expect(page.sent('/api/admin/orders/preview').at(-1)).toMatchObject({ email: 'ines@example.com' })
    // What was ordered keeps its words, too.
    await page.fill(/^Why/, 'By phone')
    const make = slowCalls('/api/admin/orders')
    await page.press('Email the link')
    await page.fill('Buyer’s email', 'leo@example.com')
    make()
    await page.settle()
    expect(page.words()).toContain('The link is on its way to ines@example.com.')
  })

  it('says what failed although the form was changed meanwhile, and keeps what was typed', async () => {
    const changed = 'Prices or taxes have changed. Check the preview again.'
    const page = await openForm({}, no({ code: 'price_changed', message: changed }))
    await page.fill('Full name', 'Nora Blake')
    await write(page)
    await page.press('Preview it')
    await page.fill(/^Why/, 'By phone')
    const make = slowCalls('/api/admin/orders')
    await page.press('Email the link')
    await page.fill('City', 'Salem')
    // One at a time: what was sent isn't decided yet.
    await page.press('Preview it')
    expect(page.sent('/api/admin/orders/preview')).toHaveLength(1)
    make()
    await page.settle()
    expect(page.words()).toContain(changed)
    expect(page.field('City').value).toBe('Salem')
    await page.fill('City', 'Eugene')
    expect(page.words()).not.toContain(changed)
  })

  it('doesn’t say that nothing was ordered when the answer got lost', async () => {
    const page = await openForm({}, no({}, 502))
    await write(page)
    await page.press('Preview it')
    await page.fill(/^Why/, 'By phone')
    await page.press('Email the link')
    expect(page.words()).toContain('The shop’s answer got lost. Try again: the same form orders only once.')
    await page.press('Email the link')
    const [first, again] = page.sent('/api/admin/orders')
    expect(again).toEqual(first)
  })

  it('shows the order another tab made of this form, keeps the typing, and orders it, too, if asked to', async () => {
    const message = 'This form was sent before, with other details.'
    const page = await openForm({}, no({ code: 'already_ordered', message }, 409))
    await write(page)
    await page.press('Preview it')
    await page.fill(/^Why/, 'By phone')
    const listed = () => page.asked.filter(({ path }) => path === '/api/admin/manual-orders').length
    const before = listed()
    await page.press('Email the link')
    expect(page.words()).toContain(message)
    expect(listed(), 'the list below shows the other order').toBe(before + 1)
    expect(page.field('City').value).toBe('Portland')
    await page.press('Preview it')
    await page.press('Email the link')
    const [first, second] = page.sent('/api/admin/orders') as { key: string }[]
    expect({ ...second, key: '' }).toEqual({ ...first, key: '' })
    expect(second!.key).not.toBe(first!.key)
  })

  it('says of one that was interrupted that nothing was charged, and finishes it under its own key', async () => {
    const listed = {
      ...{ reason: 'Market', username: 'ana', createdAt: '2026-11-21T15:00:00Z' },
      ...{ expiresAt: null, orderId: null, orderNumber: null, unfinished: null },
    }
    const unfinished = giftItem('monthly', { size: '34' })
    const page = await openAdmin(<NewOrderPage />, {
      '/api/admin/orders/preview': ok(preview),
      '/api/admin/orders': ok({ orderId: 'o9', orderNumber: 'BC-9999-9999', link: null }),
      '/api/admin/manual-orders': ok({
        orders: [
          { ...listed, id: 'h1', kind: 'paid', email: 'nora@example.com', unfinished },
          { ...listed, id: 'h2', kind: 'link', email: 'ines@example.com' },
        ],
        nextCursor: null,
      }),
    })
    expect(page.words()).toContain('Market, by ana, interrupted: nothing was ordered or charged Finish it')
    expect(page.words()).toContain('Link to pay, Market, by ana, ended')
    await page.press('Finish it: the order of nora@example.com')
    await page.press('Preview it')
    await page.press('Order, it’s paid')
    expect(page.sent('/api/admin/orders')).toMatchObject([
      {
        ...{ key: 'h1', kind: 'paid', email: 'nora@example.com', reason: 'Market' },
        cartItems: [{ planId: 'monthly', size: '34', giftDetails: { recipientEmail: 'thomas@example.com' } }],
      },
    ])
  })

  it('starts with a plan that is still sold', async () => {
    const plans = anyShop.plans.map((plan) => ({ ...plan, isActive: plan.id === 'monthly' }))
    const page = await openAdmin(<NewOrderPage />, {}, { shop: { plans } })
    await page.press('Preview it')
    expect(page.sent('/api/admin/orders/preview')).toMatchObject([{ cartItems: [{ planId: 'monthly' }] }])
  })

  it('names giver, recipient and email day when it is a gift', async () => {
    const page = await openForm({ orderId: null, orderNumber: null, link: null })
    await page.fill('For', 'gift')
    await write(page)
    for (const [name, value] of [
      ['Recipient’s name', 'Leo Reyes'],
      ['Giver’s name', 'Nora Blake'],
      ['Recipient’s email', 'leo@example.com'],
      ['Tell them on', '2026-12-01'],
      ['Message (optional)', 'For you.'],
      ['Belts for', 'female'],
      ['Belt size', '28'],
    ] as const)
      await page.fill(name, value)
    await page.check('Let Recipient Pick')
    await page.press('Preview it')
    expect(page.sent('/api/admin/orders/preview')).toMatchObject([
      {
        kind: 'link',
        cartItems: [
          {
            ...{
              recipientType: 'gift',
              gender: 'female',
              size: '28',
              styles: ['dress', 'Let Recipient Pick'],
            },
            giftDetails: {
              ...{
                senderName: 'Nora Blake',
                senderEmail: 'nora@example.com',
                recipientEmail: 'leo@example.com',
              },
              ...{ emailDate: '2026-12-01T00:00:00.000Z', giftMessage: 'For you.' },
            },
          },
        ],
      },
    ])
    await page.fill(/^Why/, 'By phone')
    await page.press('Email the link')
    expect(page.words()).toContain('The link is on its way to nora@example.com.')
    await page.press('Add another order')
    expect(page.field('Buyer’s email').value).toBe('')
  })
})
