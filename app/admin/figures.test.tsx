import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { AdminContractName, AdminReply, AdminSent } from '../../domain/admin/contracts.ts'
import type { Figures } from '../../domain/admin/dashboard-contracts.ts'
import type { PromiseGroup } from '../../domain/admin/promise-contracts.ts'
import { no, ok, openAdmin } from '../../test/open-admin.tsx'
import { renderPage } from '../../test/render-page.tsx'
import { slowCalls } from '../../test/slow-calls.ts'
import { newQueryClient } from './admin-layout.tsx'
import { StockNeeds } from './belts/stock-needs.tsx'
import BooksPage from './books/books-page.tsx'
import { PlansPanel } from './books/plans-panel.tsx'
import { addressOf, StaffContext } from './client/use-admin.ts'
import { BeltsPanel, BoxesPanel } from './dashboard/belt-panels.tsx'
import { OrdersPanel } from './dashboard/chart-panels.tsx'
import DashboardPage from './dashboard/dashboard-page.tsx'
import { FunnelPanel, LifetimeValuePanel, RetentionPanel } from './dashboard/member-panels.tsx'
import { OverviewPanel, RevenuePanel } from './dashboard/overview-panels.tsx'
import RowsPage from './dashboard/rows-page.tsx'
import { DropsTable } from './drops/drops-page.tsx'
import HealthPage from './health/health-page.tsx'
import type { Message } from './inbox/inbox-labels.ts'
import { Due } from './inbox/thread-list.tsx'
import TodayPage from './today/today-page.tsx'

/** A screen of the admin on November 21, 2026, as the role sees it whose answers are there. */
function admin(screen: ReactNode, client = newQueryClient(), staffRole = 'owner') {
  return renderPage(
    <QueryClientProvider client={client}>
      <StaffContext value={{ id: 's', username: 'ana', staffRole } as never}>{screen}</StaffContext>
    </QueryClientProvider>,
  )
}
function answering<Name extends AdminContractName>(
  name: Name,
  input: AdminSent<Name>,
  reply: AdminReply<Name>,
) {
  const client = newQueryClient()
  client.setQueryData([addressOf(name, input)], reply)
  return client
}

const figures = {
  ...{ activeMemberships: 1412, renewingMemberships: 1300, monthlyRecurringCents: 8_123_450 },
  ...{ joined: { self: 40, gift: 12 }, churn: { left: 13, before: 412 } },
  lost: [
    { why: 'price', members: 9 },
    { why: 'unpaid', members: 4 },
  ],
  due: { charges: 1, amountCents: 6950, creditCents: 2000 },
  owed: { boxes: 1, valueCents: 5950 },
  recognized: [{ month: '2026-11', boxes: 1200, cents: 7_140_000 }],
} as unknown as Figures

describe('the dashboard', () => {
  it('shows today’s work, who joined and left, and the money', () => {
    const today = { orders: 3, gifts: 1, totalCents: 47_600 }
    expect(admin(<OverviewPanel today={today} figures={figures} />).words).toBe(
      'Orders today 3 $476.00, 1 gift Active memberships 1,412 1,300 renew Monthly recurring $81,234.50 what renewals bring a month New in 30 days 52 12 of them gifts Lost in 30 days 13 3.2% of 412 before Cash in 30 days $49.50 1 renewal, before tax',
    )
    const nobody = { ...figures, churn: { left: 0, before: 0 } }
    expect(admin(<OverviewPanel today={today} figures={nobody} />).words).not.toContain('before Cash')
  })

  it('has a screen reader read a chart’s numbers as a table, and not its drawing', () => {
    const day = (day: string, orders: number, gifts: number) => ({ day, orders, gifts, totalCents: 0 })
    const { html } = admin(<OrdersPanel days={[day('2026-11-20', 12, 3), day('2026-11-21', 1, 0)]} />)
    const heights = [...html.matchAll(/height:([\d.]+)%/g)].map(([, height]) => Number(height))
    // Nine, three and one of 20, the round number above 12.
    expect(heights).toEqual([45, 15, 5])
    const read = html.slice(html.indexOf('<details'))
    expect(
      read
        .replace(/<[^>]+>/g, ' ')
        .split(/\s+/)
        .filter(Boolean)
        .join(' '),
    ).toBe(
      'The numbers Orders by day Day Orders Gifts Total November 21, 2026 1 0 $0.00 November 20, 2026 12 3 $0.00',
    )
  })

  it('links each nonzero figure to its rows, for roles that may see them', () => {
    const panel = <RevenuePanel {...figures} />
    expect(admin(panel).html).toContain('/admin/dashboard/rows?figure=recognized&amp;of=2026-11')
    expect(admin(panel, undefined, 'viewer').html).not.toContain('/admin/dashboard/rows')
    expect(admin(<RevenuePanel {...figures} owed={{ boxes: 0, valueCents: 0 }} />).html).not.toContain(
      'figure=owed',
    )
    const day = { day: '2026-11-20', orders: 3, gifts: 2, totalCents: 84_300 }
    const orders = admin(<OrdersPanel days={[day]} />)
    expect(orders.words).toContain('3 orders, $843.00')
    const links = orders.html.matchAll(/rows\?figure=orders([^"]*)"[^>]*>(\d)/g)
    expect([...links].map(([, of, count]) => `${count}${of!.replaceAll('&amp;', ' ')}`)).toEqual([
      ...['3', '3 of=2026-11-20', '2 of=2026-11-20 by=gift'],
    ])
  })

  it('shows recognized and deferred revenue, and renewals paid by credit', () => {
    expect(admin(<RevenuePanel {...figures} />).words).toContain(
      'Recognized in November 2026 1,200 belts $71,400.00 Deferred 1 belt paid for, not shipped $59.50 Renewals in 30 days $20.00 of it from store credit $69.50',
    )
  })

  it('shows retention by first drop, and leaves months not yet due blank', () => {
    const cohorts = [{ drop: '2026-09', members: 40, kept: [40, 31, null] }]
    const { html, words } = admin(<RetentionPanel cohorts={cohorts} />)
    expect(words).toContain(
      'First drop Members 1 2 3 September 2026 40 100%, 40 members 78%, 31 members Not due yet',
    )
    const months = [...html.matchAll(/of=2026-09&amp;by=([\d-]+)/g)].map(([, month]) => month)
    expect(months, 'all of them, then who got a box in each month').toEqual(['2026-09', '2026-09', '2026-10'])
  })

  it('shows lifetime value by first box, by plan and in total', () => {
    const worth = {
      plans: [
        { planId: 'monthly', name: 'Monthly' },
        { planId: 'gift', name: 'Gifts' },
      ],
      cohorts: [
        { drop: '2026-11', plans: [{ planId: 'monthly', members: 2, cents: 20_851 }] },
        { drop: '<2026-11', plans: [{ planId: 'gift', members: 1, cents: 59_400 }] },
      ],
    }
    expect(admin(<LifetimeValuePanel worth={worth} />).words).toContain(
      'November 2026 $104.26 2 members $104.26 2 members Before November 2026 $594.00 1 member $594.00 1 member Everyone $104.26 2 members $594.00 1 member $267.50 3 members',
    )
  })

  it('shows how many visitors move from step to step of the quiz', () => {
    const funnel = [200, 150, 75, 0, 0, 0, 0].map((reached, index) => ({ step: index + 1, reached }))
    expect(admin(<FunnelPanel funnel={funnel} />).words).toContain(
      'Who it is for 200 100% Men or women 150 75% Styles 75 50% Size 0 0%',
    )
    const none = funnel.map(({ step }) => ({ step, reached: 0 }))
    expect(admin(<FunnelPanel funnel={none} />).words).toContain('No one has taken this version')
  })

  it('counts boxes by state, and skips empty states', () => {
    const boxes = [
      { drop: '2026-11', states: { shipped: 7 } },
      { drop: '2026-12', states: { owed: 12 } },
    ]
    expect(admin(<BoxesPanel boxes={boxes} />).words).toContain(
      'State November 2026 December 2026 Owed 0 12 Shipped 7 0',
    )
  })

  it('counts what members said of each belt, with its share of the answers to the same question', () => {
    const juniper = { id: 'b1', name: 'The Juniper', drop: '2026-11', told: 10 }
    const said = { fits: { tight: 1, right: 3 }, tastes: { love: 6, not_for_me: 2 } }
    expect(admin(<BeltsPanel belts={[{ ...juniper, ...said }]} />).words).toContain(
      'The Juniper November 2026 10 1 25% 3 75% 0 6 75% 0 2 25%',
    )
  })
})

it('the rows behind another figure start with its first page, and so does their file', async () => {
  const rows = (nextCursor: string | null, ...cells: unknown[]) =>
    ok({
      ...{ title: 'Orders', nextCursor, rows: [{ id: 'o1', to: '/admin/orders/o1', cells }] },
      columns: ['text', 'day', 'cents'].map((kind) => ({ name: kind, kind })),
    })
  const path = '/api/admin/dashboard/rows'
  const screen = (
    <>
      <Link to="/admin/dashboard/rows?figure=orders&of=2026-11">November</Link>
      <RowsPage />
    </>
  )
  const page = await openAdmin(
    screen,
    {
      [`${path}?figure=orders`]: rows('c1', 'BC-1111-1111', '2026-11-20', 35_700),
      [`${path}?figure=orders&cursor=c1`]: rows(null, 'BC-2222-2222', null, null),
      [`${path}?figure=orders&of=2026-11`]: rows(null, 'BC-3333-3333', null, null),
    },
    { at: '/admin/dashboard/rows?figure=orders' },
  )
  expect(page.words()).toContain('BC-1111-1111 November 20, 2026 $357.00')
  await page.press('Next')
  expect(page.words()).toContain('BC-2222-2222')
  await page.press('November')
  expect(page.words()).toContain('BC-3333-3333')
  expect(page.button('Export CSV').getAttribute('href')).toBe(`${path}.csv?figure=orders&of=2026-11`)
  const asSupport = { at: '/admin/dashboard/rows?figure=orders', role: 'support' }
  const support = await openAdmin(screen, { [`${path}?figure=orders`]: rows(null, 'BC-1') }, asSupport)
  expect(support.words()).toContain('BC-1')
  expect(() => support.button('Export CSV')).toThrow('There is no')
})

it('the dashboard’s figures are counted again as often as asked', async () => {
  const page = await openAdmin(<DashboardPage />, {
    '/api/admin/dashboard': no({}, 503),
    '/api/admin/dashboard?again=1': no({}, 503),
  })
  await page.press('Refresh now')
  await page.press('Refresh now')
  expect(page.asked.map(({ path }) => path)).toEqual([
    '/api/admin/dashboard',
    '/api/admin/dashboard?again=1',
    '/api/admin/dashboard?again=1',
  ])
})

it('the dashboard shows the former figures until the new ones are there', async () => {
  const none = { ordersByDay: [], boxes: [], cohorts: [], belts: [], funnel: [], sources: [], newsletter: [] }
  const counted = (activeMemberships: number) => {
    const all = { ...figures, ...none, worth: { plans: [], cohorts: [] }, gifts: {}, activeMemberships }
    const today = { orders: 0, gifts: 0, totalCents: 0 }
    return ok({ today, figures: { ...all, at: '2026-11-21T15:00:00Z' } })
  }
  const path = '/api/admin/dashboard'
  const page = await openAdmin(<DashboardPage />, {
    [path]: counted(1412),
    [`${path}?again=1`]: counted(1413),
  })
  const answer = slowCalls(`${path}?again=1`)
  await page.press('Refresh now')
  expect(page.words()).toContain('Active memberships 1,412')
  expect(page.button('Refresh now').disabled).toBe(true)
  answer()
  await page.settle()
  expect(page.words()).toContain('Active memberships 1,413')
})

describe('the to-do list', () => {
  const group = (what: string, dueOn: string, due: number, late: number): PromiseGroup => ({
    ...{ kind: 'reply', what, dueOn, open: 3, due, late, owner: 'Support' },
    act: { label: 'Answer', to: `/admin/${what}` },
  })
  const reply = (changes: Partial<AdminReply<'listPromises'>>) => {
    const all = {
      today: '2026-11-21',
      open: 9,
      due: 1,
      late: 2,
      isCalling: true,
      promises: [],
      nextCursor: null,
    }
    return answering('listPromises', {}, { ...all, groups: [], ...changes })
  }

  it('groups tasks as late, today and coming up', () => {
    const groups = [
      group('letters', '2026-11-19', 1, 2),
      group('boxes', '2026-11-21', 1, 0),
      group('claims', '2026-11-25', 0, 0),
    ]
    const said = admin(<TodayPage />, reply({ groups })).words
    expect(said).toContain('2 late, 1 due today, 9 open')
    expect(said).toMatch(
      /Late letters Was due November 19, Support 3 open 2 late Answer Due today boxes Today, Support 3 open Answer Coming up claims By November 25, Support 3 open Answer$/,
    )
  })

  it('is empty on a good day', () => {
    expect(admin(<TodayPage />, reply({ late: 0 })).words).toContain('0 late, 1 due today, 9 open')
    expect(admin(<TodayPage />, reply({ open: 0, due: 0, late: 0 })).words).toContain('Nothing is open')
    expect(admin(<TodayPage />, reply({ open: 4, due: 0, late: 0 })).words).toContain(
      'Nothing is due today, 4 open',
    )
  })

  it('shows a message’s deadline, or what became of it', () => {
    const message = {
      ...{ doneAt: null, answeredAt: null, dueAt: '2026-11-21T17:00:00Z', isLate: false, aside: null },
      snoozedUntil: null,
    } as Message
    const said = (changes: Partial<Message>) => renderPage(<Due message={{ ...message, ...changes }} />).words
    expect(said({})).toBe('Answer by Nov 21, 12:00 PM')
    expect(said({ isLate: true })).toBe('Late, was due Nov 21, 12:00 PM')
    expect(said({ answeredAt: '2026-11-21T16:00:00Z', doneAt: '2026-11-21T16:00:00Z' })).toBe(
      'Answered Nov 21, 11:00 AM',
    )
    expect(said({ doneAt: '2026-11-21T16:00:00Z' })).toBe('Done')
    expect(said({ snoozedUntil: '2026-11-23T14:00:00Z' })).toBe('Until Nov 23, 9:00 AM')
    expect(said({ aside: 'automatic', isLate: true })).toBe('Automatic reply')
  })
})

describe('the needs of the coming drop', () => {
  const need = (size: string, left: number, isLow: boolean, expected = 2) => ({
    ...{
      gender: 'male' as const,
      style: 'dress' as const,
      size,
      stock: 5,
      promised: 1,
      expected,
      left,
      isLow,
    },
  })
  const needs = [need('34', 2, true), need('36', -1, true), need('38', 9, false)]
  const client = (all = needs) =>
    answering('listStockNeeds', {}, { drop: '2026-12', cutOffDay: '2026-11-30', threshold: 3, needs: all })

  it('list shortages first, then low sizes', () => {
    const said = admin(<StockNeeds gender={null} style={null} />, client()).words
    expect(said).toContain('What December 2026 needs 2 sizes are running low')
    expect(said).toContain(
      'through November 30, against all belts in stock. We’ll warn you when fewer than 3',
    )
    expect(said).toMatch(/Men, Dress, 36 5 1 2 1 short Men, Dress, 34 5 1 2 2 Every style and size/)
  })

  it('say when there is enough, and hide when nobody asks', () => {
    expect(admin(<StockNeeds gender={null} style={null} />, client([needs[2]!])).words).toContain(
      'Enough of every size',
    )
    const idle = [{ ...needs[2]!, promised: 0, expected: 0 }]
    expect(admin(<StockNeeds gender={null} style={null} />, client(idle)).words).toBe('')
    expect(admin(<StockNeeds gender="female" style={null} />, client()).words).toBe('')
  })
})

it('last month’s books list each account by side, and balance', () => {
  const account = (code: string, name: string, sums: [number, number, number, number]) => {
    const [openingCents, debitCents, creditCents, closingCents] = sums
    return { ...{ code, name, kind: 'asset' as const }, openingCents, debitCents, creditCents, closingCents }
  }
  const accounts = [
    account('1010', 'Payment provider balance', [1000, 7454, 454, 8000]),
    account('2100', 'Deferred revenue', [-1000, 0, 7000, -8000]),
  ]
  const period = { from: '2026-10-01', to: '2026-10-31' }
  const said = admin(<BooksPage />, answering('readBooks', period, { ...period, accounts } as never)).words
  expect(said).toContain('Payment provider balance 1010 $10.00 Dr $74.54 $4.54 $80.00 Dr')
  expect(said).toContain('Deferred revenue 2100 $10.00 Cr $0.00 $70.00 $80.00 Cr')
  expect(said).toContain('All accounts $0.00 $74.54 $74.54 $0.00')
})

it('a payout says whether its parts add up, or that it was made by hand', () => {
  const period = { from: '2026-10-01', to: '2026-10-31' }
  const sums = { chargeCents: 0, refundCents: 0, disputeCents: 0, feeCents: 0, otherCents: 0, charges: 0 }
  const payout = (id: string, isReconciled: boolean, isManual = false) =>
    ({ id, day: '2026-10-02', amountCents: 100, ...sums, isReconciled, isManual }) as const
  const payouts = [payout('po_1', true), payout('po_2', false), payout('po_3', false, true)]
  const client = answering('readPayouts', period, { payouts, booksCents: 0, providerCents: 0 })
  client.setQueryData([addressOf('readBooks', period)], { ...period, accounts: [] })
  const said = admin(<BooksPage />, client).words
  expect(said.match(/po_\d|To the cent|Parts are missing|Made by hand/g)).toEqual([
    ...['po_1', 'To the cent', 'po_2', 'Parts are missing', 'po_3', 'Made by hand'],
  ])
})

it('revenue by plan is told apart from what its belts are still owed', () => {
  const period = { from: '2026-10-01', to: '2026-10-31' }
  const plan = { planId: '6-months', name: '6 Months', boxes: 1200, recognizedCents: 7_140_000 }
  const plans = [{ ...plan, owed: 40, deferredCents: 238_000 }]
  const said = admin(<PlansPanel period={period} />, answering('readRevenueByPlan', period, { plans })).words
  expect(said).toContain('6 Months 1,200 $71,400.00 40 $2,380.00')
  const none = answering('readRevenueByPlan', period, { plans: [] })
  expect(admin(<PlansPanel period={period} />, none).words).toContain('Nothing has been sold yet.')
})

it('health says how bad the worst is, what to do and where, and looks again', async () => {
  const path = '/api/admin/health'
  const line = { ...{ id: 'mail', label: 'Emails' }, ...{ value: '3 unsent', advice: '', link: null } }
  const link = { label: 'See them', to: '/admin/mails' }
  const health = (state: string, change = {}) =>
    ok({ state, at: '2026-11-21T15:00:00Z', lines: [{ ...line, state, ...change }] })
  const replies = {
    [path]: health('bad', { advice: 'Check the mail server. Run `npm run shop -- doctor`.', link }),
  }
  const page = await openAdmin(<HealthPage />, replies)
  expect(page.words()).toMatch(
    /Something is wrong, as of .*Wrong: Emails3 unsent Check the mail server\. Run npm run shop -- doctor\./,
  )
  expect(page.button('See them').getAttribute('href')).toBe('/admin/mails')
  replies[path] = health('watch')
  await page.press('Look again')
  expect(page.words()).toMatch(/Something needs a look, as of .*Look: Emails/)
  replies[path] = health('good')
  await page.press('Look again')
  expect(page.words()).toMatch(/Every promise is kept, as of .*Good: Emails/)
})

it('only permitted staff can put a drop with belts on the home page', () => {
  const drop = {
    ...{ drop: '2026-12', cutOffDay: '2026-11-30', shipBy: '2026-12-05', state: 'open' as const },
    ...{ belts: 12, activeBelts: 10, pieces: 1480, boxesOwed: 1412, isCurrent: false, isCreated: true },
  }
  const table = (changes: Partial<typeof drop>, canChoose = true) =>
    renderPage(
      <DropsTable drops={[{ ...drop, ...changes }]} canChoose={canChoose} busy={false} onChoose={() => {}} />,
    ).words
  expect(table({})).toContain(
    'December 2026 November 30, 2026 December 5, 2026 open 12 10 active 1,480 1,412 Show',
  )
  expect(table({ isCurrent: true })).toMatch(/Shown$/)
  expect(table({}, false)).toMatch(/Not shown$/)
  expect(table({ activeBelts: 0 })).toMatch(/No active belts$/)
})
