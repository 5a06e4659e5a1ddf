import { useState } from 'react'
import { expect, it } from 'vitest'
import type { OrderDetail } from '../../../domain/admin/order-detail.ts'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import { useAdmin } from '../client/use-admin.ts'
import { OrderBoxes } from './order-boxes.tsx'
import { StatusSelect, TrackingCell } from './order-cells.tsx'
import { GiveCreditDialog, RefundDialog } from './refund-dialogs.tsx'

const box = (drop: string, isRefundable: boolean) => ({
  ...{ id: drop, drop, state: isRefundable ? 'owed' : 'packed', holdReason: null, valueCents: 5950 },
  ...{ belt: null, isRefundable },
})
const detail = (...boxes: object[]) =>
  ({
    order: { id: 'o1', orderNumber: 'BC-7K3F-9QMT' },
    memberships: [{ id: 'm1', planName: '6 Months', isGift: false, status: 'active', boxes }],
  }) as unknown as OrderDetail

/** The boxes of an order, which someone packs meanwhile. */
function Boxes() {
  const [isPacked, setPacked] = useState(false)
  return (
    <>
      <OrderBoxes detail={detail(box('2026-12', !isPacked), box('2027-01', true))} />
      <button type="button" onClick={() => setPacked(true)}>
        Meanwhile
      </button>
    </>
  )
}

/** Two cells of an order whose number someone else sets meanwhile, beside the figures of the day. */
function Cells() {
  const [trackingNumber, setNumber] = useState<string | null>(null)
  const parcel = { id: 'p1', recipientName: 'Thomas Ellison', trackingNumber }
  const order = {
    ...{ id: 'o1', orderNumber: 'BC-7K3F-9QMT', status: 'processing', boxesStatus: 'processing' },
    shippingAddresses: [parcel],
  } as unknown as OrderView
  const figures = useAdmin('readDashboard', {})
  return (
    <>
      <p>{figures.data?.today.orders} today</p>
      <StatusSelect order={order} />
      <TrackingCell order={order} parcel={parcel as never} />
      <button type="button" onClick={() => setNumber('9400110200881234567890')}>
        Meanwhile
      </button>
    </>
  )
}

it('a tracking number says which one it replaces, so that none is overwritten unseen', async () => {
  const path = '/api/admin/orders/o1/tracking'
  const page = await openAdmin(<Cells />, { [path]: ok() })
  await page.press(/^Set tracking/)
  await page.press('Meanwhile', true)
  await page.fill('Tracking number', '1Z999AA10123456784')
  await page.press('Save')
  expect(page.sent(path)).toMatchObject([{ was: { trackingNumber: null } }])
})

it('the dashboard is read again once an order’s status has changed', async () => {
  const today = (orders: number) => ok({ today: { orders } })
  const replies = {
    '/api/admin/dashboard': today(3),
    '/api/admin/orders/o1/status': ok(),
  }
  const page = await openAdmin(<Cells />, replies)
  expect(page.words()).toContain('3 today')
  replies['/api/admin/dashboard'] = today(2)
  await page.fill('Status of BC-7K3F-9QMT', 'shipped')
  await page.press('Set to shipped')
  expect(page.words()).toContain('2 today')
})

it('a box that was packed since it was chosen isn’t refunded with the others', async () => {
  const page = await openAdmin(<Boxes />)
  await page.check('December 2026')
  await page.check('January 2027')
  expect(page.button('Refund 2 boxes').disabled).toBe(false)
  await page.press('Meanwhile')
  expect(page.field('December 2026').checked).toBe(false)
  expect(page.button('Refund one box').disabled).toBe(false)
})

it('a refund or credit whose answer got lost is sent again under its key, so it’s given once', async () => {
  const order = { id: 'o1', orderNumber: 'BC-7K3F-9QMT' } as unknown as OrderView
  const known = { totalCents: 35_700, leftCents: 35_700, boxes: 0, email: 'maya@example.com' }
  for (const [Dialog, path, button] of [
    [RefundDialog, '/api/admin/orders/o1/give-back', 'Refund $15.00'],
    [GiveCreditDialog, '/api/admin/orders/o1/credit', 'Give $15.00 of credit'],
  ] as const) {
    const replies = { [path]: ok(known) }
    const page = await openAdmin(<Dialog order={order} onClose={() => {}} />, replies)
    await page.fill('Amount in dollars', '15')
    await page.fill(/^Why/, 'A scratch')
    replies[path] = no({}, 502)
    await page.press(button)
    await page.press(button)
    const [first, again] = page.sent(path)
    expect(again).toEqual(first)
    expect(first).toMatchObject({ key: expect.any(String) })
    expect(page.told()[0]).toBe(
      'Error: The shop’s answer got lost. Press the button again: the same form pays only once.',
    )
  }
})
