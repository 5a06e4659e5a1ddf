import type { ReactNode } from 'react'
import { Outlet, Route, Routes } from 'react-router'
import { ok } from './open-admin.tsx'

const counts = { owed: 0, assigned: 2, held: 1, packed: 2, shipped: 0, delivered: 0 }
const december = {
  ...{
    drop: '2026-12',
    cutOffDay: '2026-11-30',
    shipBy: '2026-12-31',
    state: 'open',
    belts: 1,
    activeBelts: 1,
  },
  ...{ pieces: 5, boxesOwed: 3, isCurrent: true, isCreated: true },
}
/** A screen for one step of December's drop. */
export function step(
  screen: ReactNode,
  { drop = {}, boxes = {}, belts = [], notices = [] }: Record<string, object> = {},
) {
  const context = { drop: { ...december, ...drop }, boxes: { ...counts, ...boxes }, belts, notices }
  return (
    <Routes>
      <Route element={<Outlet context={context} />}>
        <Route path="*" element={screen} />
      </Route>
    </Routes>
  )
}
export const call = (what = '') => `/api/admin/drops/2026-12${what}`
export const box = {
  ...{ id: 'b1', reference: 'AAAA', orderId: 'o1', orderNumber: 'BC-1', name: 'Bea Lind', gender: 'male' },
  ...{ size: '34', styles: ['dress'], isGift: false, state: 'packed', holdReason: null, isChosen: false },
  ...{ belt: { id: 't1', name: 'Ashbury', style: 'dress' }, trackingNumber: null },
}
export const boxes = (filter: string, ...list: object[]) => ({
  [`${call('/boxes')}?filter=${filter}`]: ok({ boxes: list, nextCursor: null }),
})
