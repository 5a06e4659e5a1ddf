import { expect, it } from 'vitest'
import type { PersonMembership, PersonView } from '../../../domain/admin/people-contracts.ts'
import type { BoxState } from '../../../domain/box.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { StaffContext } from '../client/use-admin.ts'
import { Memberships, OnTheirWay } from './person-memberships.tsx'

const box = (drop: string, state: BoxState, shippedOn: string | null = null) => ({
  ...{ id: drop, drop, state, shipBy: `${drop}-05`, isReplacement: false, holdReason: null, size: '36' },
  ...{ waitsForSize: false, belt: null, tracking: null, shippedOn, deliveredOn: null },
})
const boxes = [
  box('2026-08', 'returned', '2026-08-04'),
  box('2026-09', 'delivered', '2026-09-04'),
  box('2026-10', 'cancelled'),
  box('2026-11', 'shipped', '2026-11-04'),
  box('2026-12', 'packed'),
  box('2027-01', 'held'),
  box('2027-02', 'refunded'),
]
const membership = (changes: Partial<PersonMembership['view']> = {}): PersonMembership => ({
  ...{ orderId: 'o', orderNumber: 'BC-7K3F-9QMT', other: null, handover: null },
  view: {
    ...{ id: 'm', role: 'own', wearer: 'Maya Ellison', giver: null, isGift: false, mails: null },
    ...{ status: 'active', gender: 'male', sentCount: 3, term: { sent: 3, count: 6 }, lastDrop: null },
    ...{ next: null, boxes, money: null, taste: null },
    ...changes,
  },
})
const staff = { id: 's', username: 'ana', staffRole: 'viewer' } as never
const screen = (memberships: PersonMembership[]) => {
  const person = { memberships } as PersonView
  return renderPage(
    <StaffContext value={staff}>
      <OnTheirWay person={person} />
      <Memberships person={person} />
    </StaffContext>,
  ).words
}

it('the admin sees boxes on their way above those shipped, and none that wait or never ship', () => {
  const said = screen([membership()])
  expect(said).toContain(
    'On their way November 4 November belt, size 36, shipped to Maya Ellison BC-7K3F-9QMT by December 5 December belt, size 36, packed to Maya Ellison',
  )
  expect(said.slice(said.indexOf('Sent 3 in all, 3 of 6 this term'))).toMatch(
    /^Sent 3 in all, 3 of 6 this term August 2026 Belt, size 36 returned September 2026 Belt, size 36 delivered November 2026 Belt, size 36 shipped$/,
  )
})

it('the admin sees the next charge, its amount, and the effect of credit and the bank', () => {
  const money = {
    ...{ planId: 'monthly', planName: 'Monthly', nextPlan: null, nextChargeOn: '2026-12-21' },
    ...{ nextChargeCents: 6950, nextCreditCents: 2000, pastDueSince: '2026-11-18', hasCard: true },
    ...{ canCancel: true, canUndo: false, cancelReason: null, asksReason: false, receipts: [] },
  }
  expect(screen([membership({ money, boxes: [] })])).toContain(
    'Next charge December 21, $69.50 before tax, less $20.00 of store credit, card refused since November 18',
  )
  expect(screen([membership({ money: { ...money, nextChargeCents: null }, boxes: [] })])).toContain(
    'December 21, the payment provider would charge another sum',
  )
})

it('several memberships take one line each, active before ended', () => {
  const over = membership({ id: 'over', status: 'ended', boxes: [] })
  const gift = membership({ id: 'gift', isGift: true, wearer: 'Thomas Ellison', boxes: [] })
  const said = screen([over, gift, membership({ id: 'a', boxes: [] }), membership({ id: 'b', boxes: [] })])
  expect(said).toContain('4 memberships Gift: Thomas Ellison BC-7K3F-9QMT, active')
  expect(said.lastIndexOf('ended')).toBeGreaterThan(said.lastIndexOf('active'))
  expect(screen([over, gift, membership({ id: 'a', boxes: [] })])).not.toContain('3 memberships')
})
