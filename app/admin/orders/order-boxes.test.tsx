import { useState } from 'react'
import { expect, it } from 'vitest'
import type { OrderDetail } from '../../../domain/admin/order-detail.ts'
import { openAdmin } from '../../../test/open-admin.tsx'
import { OrderBoxes } from './order-boxes.tsx'

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

it('a box that was packed since it was chosen isn’t refunded with the others', async () => {
  const page = await openAdmin(<Boxes />)
  await page.check('Box of December 2026')
  await page.check('Box of January 2027')
  expect(page.button('Refund 2 boxes').disabled).toBe(false)
  await page.press('Meanwhile')
  expect(page.field('Box of December 2026').checked).toBe(false)
  expect(page.button('Refund one box').disabled).toBe(false)
})
