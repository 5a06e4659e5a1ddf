import { useState } from 'react'
import { expect, it } from 'vitest'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import { slowCalls } from '../../../test/slow-calls.ts'
import { MailOrdersDialog, TrackOrdersDialog } from './bulk-dialogs.tsx'
import { OrderTags } from './order-tags.tsx'
import { SavedViews } from './saved-views.tsx'
import { SelectionBar } from './selection-bar.tsx'

it('an email to buyers is sent as it was previewed, not as typed while the preview was on its way', async () => {
  const preview = { to: 'maya@example.com', reached: 2, unreached: 0, subject: 'About', text: 'Hi Maya,' }
  const orders = [{ id: 'o1' }, { id: 'o2' }] as unknown as OrderView[]
  const page = await openAdmin(<MailOrdersDialog orders={orders} onDone={() => {}} onClose={() => {}} />, {
    '/api/admin/orders/mails/preview': ok(preview),
  })
  await page.fill('Email', 'Hi {name}, it’s late.')
  const answer = slowCalls('/api/admin/orders/mails/preview')
  await page.press('Look at it')
  await page.fill('Email', 'Hi {name}, it’s very late.')
  answer()
  await page.settle()
  expect(page.words()).not.toContain('As maya@example.com gets it.')
  await page.press('Look at it')
  answer()
  await page.settle()
  expect(page.words()).toContain('As maya@example.com gets it.')
  expect(page.sent('/api/admin/orders/mails/preview').at(-1)).toMatchObject({
    text: 'Hi {name}, it’s very late.',
  })
})

it('an email to buyers whose answer got lost reaches each of them only once when it is sent again', async () => {
  const preview = { to: 'maya@example.com', reached: 1, unreached: 0, subject: 'About', text: 'Hi Maya,' }
  const orders = [{ id: 'o1' }] as unknown as OrderView[]
  const page = await openAdmin(<MailOrdersDialog orders={orders} onDone={() => {}} onClose={() => {}} />, {
    '/api/admin/orders/mails/preview': ok(preview),
    '/api/admin/orders/mails': no({}, 502),
  })
  await page.press('Look at it')
  await page.press('Send 1')
  expect(page.told()).toEqual([
    'Error: The shop’s answer got lost. Press Send again: each buyer gets it only once.',
  ])
  await page.press('Send 1')
  const [first, again] = page.sent('/api/admin/orders/mails')
  expect(first).toMatchObject({ orderIds: ['o1'], key: expect.any(String) })
  expect(again, 'by its key the shop knows it').toEqual(first)
})

/** Tracking numbers for a list that is read again meanwhile, with a colleague's number. */
function Tracking() {
  const [trackingNumber, setNumber] = useState<string | null>(null)
  const shippingInfo = { recipientName: 'Thomas Ellison', trackingNumber }
  const orders = [{ id: 'o1', orderNumber: 'BC-7K3F-9QMT', shippingInfo }] as unknown as OrderView[]
  return (
    <>
      <TrackOrdersDialog orders={orders} onDone={() => {}} onClose={() => {}} />
      <button type="button" onClick={() => setNumber('9400110200881234567890')}>
        Meanwhile
      </button>
    </>
  )
}

it('a colleague’s tracking number is never overwritten unseen, however late the list shows it', async () => {
  const page = await openAdmin(<Tracking />, {
    '/api/admin/orders/tracking': ok({ changed: 0, failed: [] }),
  })
  await page.fill(/^BC-7K3F-9QMT/, '1Z999AA10123456784')
  await page.press('Meanwhile')
  await page.press('Save 1')
  expect(page.sent('/api/admin/orders/tracking')).toMatchObject([{ parcels: [{ was: null }] }])
})

it('a tag leads to the orders that have it, whatever is in its name', async () => {
  const page = await openAdmin(<OrderTags order={{ id: 'o1', tags: ['Q&A 100%'] } as unknown as OrderView} />)
  const { searchParams } = new URL(page.button('Q&A 100%').getAttribute('href')!, 'https://shop.example')
  expect(searchParams.get('tag')).toBe('Q&A 100%')
})

it('a new tag counts in the saved views and is offered from then on', async () => {
  const views = (orders: number) =>
    ok({ searches: [{ id: 'v1', name: 'Fair', filters: { tag: 'fair' }, orders }] })
  const replies = {
    '/api/admin/order-searches': views(0),
    '/api/admin/order-tags': ok({ tags: ['vip'] }),
    '/api/admin/orders/tags': ok({ changed: 1, failed: [] }),
  }
  const order = { id: 'o1', orderNumber: 'BC-7K3F-9QMT', tags: [] } as unknown as OrderView
  const page = await openAdmin(
    <>
      <SavedViews filters={{}} />
      <OrderTags order={order} />
    </>,
    replies,
  )
  expect(page.button(/^Fair/).textContent).toBe('Fair0')
  await page.press('Add a tag')
  await page.fill('Add, with commas between', 'fair')
  replies['/api/admin/order-searches'] = views(1)
  replies['/api/admin/order-tags'] = ok({ tags: ['fair', 'vip'] })
  await page.press('Save tags')
  expect(page.button(/^Fair/).textContent).toBe('Fair1')
  await page.press('Add a tag')
  const offered = [...page.document.querySelectorAll('#known-tags option')]
  expect(offered.map((option) => option.getAttribute('value'))).toEqual(['fair', 'vip'])
})

/** A selection with an order that someone else ships meanwhile. */
function Selected() {
  const [status, setStatus] = useState('pending')
  const order = { id: 'o1', orderNumber: 'BC-7K3F-9QMT', status, boxesStatus: null, shippingAddresses: [] }
  return (
    <>
      <SelectionBar orders={[order] as unknown as OrderView[]} onChoose={() => {}} />
      <button type="button" onClick={() => setStatus('shipped')}>
        Meanwhile
      </button>
    </>
  )
}

it('a colleague’s status is never overwritten unseen, however late the list shows it', async () => {
  const path = '/api/admin/orders/status'
  const page = await openAdmin(<Selected />, { [path]: ok({ changed: 0, failed: [] }) })
  await page.press('Set status')
  await page.press('Meanwhile')
  await page.press('Set to processing')
  expect(page.sent(path)).toMatchObject([{ was: { o1: 'pending' } }])
})

it('an email that would reach no buyer can’t be sent', async () => {
  const preview = { to: null, reached: 0, unreached: 1, subject: 'About', text: 'Hi,' }
  const orders = [{ id: 'o1' }] as unknown as OrderView[]
  const page = await openAdmin(<MailOrdersDialog orders={orders} onDone={() => {}} onClose={() => {}} />, {
    '/api/admin/orders/mails/preview': ok(preview),
  })
  await page.press('Look at it')
  expect(page.words()).toContain('None of these buyers left an email address.')
  expect(page.button('Send 0').disabled).toBe(true)
})

it('a scanner’s Enter goes on to the next order, and saves nothing', async () => {
  const shippingInfo = { recipientName: 'Thomas Ellison', trackingNumber: null }
  const orders = ['BC-1', 'BC-2'].map((orderNumber) => ({ id: orderNumber, orderNumber, shippingInfo }))
  const page = await openAdmin(
    <TrackOrdersDialog orders={orders as unknown as OrderView[]} onDone={() => {}} onClose={() => {}} />,
  )
  await page.fill(/^BC-1/, '1Z999AA10123456784')
  await page.key('Enter')
  expect(page.focused()).toBe(page.field(/^BC-2/))
  expect(page.sent('/api/admin/orders/tracking')).toEqual([])
})
