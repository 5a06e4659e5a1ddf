import { describe, expect, it } from 'vitest'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import PromotionsPage from '../promotions/promotions-page.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import PlansPage from './plans-page.tsx'
import { PriceRuns } from './price-runs.tsx'

const plan = {
  ...{ id: 'pl1', planId: '6-months', name: '6 Months', price: '357.00', months: 6, originalPrice: '69.50' },
  ...{ popular: true, features: ['A belt', 'Cancel anytime'], isActive: true, isSold: true, members: 3 },
} as unknown as NonNullable<Parameters<typeof PlanDialog>[0]['plan']>
const written = {
  ...{ name: '6 Months', price: '357.00', months: 6, originalPrice: '69.50', popular: true },
  features: ['A belt', 'Cancel anytime'],
}

describe('a plan', () => {
  it('is created as typed, with a preview and errors by field', async () => {
    const refused = no({ error: 'Not saved.', fields: { price: 'Use dollars and cents.' } })
    const page = await openAdmin(<PlanDialog plan={null} onClose={() => {}} />, {
      '/api/admin/plans': refused,
    })
    await page.fill('Name', '3 Months')
    await page.fill('Months', '3')
    await page.fill('Price of all months, in dollars', ' 194.50 ')
    await page.fill('Was, in dollars a month', '69.50')
    await page.fill('Features, one a line', 'One\n\n Two ')
    expect(page.words()).toContain('$64.83 per month, was $69.50, Save $14, Billed $194.50 upfront')
    await page.press('Create the plan')
    expect(page.sent('/api/admin/plans')).toEqual([
      {
        ...{ name: '3 Months', price: '194.50', months: 3, originalPrice: '69.50', popular: false },
        features: ['One', ' Two '],
      },
    ])
    expect(page.words()).toContain('Use dollars and cents.')
    expect(page.field('Name').value).toBe('3 Months')
  })

  it('is edited with its old values, and keeps its months once sold', async () => {
    let isClosed = false
    const dialog = <PlanDialog plan={plan} onClose={() => (isClosed = true)} />
    const page = await openAdmin(dialog, { '/api/admin/plans/pl1': ok() })
    expect(page.field('Months').disabled).toBe(true)
    expect(page.words()).toContain('The 3 members who renew it keep their price.')
    await page.fill('Was, in dollars a month', '')
    await page.check(/^Best Value/, false)
    await page.press('Save changes')
    expect(page.sent('/api/admin/plans/pl1')).toEqual([
      { id: 'pl1', ...written, originalPrice: null, popular: false, was: written },
    ])
    expect(page.told()).toEqual(['Plan changed: Every page says so from now on.'])
    expect(isClosed).toBe(true)
  })

  it('is off sale in the list as soon as it’s retired, and can be sold again', async () => {
    const retired = { ...plan, isActive: false }
    const replies = {
      '/api/admin/plans': ok({ plans: [plan] }),
      '/api/admin/price-runs': ok({ runs: [] }),
      '/api/admin/plans/pl1': ok({ plan: retired }),
    }
    const page = await openAdmin(<PlansPage />, replies)
    replies['/api/admin/plans'] = ok({ plans: [retired] })
    await page.press('Retire 6 Months')
    expect(page.words()).toContain('$357.00 3 Retired')
    expect(page.told()).toEqual(['Plan retired: 6 Months is off sale. Members keep it.'])
    await page.press('Sell again 6 Months')
    expect(page.sent('/api/admin/plans/pl1')).toEqual([
      { id: 'pl1', isActive: false },
      { id: 'pl1', isActive: true },
    ])
  })
})

describe('a price run', () => {
  const member = {
    ...{ membershipId: 'm1', email: 'maya@example.com', orderNumber: 'BC-7K3F-9QMT', nowCents: 35_700 },
    ...{ totalCents: 42_900, taxCents: 2900, tellOn: '2026-11-21', chargeOn: '2027-01-05', state: 'told' },
  }
  const run = {
    ...{ id: 'r1', planName: '6 Months', price: '400.00', effectiveOn: '2027-01-01', state: 'running' },
    ...{ counts: { waiting: 2, told: 1, charged: 0, undone: 0, left: 0 }, begunOn: '2026-11-22' },
    members: [
      member,
      { ...member, membershipId: 'm2', nowCents: 30_000, tellOn: '2026-12-01', state: 'waiting' },
    ],
  }
  const preview = '/api/admin/plans/6-months/price-run?price=400.00&effectiveOn=2027-01-01'
  const openRuns = (replies: Parameters<typeof openAdmin>[1] = {}, role = 'owner') =>
    openAdmin(
      <PriceRuns plans={[plan]} />,
      {
        '/api/admin/price-runs': ok({ runs: [run], run }),
        '/api/admin/price-runs/r1': ok({ run }),
        [preview]: ok({ total: 2, members: run.members }),
        ...replies,
      },
      { role },
    )

  it('previews who moves, from which price, and when, before it starts', async () => {
    const page = await openRuns()
    expect(page.words()).toContain('6 Months $400.00 January 1, 2027 2 not told yet, 1 told Running')
    await page.press('New price run')
    await page.fill('New price per term, in dollars', ' 400.00')
    await page.fill('Charges from', '2027-01-01')
    await page.press('See who’s affected')
    expect(page.words()).toContain('2 members pay this price from then on. No one’s been told yet.')
    expect(page.words()).toContain(
      'maya@example.com, BC-7K3F-9QMT $357.00 $429.00 with $29.00 tax November 21, 2026 January 5, 2027 told',
    )
    expect(page.sent('/api/admin/price-runs')).toEqual([])
    await page.press('Start the price run')
    expect(page.words()).toContain(
      '2 members of 6 Months: $300.00 to $357.00 a term now, $400.00 plus any tax then.',
    )
    expect(page.words()).toContain('The first emails go out today.')
    expect(page.words()).toContain('The first charge at the new price is on January 5, 2027.')
    await page.press('Start it')
    expect(page.sent('/api/admin/price-runs')).toEqual([
      { planId: '6-months', price: '400.00', effectiveOn: '2027-01-01' },
    ])
  })

  it('needs a new preview after a change', async () => {
    const page = await openRuns()
    await page.press('New price run')
    await page.fill('New price per term, in dollars', '400.00')
    await page.fill('Charges from', '2027-01-01')
    await page.press('See who’s affected')
    await page.fill('New price per term, in dollars', '410.00')
    expect(page.words()).not.toContain('Start the price run')
  })

  it('is stopped after a confirmation, by permitted staff', async () => {
    const page = await openRuns({ '/api/admin/price-runs/r1/stop': ok() })
    await page.press(/^Look/)
    expect(page.words()).toContain('Began on November 22, 2026')
    await page.press('Stop the price run')
    await page.press('Stop it')
    expect(page.asked.filter(({ path }) => path === '/api/admin/price-runs/r1/stop')).toHaveLength(1)
    expect(page.told()).toEqual(['Price run stopped: Members who’d been told get an email that it’s off.'])
    const viewer = await openRuns({}, 'viewer')
    expect(viewer.words()).not.toContain('New price run')
  })
})

describe('promotion codes', () => {
  const codes = [
    { code: 'SPRING', description: '10% off', uses: 4, mostUses: 10, isActive: true },
    { code: 'OLD', description: '$5.00 off', uses: 2, mostUses: null, isActive: false },
  ]
  const call = '/api/admin/promotions'
  const openCodes = (replies: Parameters<typeof openAdmin>[1] = {}, role = 'owner') =>
    openAdmin(<PromotionsPage />, { [call]: ok({ promotions: codes }), ...replies }, { role })

  it('are created as typed', async () => {
    const page = await openCodes()
    await page.press('New code')
    expect(page.button('Create the code').disabled).toBe(true)
    await page.fill('Code', 'fair')
    await page.fill('Counted in', 'amount')
    await page.fill('Dollars', '12,50')
    await page.check(/^Off every renewal/)
    await page.check('12 Months')
    await page.fill('Last day, if it ends', '2026-12-24')
    await page.fill('Most orders, if limited', '50')
    await page.press('Create the code')
    expect(page.sent(call)).toEqual([
      {
        ...{
          code: 'fair',
          percentOff: null,
          amountOffCents: 1250,
          duration: 'forever',
          plans: ['12-months'],
        },
        ...{ expiresOn: '2026-12-24', mostUses: 50 },
      },
    ])
    expect(page.told()).toEqual(['Code created: FAIR is live.'])
    await page.press('New code')
    await page.fill('Code', 'ten')
    await page.fill('Percent', '10')
    await page.press('Create the code')
    expect(page.sent(call)[1]).toEqual({
      ...{ code: 'ten', percentOff: 10, amountOffCents: null, duration: 'once', plans: null },
      ...{ expiresOn: null, mostUses: null },
    })
  })

  it('show how often they were used, and can be ended', async () => {
    const page = await openCodes({ [`${call}/SPRING/end`]: ok() })
    expect(page.words()).toContain('SPRING 10% off 4 of 10 Active')
    expect(page.words()).toContain('OLD $5.00 off 2 Ended')
    await page.press(/^End/)
    expect(page.asked.some(({ path }) => path === `${call}/SPRING/end`)).toBe(true)
    expect(page.told()).toEqual(['Code ended: SPRING no longer works.'])
    const viewer = await openCodes({}, 'packer')
    expect(viewer.words()).not.toMatch(/New code|End SPRING/)
  })
})
