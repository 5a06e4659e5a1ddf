import { describe, expect, it } from 'vitest'
import type { PersonView } from '../../../domain/admin/people-contracts.ts'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import { MembershipActionDialog } from './membership-action-dialog.tsx'
import PersonPage from './person-page.tsx'

const address = {
  ...{ fullName: 'Maya Ellison', address: '418 Alder Street', address2: '', city: 'Portland' },
  ...{ state: 'OR', zipCode: '97209' },
}
const view = {
  ...{ id: 'm1', role: 'own', wearer: 'Maya Ellison', giver: null, isGift: false, mails: null },
  ...{
    status: 'active',
    gender: 'male',
    sentCount: 3,
    term: { sent: 3, count: 6 },
    lastDrop: null,
    boxes: [],
  },
  next: { drop: '2026-12', changeUntil: '2026-11-30', shipBy: '2026-12-05', isPaid: true, holdReason: null },
  money: { canCancel: true, canUndo: false, nextChargeOn: '2026-12-21', receipts: [], planName: '6 Months' },
  taste: {
    ...{ size: '36', styles: ['dress', 'casual'], address, resume: null, skip: { nextDrop: '2027-01' } },
    pauses: [{ until: '2027-01' }, { until: '2027-02' }],
  },
} as unknown as Parameters<typeof MembershipActionDialog>[0]['view']
const act = (what = '') => `/api/admin/memberships/m1/acts${what}`
const openActs = (
  isAsked = false,
  replies: Parameters<typeof openAdmin>[1] = {},
  role = 'owner',
  changes = {},
) =>
  openAdmin(
    <MembershipActionDialog
      view={{ ...view, ...changes }}
      orderId="o1"
      isAsked={isAsked}
      onClose={() => {}}
    />,
    {
      [act('/preview')]: ok({
        what: 'Skip December',
        lines: ['No belt in December.'],
        mailTo: 'maya@example.com',
      }),
      [act()]: ok(),
      '/api/admin/memberships/m1/plans': ok({ plans: [{ planId: 'monthly', name: 'Monthly' }] }),
      ...replies,
    },
    { role },
  )

describe('an action for a member', () => {
  it('is previewed, then done once with a reason', async () => {
    const page = await openActs()
    await page.press('See what changes')
    expect(page.sent(act('/preview'))).toEqual([
      { membershipId: 'm1', act: { act: 'skip', drop: '2026-12' } },
    ])
    expect(page.words()).toContain('Skip December No belt in December. We’ll email maya@example.com.')
    await page.press('Do it')
    expect(page.sent(act())).toEqual([])
    await page.fill(/^Why/, 'By phone')
    await page.press('Do it')
    expect(page.sent(act())).toEqual([
      {
        ...{ membershipId: 'm1', act: { act: 'skip', drop: '2026-12' }, reason: 'By phone' },
        askedAs: expect.any(String),
      },
    ])
    expect(page.told()).toEqual(['Done: It’s in the audit log.'])
  })

  it.each<[string, (page: Awaited<ReturnType<typeof openActs>>) => Promise<void>, object]>([
    ['pause', (page) => page.fill('Until', '2027-02'), { act: 'pause', from: '2026-12', until: '2027-02' }],
    ['cancel', (page) => page.fill(/^What they said/, 'price'), { act: 'cancel', why: 'price' }],
    ['size', (page) => page.fill('Size', '40'), { act: 'size', size: '40' }],
    ['styles', (page) => page.check('Casual', false), { act: 'styles', styles: ['dress'] }],
    ['address', (page) => page.fill('City', 'Salem'), { act: 'address', ...address, city: 'Salem' }],
    ['comp', (page) => page.fill('How many', '3'), { act: 'comp', boxes: 3 }],
    ['extend', (page) => page.fill('How many months', '2'), { act: 'extend', boxes: 2, from: '2026-12-21' }],
    ['plan', (page) => page.fill('Plan of the next term', 'monthly'), { act: 'plan', planId: 'monthly' }],
    [
      'hand-over',
      async (page) => {
        await page.fill('Their name', 'Leo')
        await page.fill('Their email', 'leo@example.com')
      },
      { act: 'hand-over', name: 'Leo', email: 'leo@example.com' },
    ],
  ])('previews and makes: %s', async (kind, choose, wanted) => {
    const page = await openActs()
    await page.fill('What', kind)
    await choose(page)
    await page.press('See what changes')
    expect(page.sent(act('/preview'))).toEqual([{ membershipId: 'm1', act: wanted }])
  })

  it('needs a new preview after a change, and says why it is refused', async () => {
    const page = await openActs()
    await page.press('See what changes')
    await page.fill('What', 'comp')
    expect(page.words()).not.toContain('No belt in December.')
    await page.press('See what changes')
    expect(page.sent(act('/preview'))).toHaveLength(2)
    const refused = await openActs(true, { [act('/preview')]: no({ error: 'It is being packed.' }) })
    await refused.press('See what changes')
    expect(refused.words()).toContain('It is being packed.')
    await refused.fill('What', 'end-hand-over')
    await refused.press('See what changes')
    expect(refused.sent(act('/preview')).at(-1)).toMatchObject({ act: { act: 'end-hand-over' } })
  })

  it('is limited to what the membership allows', async () => {
    const options = (page: Awaited<ReturnType<typeof openActs>>) =>
      page.document.querySelectorAll('select')[0]!.textContent
    const ended = await openActs(false, {}, 'owner', { status: 'ended', money: null })
    expect(options(ended)).not.toMatch(/Give belts on top|Hand over|Cancel|Another plan/)
    const gift = await openActs(false, {}, 'owner', { isGift: true, taste: null })
    expect(options(gift)).not.toMatch(/Another plan|Another size|Skip/)
    await gift.fill('What', 'recipient')
    await gift.fill('Their email', 'leo@example.com')
    await gift.press('See what changes')
    expect(gift.sent(act('/preview'))).toEqual([
      { membershipId: 'm1', act: { act: 'recipient', email: 'leo@example.com' } },
    ])
    expect(options(await openActs())).not.toContain('Another email for the recipient')
  })
})

describe('a person’s page', () => {
  const person = {
    ...{
      id: 'p1',
      name: 'Maya Ellison',
      email: 'maya@example.com',
      place: 'Portland, OR',
      otherNames: ['M. Ellison'],
    },
    otherMailboxes: [{ id: 'x', email: 'old@example.com', since: '2026-11-01T12:00:00Z' }],
    unreachable: { kind: 'bounce', words: 'No such mailbox', at: '2026-11-19T12:00:00Z' },
    memberships: [
      {
        orderId: 'o1',
        orderNumber: 'BC-7K3F-9QMT',
        other: null,
        handover: null,
        view: {
          ...view,
          money: {
            ...(view as unknown as { money: object }).money,
            receipts: [
              {
                id: 'r',
                paidOn: '2026-10-21',
                amountCents: 35_700,
                taxCents: 2588,
                refunds: [{ id: 'f', amountCents: 5950 }],
              },
            ],
          },
        },
      },
    ],
    orders: [
      {
        id: 'o1',
        orderNumber: 'BC-7K3F-9QMT',
        status: 'shipped',
        totalAmount: '357.00',
        createdAt: '2026-10-21T12:00:00Z',
      },
    ],
    messages: [
      {
        id: 'g1',
        createdAt: '2026-11-20T12:00:00Z',
        subject: 'My belt',
        isOpen: true,
        message: 'Where is it?',
        replies: [],
      },
    ],
    ...{ exchanges: [], feedback: [], notes: [], timeline: [], consents: [], creditCents: 1500 },
    newsletter: { status: 'active', confirmedAt: null, source: 'footer' },
  } as unknown as PersonView
  const call = (what = '') => `/api/admin/people/p1${what}`
  const openPerson = (
    changes: Partial<PersonView> = {},
    replies: Parameters<typeof openAdmin>[1] = {},
    role = 'owner',
  ) =>
    openAdmin(
      <PersonPage />,
      { [call()]: ok({ ...person, ...changes }), ...replies },
      { at: '/admin/people/p1', path: '/admin/people/:personId', role },
    )

  it('shows what they paid, wrote and agreed to', async () => {
    const page = await openPerson()
    expect(page.words()).toContain('Maya Ellison maya@example.com, Portland, OR, M. Ellison')
    expect(page.words()).toContain('BC-7K3F-9QMT shipped $357.00')
    expect(page.words()).toContain('October 21Paid $382.88, refunded $59.50')
    expect(page.words()).toContain('Store credit: $15.00')
    expect(page.words()).toContain('Newsletter: active, not confirmed, from footer')
    expect(page.button('Answer it').getAttribute('href')).toBe('/admin/inbox?thread=g1')
    expect(page.button('Export their data').getAttribute('href')).toBe('/api/admin/people/p1/export')
  })

  it('sends them a sign-in link, and clears an email bounce', async () => {
    const toOld = '/api/admin/people/x/sign-in-link'
    const page = await openPerson({}, { [toOld]: ok(), [call('/reachable')]: no() })
    await page.press('Send a sign-in link to old@example.com')
    expect(page.sent(toOld)).toHaveLength(1)
    expect(page.button('Send a sign-in link to maya@example.com').disabled).toBe(false)
    expect(page.words()).toContain('Email to them bounces')
    await page.press('It works again')
    expect(page.told()).toEqual([
      'Link sent: It works once, for 30 minutes.',
      'Error: Nothing was changed. Try again.',
    ])
    const viewer = await openPerson({}, {}, 'viewer')
    expect(viewer.words()).not.toMatch(/Send a sign-in link|It works again|Delete their data|Separate old/)
  })

  it('joins another address after a preview, and separates it again', async () => {
    const page = await openPerson(
      {},
      {
        [call('/join/preview')]: ok({
          name: 'M. Ellison',
          lines: ['One order'],
          mailTo: ['a@example.com', 'b@example.com'],
        }),
        [call('/join')]: ok(),
        [call('/separate')]: ok(),
      },
    )
    await page.press('Join another address')
    await page.fill('The other email', 'other@example.com')
    await page.press('See what changes')
    expect(page.words()).toContain('M. Ellison One order We’ll email a@example.com and b@example.com.')
    // What was shown is about the address that was typed then.
    await page.fill('The other email', 'another@example.com')
    expect(page.words()).not.toContain('One order')
    await page.fill('The other email', 'other@example.com')
    await page.press('See what changes')
    await page.press('Join them')
    expect(page.sent(call('/join'))).toEqual([])
    await page.fill(/^Why/, 'They said so')
    await page.press('Join them')
    expect(page.sent(call('/join'))).toEqual([
      { personId: 'p1', email: 'other@example.com', reason: 'They said so' },
    ])
    await page.press('Separate old@example.com')
    await page.fill(/^Why/, 'A mistake')
    await page.press('Separate')
    expect(page.sent(call('/separate'))).toEqual([
      { personId: 'p1', email: 'old@example.com', reason: 'A mistake' },
    ])
  })

  it('deletes them with a reason and a summary, unless that has to wait', async () => {
    const page = await openPerson(
      {},
      {
        [call('/deletion')]: ok({ blockedBy: null, creditCents: 1500, lines: ['Name and address'] }),
        [call('/delete')]: ok(),
      },
    )
    await page.press('Delete their data')
    expect(page.words()).toContain('They lose $15.00 of store credit. Do they know?')
    await page.press('Delete it')
    expect(page.sent(call('/delete'))).toEqual([])
    await page.fill(/^Why/, 'They asked')
    await page.press('Delete it')
    expect(page.sent(call('/delete'))).toEqual([
      { personId: 'p1', reason: 'They asked', givesUpCreditCents: 1500 },
    ])
    expect(page.place()).toBe('/admin/people')
    const blocked = await openPerson(
      {},
      {
        [call('/deletion')]: ok({ blockedBy: 'Cancel it first.', creditCents: 0, lines: [] }),
      },
    )
    await blocked.press('Delete their data')
    await blocked.fill(/^Why/, 'They asked')
    await blocked.press('Delete it')
    expect(blocked.words()).toContain('Their own page would tell them: “Cancel it first.”')
    expect(blocked.sent(call('/delete'))).toEqual([])
  })
})
