import { describe, expect, it, vi } from 'vitest'
import { act } from '../../test/act.ts'
import { holdAnswer } from '../../test/browser.ts'
import { changes, hearing, openAccount, own } from '../../test/open-account.tsx'
import { no, ok } from '../../test/open-admin.tsx'

const nobodyIsSignedIn = () => vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }))

describe('the months of a membership', () => {
  it('can be skipped or paused in one call, and show what changes', async () => {
    const after = { ...own, next: { ...own.next, drop: '2027-02' } }
    const { page, sent } = await openAccount([own], {
      [changes('skip')]: ok(after),
      [changes('pause')]: ok(after),
    })
    expect(page.words()).toContain(
      'Skip December and your next belt is January’s, the next charge is January 21.',
    )
    await page.press('Skip December')
    expect(sent(changes('skip'))).toEqual([{ id: 'm1', drop: '2026-12' }])
    expect(page.words()).toContain('December is skipped: your next belt is February’s')
    await page.press('Pause')
    expect(page.words()).toContain('Two months: your next belt is February’s, the next charge is February 21')
    await page.check(/^Two months/)
    await page.press('Pause', true)
    expect(page.words()).toContain('December and January are skipped: your next belt is February’s')
    expect(sent(changes('pause'))).toEqual([{ id: 'm1', from: '2026-12', until: '2027-02' }])
  })

  it('show what a canceled membership still gets, then ask why', async () => {
    const gone = {
      ...{ ...own, status: 'cancelled' },
      money: { ...own.money, nextChargeOn: null, canUndo: true, asksReason: true },
    }
    const { page, sent } = await openAccount([gone], {
      [changes('undo-cancel')]: ok(own),
      [changes('cancel-reason')]: no({ error: 'Too late.' }),
    })
    await page.check('I have enough belts')
    expect(sent(changes('cancel-reason'))).toEqual([{ id: 'm1', reason: 'enough' }])
    expect(page.words()).toContain('Too late.')
    expect(page.field('I have enough belts').checked).toBe(false)
    const answer = holdAnswer(changes('undo-cancel'))
    for (const _ of [1, 2]) await page.press('Undo the cancellation')
    answer()
    await page.settle()
    expect(sent(changes('undo-cancel')), 'pressed twice').toHaveLength(1)
  })

  it('are read again when a change is refused, and show the reason', async () => {
    const { page, asked } = await openAccount([own], { [changes('skip')]: no({ error: 'It’s packed.' }) })
    await page.press('Skip December')
    expect(page.document.querySelector('.account-notice .bad')?.textContent).toBe('It’s packed.')
    expect(asked.filter(({ path }) => path === '/api/account')).toHaveLength(2)
    const kept = await openAccount([own], {
      [changes('cancel')]: no({ error: 'Your bank is still asking.' }),
    })
    await kept.page.press('Cancel membership')
    await kept.page.press('Cancel now')
    expect(kept.page.words()).toContain('Your bank is still asking.')
  })
})

describe('member preferences', () => {
  it('sends only the fields that changed', async () => {
    const { page, sent } = await openAccount([own], {
      [changes('size')]: ok(own),
      [changes('styles')]: ok(own),
    })
    await page.press('Change size or style')
    await page.check('Dress', false)
    await page.press('Save size and styles')
    expect(page.words()).toContain('Choose at least one style.')
    await page.check('Stretch')
    await page.press('Save size and styles')
    expect(sent(changes('styles'))).toEqual([{ id: 'm1', styles: ['stretch'] }])
    expect(sent(changes('size'))).toEqual([])
    expect(page.words()).toContain('December’s belt and every one after it: size 36, stretch.')
    await page.press('Change size or style')
    await page.check('Pants 36, belt 38')
    await page.press('Save size and styles')
    expect(sent(changes('size'))).toEqual([{ id: 'm1', size: '38' }])
  })

  it('says why styles were refused, and claims no change', async () => {
    const { page } = await openAccount([own], { [changes('styles')]: no({ error: 'It’s packed.' }) })
    await page.press('Change size or style')
    await page.check('Stretch')
    await page.press('Save size and styles')
    expect(page.words()).toContain('It’s packed.')
    expect(page.words()).not.toContain('every one after it')
  })

  it('leaves a size that another device changed while the panel was open', async () => {
    const replies = { [changes('size')]: ok(own), [changes('styles')]: ok(own) }
    const { page, sent } = await openAccount([own], replies)
    await page.press('Change size or style')
    const memberships = [{ ...own, taste: { ...own.taste, size: '38' } }]
    const now = { email: 'maya@example.com', memberships }
    const send = fetch
    vi.stubGlobal('fetch', async (to: string, init?: RequestInit) =>
      to === '/api/account' ? new Response(JSON.stringify(now)) : send(to, init),
    )
    await act(async () => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    await page.settle()
    expect(page.words()).toContain('Size 38')
    await page.check('Stretch')
    await page.press('Save size and styles')
    expect(sent(changes('styles'))).toHaveLength(1)
    expect(sent(changes('size'))).toEqual([])
  })

  it('shows a plan’s price, tax, day and terms before the switch', async () => {
    const plans = [
      {
        ...{ planId: 'monthly', name: 'Monthly', amountCents: 6950, taxCents: 504 },
        chargeOn: '2027-04-21',
        terms: 'It renews.',
      },
    ]
    const { page, sent } = await openAccount([own], {
      [changes('plans')]: ok({ plans }),
      [changes('plan')]: ok(own),
    })
    await page.press('Change plan')
    expect(page.words()).toContain('Monthly: $69.50 plus $5.04 tax on April 21, 2027')
    expect(page.words()).not.toContain('It renews.')
    await page.press('Change my plan')
    expect(sent(changes('plan'))).toEqual([])
    await page.check(/^Monthly/)
    expect(page.words()).toContain('It renews.')
    await page.press('Change my plan')
    expect(sent(changes('plan'))).toEqual([{ id: 'm1', planId: 'monthly', terms: 'It renews.' }])
    expect(page.words()).toContain('From April 21, 2027, your plan is Monthly. Nothing is charged today.')
  })

  it('takes back a plan chosen for later', async () => {
    const planned = { ...own, money: { ...own.money, nextPlan: { planId: 'monthly', name: 'Monthly' } } }
    const { page, asked } = await openAccount([planned], { [changes('plan')]: ok(own) })
    await page.press('Keep 6 Months')
    expect(asked.some(({ path, method }) => path === changes('plan') && method === 'DELETE')).toBe(true)
    expect(page.words()).toContain('Your plan stays 6 Months.')
    const late = await openAccount([planned], { [changes('plan')]: no({ error: 'It began today.' }) })
    await late.page.press('Keep 6 Months')
    expect(late.page.words()).toContain('It began today.')
  })
})

describe('membership details', () => {
  it('list emails and each payment with its tax, credit and refunds', async () => {
    const { page } = await openAccount()
    expect(page.words()).toContain(
      'Receipts and renewals go to giver@example.com. Shipping news and size questions go to wearer@example.com.',
    )
    expect(page.words()).toContain(
      'October 21, 2026, $382.88 and $10.00 of store credit ($59.50 refunded, credit note of November 2, 2026)',
    )
    expect(page.button(/^PDF/).getAttribute('href')).toBe(changes('receipts/r1'))
    expect(page.button(/^credit note/).getAttribute('href')).toBe(changes('receipts/f1'))
    await page.press(/^Open the receipt/)
    expect(page.words()).toMatch(
      /Belt Club, order BC-7K3F-9QMT, paid October 21, 2026 6 Months membership, 6 belts \$367\.00 Store credit −\$10\.00 Shipping Free Sales tax, California \$25\.88 Paid \$382\.88 Refunded November 2, 2026 −\$59\.50/,
    )
    await page.press('Print')
    expect(window.print).toHaveBeenCalledOnce()
  })

  it('open the provider’s page to change the card, and say when it fails', async () => {
    const { page } = await openAccount([own], { [changes('card')]: ok({ link: 'https://pay.example/card' }) })
    const assign = vi.fn()
    Object.assign(window.location, { assign })
    await page.press('Update card')
    expect(assign).toHaveBeenCalledWith('https://pay.example/card')
    const closed = await openAccount()
    expect(await hearing(() => closed.page.press('Update card'))).toMatchObject([
      { title: 'The card page didn’t open', destructive: true },
    ])
  })

  it('link a shipped belt to its tracking', async () => {
    const { page } = await openAccount()
    expect(page.words()).toContain('The Ashbury October 2026, arrived October 9 UPS 1Z999')
    expect(page.button(/^UPS/).getAttribute('href')).toBe('https://ups.example/1Z999')
  })
})

describe('account settings', () => {
  it('show nothing anymore when signing out finds that the session is over', async () => {
    const { page } = await openAccount()
    nobodyIsSignedIn()
    expect(await hearing(() => page.press('Sign out'))).toEqual([])
    expect(page.words()).toContain('Enter your email')
  })

  it('show nothing anymore when Back brings a page from before signing out', async () => {
    const { page } = await openAccount()
    nobodyIsSignedIn()
    await act(async () => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    await page.settle()
    expect(page.words()).not.toContain('maya@example.com')
    expect(page.words()).toContain('Enter your email')
  })

  it('sign out each other device on its own', async () => {
    const device = {
      device: 'Firefox',
      signedInAt: '2026-11-01T12:00:00Z',
      lastSeenAt: '2026-11-20T12:00:00Z',
    }
    const { page, asked } = await openAccount([own], {
      '/api/account/devices': ok({
        devices: [
          { ...device, id: 'd1', isThis: true },
          { ...device, id: 'd2', device: 'Phone', isThis: false },
        ],
      }),
      '/api/account/devices/d2': ok({}),
      '/api/account/sign-out-everywhere': ok({}),
    })
    expect(page.words()).toContain('Firefox (this one) Signed in November 1, last used November 20')
    const left = { devices: [{ ...device, id: 'd1', isThis: true }] }
    const send = fetch
    vi.stubGlobal('fetch', async (to: string, init?: RequestInit) =>
      to === '/api/account/devices' ? new Response(JSON.stringify(left)) : send(to, init),
    )
    await page.press('Sign out Phone')
    expect(page.words()).not.toContain('Phone')
    expect(asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/api/account/devices/d2',
    ])
    const before = asked.filter(({ path }) => path === '/api/account').length
    await page.press('Sign out everywhere')
    expect(asked.some(({ path }) => path === '/api/account/sign-out-everywhere')).toBe(true)
    // Asked anew, because nobody is signed in here anymore.
    expect(asked.filter(({ path }) => path === '/api/account').length).toBeGreaterThan(before)
  })

  it('ask twice before deletion, and again when store credit would be lost', async () => {
    const { page, sent } = await openAccount([own], {
      '/api/account/my-data/delete': no({ error: 'You have credit.', details: { creditCents: '2000' } }),
    })
    await page.press('Delete my data')
    expect(sent('/api/account/my-data/delete')).toEqual([])
    await page.press('Delete it now')
    expect(page.words()).toContain('You have credit.')
    await page.press('Give up $20.00 and delete it')
    const email = 'maya@example.com'
    expect(sent('/api/account/my-data/delete')).toEqual([{ email }, { email, givesUpCreditCents: 2000 }])
    await page.press('Keep my data')
    await page.press('Delete my data')
    expect(page.words()).not.toContain('You have credit.')
    expect(page.button('Delete it now').disabled).toBe(false)
  })

  it('hide the store credit amount until asked', async () => {
    const { page, sent } = await openAccount([own], {
      '/api/account/credit': ok({ isThere: true, codes: ['CREDIT-ABCD2345'] }),
      '/api/account/credit/amount': ok({ balanceCents: 5950, codesCents: 2000 }),
      '/api/account/credit/codes': ok({ isThere: false, codes: ['CREDIT-ABCD2345', 'CREDIT-EFGH6789'] }),
    })
    expect(page.words()).not.toContain('$59.50 and')
    await page.press('Show the amount')
    expect(page.words()).toContain('$59.50, and $20.00 as a code')
    await page.press('Turn it into a code')
    expect(sent('/api/account/credit/codes')).toEqual([{}])
    expect(page.words()).toContain('CREDIT-EFGH6789')
    expect(page.words()).toContain('Hidden, so it doesn’t give away')
  })

  it('email a fresh link when one is needed, then repeat the call', async () => {
    const { page, sent } = await openAccount([own], {
      [changes('cancel')]: no({ code: 'confirm_first', details: { email: 'maya@example.com' } }, 403),
      '/api/account/link': ok({}),
    })
    await page.press('Cancel membership')
    await page.press('Cancel now')
    expect(page.words()).toContain('You’ve been signed in for a while, so we need to check it’s you first.')
    expect(page.words()).toContain('We’ll email a link to maya@example.com.')
    await page.press('Email me a link')
    expect(sent('/api/account/link')).toEqual([{ email: 'maya@example.com' }])
    await page.press('I opened it')
    expect(sent(changes('cancel'))).toHaveLength(2)
    expect(page.words()).toContain('We haven’t seen it yet.')
    await page.press('Not now')
    expect(page.words()).not.toContain('Canceled, as you asked')
  })

  it('email another link if the first doesn’t arrive, and say when there’s no new one', async () => {
    const { page, sent } = await openAccount([own], {
      [changes('cancel')]: no({ code: 'confirm_first', details: { email: 'maya@example.com' } }, 403),
      '/api/account/link': ok({}),
    })
    await page.press('Cancel membership')
    await page.press('Cancel now')
    await page.press('Email me a link')
    expect(page.words()).not.toContain('spam folder')
    await page.press('Send another link')
    expect(sent('/api/account/link')).toEqual([{ email: 'maya@example.com' }, { email: 'maya@example.com' }])
    expect(page.words()).toContain(
      'If your last link is more than 20 minutes old, another one is on its way. If not, it still works, so check your spam folder too.',
    )
    // Still the way on.
    await page.press('I opened it')
    expect(sent(changes('cancel'))).toHaveLength(2)
    expect(page.words()).toContain('We haven’t seen it yet.')
    expect(page.words()).not.toContain('spam folder')
    await page.press('Send another link')
    expect(sent('/api/account/link')).toHaveLength(3)
    expect(page.words()).not.toContain('We haven’t seen it yet.')
  })

  it('sign out, and name each of several memberships', async () => {
    const two = [
      own,
      { ...own, id: 'm2', role: 'giver', isGift: true, wearer: 'Thomas Ellison', taste: null },
    ]
    const { page, sent } = await openAccount(two, { '/api/account/sign-out': ok({}) })
    expect(page.words()).toMatch(
      /^My memberships maya@example\.com ?Sign out .*Your December belt .*Thomas’s December belt/,
    )
    await page.press('Sign out')
    expect(sent('/api/account/sign-out')).toHaveLength(1)
    const none = await openAccount([])
    expect(none.page.words()).toContain('We can’t find a membership for maya@example.com.')
  })
})
