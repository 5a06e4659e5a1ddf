import AccountPage from '../app/account/account-page.tsx'
import { onToast, type Toast } from '../app/ui/toast-store.ts'
import type { BoxView, MembershipView } from '../domain/membership-view.ts'
import { openBrowser } from './browser.ts'
import { ok } from './open-admin.tsx'
import { openPage } from './open-page.tsx'

const box = (drop: string, changes: Partial<BoxView> = {}): BoxView => ({
  ...{ id: `box ${drop}`, drop, state: 'owed', shipBy: `${drop}-05`, isReplacement: false, holdReason: null },
  ...{ waitsForSize: false, size: '36', belt: null, tracking: null, shippedOn: null, deliveredOn: null },
  ...changes,
})
const outcome = { nextDrop: '2027-01', nextChargeOn: '2027-01-21', lastDrop: null }
const receipt = {
  ...{ id: 'r1', orderNumber: 'BC-7K3F-9QMT', planName: '6 Months', paidOn: '2026-10-21' },
  ...{ amountCents: 35_700, creditCents: 1000, taxCents: 2588, taxState: 'CA', boxCount: 6 },
  refunds: [{ id: 'f1', amountCents: 5950, on: '2026-11-02', isDone: true }],
}
export const own = {
  ...{ id: 'm1', role: 'own', wearer: 'Maya Ellison', giver: null, isGift: false },
  ...{ status: 'active', gender: 'male', sentCount: 1, term: { sent: 1, count: 6 }, lastDrop: '2027-01' },
  next: { drop: '2026-12', changeUntil: '2026-11-30', shipBy: '2026-12-05', isPaid: true, holdReason: null },
  boxes: [
    box('2026-10', {
      ...{ state: 'delivered', shippedOn: '2026-10-04', deliveredOn: '2026-10-09' },
      belt: { name: 'The Ashbury', imageUrl: null, nightImageUrl: null, imageAlt: '' },
      tracking: { carrier: 'UPS', number: '1Z999', link: 'https://ups.example/1Z999' },
    } as Partial<BoxView>),
    box('2026-12'),
    box('2027-01'),
  ],
  money: {
    ...{ planId: '6-months', planName: '6 Months', nextPlan: null, nextChargeOn: '2027-04-21' },
    ...{ nextChargeCents: 35_700, nextCreditCents: 0, pastDueSince: null, hasCard: true, canCancel: true },
    ...{ canUndo: false, cancelReason: null, asksReason: false, receipts: [receipt] },
  },
  taste: {
    ...{ size: '36', styles: ['dress'], skip: outcome, resume: null },
    pauses: [
      { until: '2027-01', outcome },
      { until: '2027-02', outcome: { ...outcome, nextDrop: '2027-02', nextChargeOn: '2027-02-21' } },
    ],
    address: {
      ...{ fullName: 'Maya Ellison', address: '418 Alder Street', address2: 'Apt 4', city: 'Portland' },
      ...{ state: 'OR', zipCode: '97209' },
    },
  },
  mails: { money: 'giver@example.com', belts: 'wearer@example.com' },
} as unknown as MembershipView

export type Replies = Parameters<typeof openBrowser>[0]

/** The page of a signed-in member, on November 21, 2026. */
export async function openAccount(memberships: object[] = [own], replies: Replies = {}, at = '/account') {
  const { asked } = openBrowser({
    '/api/account': ok({ email: 'maya@example.com', memberships }),
    '/api/account/devices': ok({ devices: [] }),
    '/api/account/letter': ok({ isWanted: true }),
    '/api/account/credit': ok({ isThere: false, codes: [] }),
    '/api/account/delays': ok({ delays: [] }),
    '/api/account/sent-belts': ok({ belts: [] }),
    ...replies,
  })
  const page = await openPage(<AccountPage />, { at })
  const sent = (path: string) =>
    asked.filter((each) => each.path === path && each.method !== 'GET').map(({ body }) => body)
  return { page, sent, asked }
}
export const changes = (what: string) => `/api/account/memberships/m1/${what}`

export async function hearing(run: () => Promise<void>): Promise<Toast[]> {
  const toasts: Toast[] = []
  const stop = onToast((toast) => toast && toasts.push(toast))
  await run()
  stop()
  return toasts
}
