import { describe, expect, it } from 'vitest'
import { no, ok, openAdmin } from '../../../test/open-admin.tsx'
import { PasswordForm } from '../account/password-form.tsx'
import AuditPage from '../audit/audit-page.tsx'
import SalesTaxPage from '../sales-tax/sales-tax-page.tsx'
import StaffPage from '../staff/staff-page.tsx'
import SettingsPage from './settings-page.tsx'
import SetupPage from './setup-page.tsx'

describe('the settings page', () => {
  const kept = {
    ...{ shopName: 'Straps', supportEmail: 'help@example.com', postalAddress: '1 Main St', lowStock: 3 },
    ceilings: { supportCents: 15_000, ownerCents: 200_000 },
    recordLimits: { claims: 2, lost: 1, disputes: 0, givenPercent: 50 },
    holidays: ['2026-12-25', '2026-12-31'],
  }
  const settings = {
    ...{
      ...kept,
      paymentsStopped: null,
      ownersNeedTwoStep: false,
      figures: [{ name: 'Returns', value: '30 days' }],
    },
    defaults: { shopName: 'Belt Club', supportEmail: 'support@example.com', postalAddress: '' },
  }
  const call = '/api/admin/settings'
  const openSettings = (changes = {}, replies: Parameters<typeof openAdmin>[1] = {}, role = 'owner') =>
    openAdmin(
      <SettingsPage />,
      { [call]: ok({ ...settings, ...changes }), '/api/admin/payments/check': ok({ lines: [] }), ...replies },
      { role },
    )

  it('saves new values with the old ones, days sorted and once each', async () => {
    const page = await openSettings()
    await page.fill('Shop name', 'The Strap Society')
    await page.press('Remove December 31, 2026')
    await page.fill('Another holiday', '2026-12-24')
    await page.press('Add')
    await page.fill('Another holiday', '2026-12-25')
    await page.press('Add')
    await page.fill('Warn me below', ' ')
    await page.press('Save')
    expect(page.sent(call)).toEqual([
      {
        ...kept,
        ...{ shopName: 'The Strap Society', lowStock: 0, holidays: ['2026-12-24', '2026-12-25'], was: kept },
        ceilings: { supportCents: 15_000, ownerCents: 200_000 },
        recordLimits: { claims: 2, lost: 1, disputes: 0, givenPercent: 50 },
      },
    ])
    expect(page.told()).toEqual(['Settings saved: Every page and email uses them now.'])
    const viewer = await openSettings({}, {}, 'viewer')
    expect(viewer.words()).not.toMatch(/Save|Stop taking payments|Export CSV/)
  })

  it('don’t take one’s own last save for someone else’s', async () => {
    const replies = { [call]: ok(settings), '/api/admin/payments/check': ok({ lines: [] }) }
    const page = await openAdmin(<SettingsPage />, replies)
    await page.fill('Shop name', 'Straps & Co.')
    replies[call] = ok({ ...settings, shopName: 'Straps & Co.' })
    await page.press('Save')
    await page.fill('Shop name', 'Straps')
    await page.press('Save')
    expect(page.sent(call)[1]).toMatchObject({
      shopName: 'Straps',
      was: { ...kept, shopName: 'Straps & Co.' },
    })
  })

  it('stops payments after a confirmation, shows buyers the sentence, and resumes', async () => {
    const page = await openSettings({}, { '/api/admin/payments/stop': ok() })
    await page.fill('What buyers see while payments are off', 'Back at noon.')
    await page.press('Stop taking payments')
    expect(page.words()).toContain('Buyers will see: Back at noon.')
    await page.press('Stop payments')
    expect(page.sent('/api/admin/payments/stop')).toEqual([{ sentence: 'Back at noon.' }])
    const stopped = await openSettings(
      { paymentsStopped: 'Back at noon.' },
      { '/api/admin/payments/start': no() },
    )
    expect(stopped.words()).toContain('You’re not taking payments. Buyers see: Back at noon.')
    await stopped.press('Take payments again')
    expect(stopped.told()).toEqual(['Error: Nothing was changed. Try again.'])
  })

  it('makes the second step mandatory, and shows a secret once', async () => {
    const lines = [{ id: 'w', label: 'Webhook', state: 'bad', advice: 'Register it.' }]
    const page = await openSettings(
      {},
      {
        '/api/admin/settings/two-step': ok(),
        '/api/admin/payments/check': ok({ lines }),
        '/api/admin/payments/register': ok({ webhookSecret: 'whsec_1' }),
      },
    )
    await page.press('Make a second step mandatory')
    expect(page.sent('/api/admin/settings/two-step')).toEqual([{ isNeeded: true }])
    expect(page.words()).toContain('Fix it: Webhook Register it.')
    await page.press('Register webhook and wallets')
    expect(page.words()).toContain('Set STRIPE_WEBHOOK_SECRET to whsec_1')
  })
})

it('counts the finished set-up steps, and says where to do the rest', async () => {
  const line = {
    id: 'a',
    label: 'Postal address',
    advice: 'Write it down.',
    link: { to: '/admin/settings', label: 'Settings' },
  }
  const lines = [
    { ...line, isDone: true },
    { ...line, id: 'b', label: 'A drop', isDone: false },
  ]
  const page = await openAdmin(<SetupPage />, { '/api/admin/setup': ok({ lines }) })
  expect(page.words()).toContain('1 of 2 done.')
  expect(page.words()).toContain('Done: Postal addressSettings To do: A dropSettings Write it down.')
  const done = await openAdmin(<SetupPage />, { '/api/admin/setup': ok({ lines: lines.slice(0, 1) }) })
  expect(done.words()).toContain('All done. You’re ready to sell.')
})

describe('the staff list', () => {
  const person = {
    ...{
      id: 's2',
      username: 'pat',
      email: 'pat@example.com',
      role: 'packer',
      hasTwoStep: true,
      isDisabled: false,
    },
    ...{ mustChangePassword: false, sessions: 2, lastSeenAt: '2026-11-20T15:00:00Z' },
  }
  const call = '/api/admin/staff'
  const openStaff = (changes = {}, replies: Parameters<typeof openAdmin>[1] = {}) =>
    openAdmin(<StaffPage />, {
      [call]: ok({
        staff: [
          { ...person, id: 's', username: 'ana' },
          { ...person, ...changes },
        ],
        password: 'four belts',
      }),
      ...replies,
    })

  it('invites someone with a role, and shows the password once', async () => {
    const page = await openStaff()
    await page.press('Invite someone')
    await page.press('Make a password')
    expect(page.words()).toContain('Enter a name to sign in with.')
    await page.fill('Name to sign in with', 'lee')
    await page.check(/^Support:/)
    await page.press('Make a password')
    expect(page.sent(call)).toEqual([{ username: 'lee', email: null, role: 'support' }])
    expect(page.words()).toContain('A password for lee four belts')
    expect(page.focused().id).toBe('made-title')
    await page.press('Done')
    expect(page.words()).not.toContain('four belts')
  })

  it('changes roles, signs out, disables and enables, but never oneself', async () => {
    const page = await openStaff(
      {},
      {
        [`${call}/s2/role`]: ok(),
        [`${call}/s2/logout`]: ok(),
        [`${call}/s2/disabled`]: ok(),
      },
    )
    expect(page.words()).toContain('ana (you)')
    expect(page.words()).toContain('2 devices, Nov 20, 10:00 AM')
    expect(page.words()).not.toMatch(/Disable ana/)
    await page.fill('Role of pat', 'viewer')
    await page.press('Sign out pat')
    await page.press('Disable pat')
    expect(page.sent(`${call}/s2/role`)).toEqual([{ userId: 's2', role: 'viewer' }])
    expect(page.sent(`${call}/s2/disabled`)).toEqual([{ userId: 's2', isDisabled: true }])
    expect(page.told()).toEqual([
      'Role changed: pat has to sign in again.',
      'Signed out: pat has to sign in again.',
      'Can’t sign in anymore: pat is signed out.',
    ])
    const shut = await openStaff({ isDisabled: true, sessions: 0 }, { [`${call}/s2/disabled`]: ok() })
    await shut.press('Enable pat')
    expect(shut.sent(`${call}/s2/disabled`)).toEqual([{ userId: 's2', isDisabled: false }])
    expect(shut.words()).not.toContain('Sign out pat')
  })

  it('resets a password, and the second step when the phone is lost', async () => {
    const page = await openStaff({}, { [`${call}/s2/password`]: ok({ password: 'eight holes' }) })
    await page.press('New password for pat')
    await page.check(/^Lost phone/)
    await page.press('Make a password')
    expect(page.sent(`${call}/s2/password`)).toEqual([{ userId: 's2', removeTwoStep: true }])
    expect(page.words()).toContain('A password for pat eight holes')
  })
})

describe('sales tax', () => {
  const state = {
    ...{
      state: 'NY',
      name: 'New York',
      from: '2025-12-01',
      to: '2026-11-21',
      salesCents: 40_000_000,
      sales: 1200,
    },
    ...{ threshold: '$500,000 and 100 sales', share: 0.809, note: null, rule: null, warning: 80 },
    planned: [{ from: '2027-01-01', way: 'rate', ratePercent: '8.875' }],
  }
  const taxes = {
    today: '2026-11-21',
    asOf: '2026-01-01',
    hasProvider: false,
    states: [state],
    all: [{ state: 'NY', name: 'New York' }],
  }
  const call = '/api/admin/sales-tax'
  const openTax = (changes = {}, replies: Parameters<typeof openAdmin>[1] = {}) =>
    openAdmin(<SalesTaxPage />, { [call]: ok({ ...taxes, states: [{ ...state, ...changes }] }), ...replies })

  it('shows each state’s distance to its threshold, and the plan', async () => {
    const page = await openTax()
    expect(page.words()).toContain(
      'New York $400,000.00since December 1, 2025 1,200 80% $500,000 and 100 sales Not collectingFrom January 1, 2027: 8.875% in the whole state',
    )
    const collects = await openTax({ rule: { way: 'provider', ratePercent: null, from: '2026-06-01' } })
    expect(collects.words()).toContain('Collecting since June 1, 2026by address, from the payment provider')
  })

  it('is reported for the quarter before, unless other days are chosen', async () => {
    const report = async (today: string) => {
      const page = await openAdmin(<SalesTaxPage />, { [call]: ok({ ...taxes, today }) })
      return page.button('Download CSV').getAttribute('href')
    }
    expect(await report('2026-12-31')).toContain('from=2026-07-01&to=2026-09-30')
    expect(await report('2027-01-01')).toContain('from=2026-10-01&to=2026-12-31')
    const page = await openTax()
    await page.fill('From', '2026-01-01')
    expect(page.button('Download CSV').getAttribute('href')).toContain('from=2026-01-01&to=2026-09-30')
  })

  it('starts on a day at a rate, with a preview of what a buyer pays', async () => {
    const page = await openTax({}, { [`${call}/rules`]: ok({ name: 'New York' }) })
    await page.press('Collect in a state')
    await page.fill('State', 'NY')
    await page.fill('From', '2026-12-01')
    await page.fill('Rate in percent', '8.875')
    expect(page.words()).toContain('Monthly: $69.50 plus $6.17 tax is $75.67.')
    expect(page.words()).not.toMatch(/Stripe Tax|Stop collecting/)
    await page.press('Collect from that day')
    expect(page.sent(`${call}/rules`)).toEqual([
      {
        ...{ state: 'NY', from: '2026-12-01', way: 'rate', ratePercent: '8.875' },
        was: { rule: null, planned: state.planned },
      },
    ])
    expect(page.told()).toEqual([
      'New York: tax is collected from December 1: Earlier orders keep their totals.',
    ])
  })

  it('can be stopped', async () => {
    const rule = { way: 'rate', ratePercent: '4', from: '2026-06-01' }
    const page = await openTax({ rule }, { [`${call}/rules`]: ok({ name: 'New York' }) })
    await page.press('Change New York')
    expect(page.field('Rate in percent').value).toBe('4')
    await page.check('Stop collecting')
    await page.press('Stop collecting')
    expect(page.sent(`${call}/rules`)).toMatchObject([{ state: 'NY', way: 'none', ratePercent: null }])
    expect(page.told()).toEqual(['New York: no tax from November 21: Earlier orders keep their totals.'])
  })

  it('drops a planned rule, and dismisses a warning', async () => {
    const page = await openTax(
      {},
      {
        [`${call}/rules/NY/2027-01-01`]: ok(),
        [`${call}/warnings/NY/answer`]: ok(),
      },
    )
    await page.press('Drop January 1')
    expect(
      page.asked.some(({ path, method }) => path.endsWith('/rules/NY/2027-01-01') && method === 'DELETE'),
    ).toBe(true)
    await page.press('I’ve taken care of it')
    expect(page.told()).toEqual(['New York is taken care of: We’ll tell you at the next mark, or next year.'])
  })
})

it('a new password that the shop refuses is marked, not the current one', async () => {
  const sentence = 'This is one of the first that thieves try. Use a few unrelated words.'
  const page = await openAdmin(
    <PasswordForm username="ana" action="Change the password" onChanged={() => {}} />,
    { '/api/auth/password': no({ message: sentence, fields: { newPassword: sentence } }) },
  )
  await page.fill(/^Current password/, 'what it was')
  await page.fill(/^New password/, 'correct horse battery')
  await page.press('Change the password')
  expect(page.words()).toContain(sentence)
  expect(page.field(/^New password/).getAttribute('aria-invalid')).toBe('true')
  expect(page.field(/^Current password/).getAttribute('aria-invalid')).toBeNull()
})

it('the audit log starts with its first page again when it is filtered', async () => {
  const line = {
    ...{ id: 'l1', at: '2026-11-20T15:00:00Z', username: 'ana', role: 'owner', action: 'belt.update' },
    ...{ entity: 'products', entityId: 'b1', before: { name: 'Old' }, after: { name: 'New' } },
  }
  const log = {
    lines: [line],
    people: [{ id: 'u1', username: 'ana' }],
    entities: ['products', 'orders'],
    actions: [],
  }
  const page = await openAdmin(<AuditPage />, {
    '/api/admin/audit': ok({ ...log, nextCursor: 'c1' }),
    '/api/admin/audit?cursor=c1': ok({ ...log, nextCursor: null }),
    '/api/admin/audit?entity=orders': ok({ ...log, lines: [], nextCursor: null }),
  })
  expect(page.words()).toContain('name Old New')
  await page.press('Older')
  await page.fill('Record type', 'orders')
  expect(page.words()).toContain('Nothing matches these filters.')
})
