import { describe, expect, it, vi } from 'vitest'
import type { SentBelt } from '../../domain/account/exchange-contracts.ts'
import type { BoxView, MembershipView } from '../../domain/membership-view.ts'
import { openBrowser } from '../../test/browser.ts'
import { openPage } from '../../test/open-page.tsx'
import { onToast, type Toast } from '../ui/toast-store.ts'
import AccountPage from './account-page.tsx'

const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) })
const no = (body: object, status = 400) => ({ status, body: JSON.stringify(body) })
const box = (drop: string, changes: Partial<BoxView> = {}): BoxView => ({
  ...{ id: `box ${drop}`, drop, state: 'owed', shipBy: `${drop}-05`, isReplacement: false, holdReason: null },
  ...{ size: '36', belt: null, tracking: null, shippedOn: null, deliveredOn: null },
  ...changes,
})
const outcome = { nextDrop: '2027-01', nextChargeOn: '2027-01-21', lastDrop: null }
const receipt = {
  ...{ id: 'r1', orderNumber: 'BC-7K3F-9QMT', paidOn: '2026-10-21', amountCents: 35_700, creditCents: 1000 },
  ...{ taxCents: 2588, taxState: 'CA', boxCount: 6 },
  refunds: [{ id: 'f1', amountCents: 5950, on: '2026-11-02', isDone: true }],
}
const own = {
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

type Replies = Parameters<typeof openBrowser>[0]

/** The page of who is signed in, on November 21, 2026. */
async function openAccount(memberships: object[] = [own], replies: Replies = {}, at = '/account') {
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
const changes = (what: string) => `/api/account/memberships/m1/${what}`

async function hearing(run: () => Promise<void>): Promise<Toast[]> {
  const toasts: Toast[] = []
  const stop = onToast((toast) => toast && toasts.push(toast))
  await run()
  stop()
  return toasts
}

describe('the way in', () => {
  it('is an address that is one; what the server says against it stands at the field', async () => {
    const replies = {
      '/api/account': no({}, 401),
      '/api/account/link': no({ fields: { email: 'Not this one.' } }),
    }
    const { page, sent } = await openAccount([], replies)
    await page.fill('Email', 'maya')
    await page.press('Email me a link')
    expect(page.words()).toContain('Please enter a valid email address.')
    expect(sent('/api/account/link')).toEqual([])
    await page.fill('Email', 'maya@example.com')
    await page.press('Email me a link')
    expect(page.words()).toContain('Not this one.')
  })

  it('is the link of a mail, whose token leaves the address; an old one says so', async () => {
    const token = 'a'.repeat(43)
    const { page, sent } = await openAccount(
      [own],
      { '/api/account/session': ok({}) },
      `/account?x=1#${token}`,
    )
    expect(sent('/api/account/session')).toEqual([{ token }])
    expect(window.history.replaceState).toHaveBeenCalledWith(null, '', '/account?x=1')
    expect(page.words()).toContain('Your December belt')
    const old = await openAccount([own], { '/api/account/session': no({}, 404) }, `/account#${token}`)
    expect(old.page.words()).toContain('This link has stopped working')
    const lost = await openAccount([own], { '/api/account/session': no({}, 503) }, `/account#${token}`)
    expect(lost.page.words()).toContain('Your link may still work, so try it again from the email.')
  })
})

describe('a membership’s months', () => {
  it('are skipped or paused by one call, with the months that are meant, and say what that causes', async () => {
    const after = { ...own, next: { ...own.next, drop: '2027-02' } }
    const { page, sent } = await openAccount([own], {
      [changes('skip')]: ok(after),
      [changes('pause')]: ok(after),
    })
    expect(page.words()).toContain(
      'Without December, your next belt is January’s, the next charge is January 21.',
    )
    await page.press('Skip December')
    expect(sent(changes('skip'))).toEqual([{ id: 'm1', drop: '2026-12' }])
    expect(page.words()).toContain('December is skipped: your next belt is February’s')
    await page.press('Pause')
    expect(page.words()).toContain('Two months: your next belt is February’s, the next charge is February 21')
    await page.check(/^Two months/)
    await page.press('Pause', true)
    expect(page.words()).toContain('Paused without December and January: your next belt is February’s')
    expect(sent(changes('pause'))).toEqual([{ id: 'm1', from: '2026-12', until: '2027-02' }])
  })

  it('says what a cancelled one still gets, and asks why once it is done', async () => {
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
    await page.press('Undo the cancellation')
    expect(sent(changes('undo-cancel'))).toHaveLength(1)
  })

  it('of a refused change stay, with the reason', async () => {
    const { page } = await openAccount([own], { [changes('skip')]: no({ error: 'It is being packed.' }) })
    await page.press('Skip December')
    expect(page.document.querySelector('.account-notice .bad')).not.toBeNull()
    expect(page.words()).toContain('It is being packed.')
  })
})

describe('what is chosen', () => {
  it('is sent where it is another, and nothing of what stayed', async () => {
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
  })

  it('of the plan is read with its sum, tax, day and terms before it is asked for', async () => {
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
    expect(sent(changes('plan'))).toEqual([{ id: 'm1', planId: 'monthly' }])
    expect(page.words()).toContain('From April 21, 2027, your plan is Monthly. Nothing is charged today.')
  })

  it('of a plan to come can be taken back', async () => {
    const planned = { ...own, money: { ...own.money, nextPlan: { planId: 'monthly', name: 'Monthly' } } }
    const { page, asked } = await openAccount([planned], { [changes('plan')]: ok(own) })
    await page.press('Keep 6 Months')
    expect(asked.some(({ path, method }) => path === changes('plan') && method === 'DELETE')).toBe(true)
    expect(page.words()).toContain('Your plan stays 6 Months.')
  })
})

describe('the address', () => {
  const suggestion = {
    address: '418 SE Alder St',
    address2: '',
    city: 'Portland',
    state: 'OR',
    zipCode: '97214',
  }
  const check = '/api/account/address-check'

  it('is saved as typed where nobody doubts it, its state as two letters', async () => {
    const { page, sent } = await openAccount([own], {
      [check]: ok({ problem: null, suggestion: null }),
      [changes('address')]: ok(own),
    })
    const toasts = await hearing(async () => {
      await page.press('Change the address')
      await page.fill('State', 'washington')
      await page.press('Save the address')
    })
    expect(sent(check)).toEqual([
      {
        address: '418 Alder Street',
        address2: 'Apt 4',
        city: 'Portland',
        state: 'washington',
        zipCode: '97209',
      },
    ])
    expect(sent(changes('address'))).toMatchObject([{ id: 'm1', fullName: 'Maya Ellison', state: 'WA' }])
    expect(toasts).toMatchObject([{ title: 'Address changed' }])
    expect(page.words()).not.toContain('Save the address')
  })

  it('that the carrier would write otherwise is asked about: theirs with my name, or mine', async () => {
    const replies = { [check]: ok({ problem: null, suggestion }), [changes('address')]: ok(own) }
    const { page, sent } = await openAccount([own], replies)
    await page.press('Change the address')
    await page.press('Save the address')
    expect(page.words()).toContain('Did you mean 418 SE Alder St, Portland, OR 97214?')
    expect(sent(changes('address'))).toEqual([])
    await page.press('Yes, use that')
    expect(sent(changes('address'))).toMatchObject([{ ...suggestion, fullName: 'Maya Ellison' }])
    await page.press('Change the address')
    await page.press('Save the address')
    await page.press('No, keep mine')
    expect(sent(changes('address')).at(-1)).toMatchObject({ address: '418 Alder Street' })
  })

  it('that is refused says by field what is wrong, and goes to the first', async () => {
    const { page } = await openAccount([own], {
      [changes('address')]: no({ error: 'Not saved.', fields: { city: 'City is required' } }),
    })
    await page.press('Change the address')
    await page.press('Save the address')
    expect(page.words()).toContain('City is required')
    expect(page.words()).not.toContain('Not saved.')
    expect(page.document.activeElement.name).toBe('city')
  })
})

describe('the details', () => {
  it('name the mails, each payment with its tax and credit, and what was refunded', async () => {
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

  it('lead to the provider’s page for another card, and say where it does not open', async () => {
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

  it('show a belt that was sent with the way to its parcel', async () => {
    const { page } = await openAccount()
    expect(page.words()).toContain('The Ashbury October 2026, arrived October 9 UPS 1Z999')
    expect(page.button(/^UPS/).getAttribute('href')).toBe('https://ups.example/1Z999')
  })
})

describe('what concerns the address itself', () => {
  it('is the letter, which stops and comes again', async () => {
    const { page, sent } = await openAccount([own], { '/api/account/letter': ok({ isWanted: true }) })
    await page.press('Stop the letter')
    expect(sent('/api/account/letter')).toEqual([{ isWanted: false }])
  })

  it('is its devices: each but this one is signed out alone', async () => {
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
    expect(page.words()).toContain(
      'Firefox (this one) Signed in November 1, 2026, last used November 20, 2026',
    )
    await page.press('Sign out Phone')
    expect(asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/api/account/devices/d2',
    ])
    await page.press('Sign out everywhere')
    expect(asked.some(({ path }) => path === '/api/account/sign-out-everywhere')).toBe(true)
  })

  it('is deletion: asked twice, and a third time where store credit ends with it', async () => {
    const { page, sent } = await openAccount([own], {
      '/api/account/my-data/delete': no({ error: 'You have credit.', details: { creditCents: '2000' } }),
    })
    await page.press('Delete my data')
    expect(sent('/api/account/my-data/delete')).toEqual([])
    await page.press('Delete it now')
    expect(page.words()).toContain('You have credit.')
    await page.press('Give up $20.00 and delete it')
    expect(sent('/api/account/my-data/delete')).toEqual([{}, { givesUpCreditCents: 2000 }])
    await page.press('Keep my data')
    await page.press('Delete my data')
    expect(page.words()).not.toContain('You have credit.')
    expect(page.button('Delete it now').disabled).toBe(false)
  })

  it('is store credit, whose amount is hidden until it is asked for', async () => {
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

  it('is what a fresh link is asked for: mailed to the address, then the same once more', async () => {
    const { page, sent } = await openAccount([own], {
      [changes('cancel')]: no({ code: 'confirm_first', details: { email: 'maya@example.com' } }, 403),
      '/api/account/link': ok({}),
    })
    await page.press('Cancel membership')
    await page.press('Cancel now')
    expect(page.words()).toContain('We’ll email a link to maya@example.com.')
    await page.press('Email me a link')
    expect(sent('/api/account/link')).toEqual([{ email: 'maya@example.com' }])
    await page.press('I opened it')
    expect(sent(changes('cancel'))).toHaveLength(2)
    expect(page.words()).toContain('We haven’t seen it yet.')
    await page.press('Not now')
    expect(page.words()).not.toContain('Cancelled, as you asked')
  })

  it('signs out, and of several memberships names each', async () => {
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

describe('a late belt', () => {
  const delay = {
    ...{ id: 'l1', drop: '2026-11', recipientName: null, wasDay: '2026-11-05', newDay: '2026-12-12' },
    ...{ silence: 'refund', refundAfter: '2026-12-05', answer: null },
  }
  it('is waited for with one click, and refunded with two', async () => {
    const { page, sent } = await openAccount([own], {
      '/api/account/delays': ok({
        delays: [
          delay,
          { ...delay, id: 'l2', recipientName: 'Thomas Ellison', newDay: null, silence: 'wait' },
        ],
      }),
      '/api/account/delays/l1': ok({ delays: [{ ...delay, answer: 'wait' }] }),
    })
    expect(page.words()).toContain(
      'November’s belt was promised by November 5. It ships by December 12. If you say nothing by December 5, we’ll refund it.',
    )
    expect(page.words()).toContain(
      'November’s belt, your gift to Thomas was promised by November 5. We don’t know its new day yet. If you say nothing, we’ll keep it for you.',
    )
    await page.press('Refund this belt')
    expect(sent('/api/account/delays/l1')).toEqual([])
    await page.press('Yes, refund it')
    await page.press('I’ll wait')
    expect(sent('/api/account/delays/l1')).toEqual([
      { delayId: 'l1', answer: 'refund' },
      { delayId: 'l1', answer: 'wait' },
    ])
    expect(page.words()).toContain('You said you’ll wait.')
  })
})

describe('a belt that was sent', () => {
  const sentBelt: SentBelt = {
    ...{ boxId: 'box 2026-10', membershipId: 'm1', orderNumber: 'BC-7K3F-9QMT', drop: '2026-10' },
    ...{
      isReplacement: false,
      belt: {
        id: 'b0',
        name: 'The Ashbury',
        style: 'dress',
        imageUrl: null,
        nightImageUrl: null,
        imageAlt: '',
      },
    },
    ...{ size: '36', returnUntil: '2026-12-09', mayExchange: true, warrantyUntil: '2027-10-09' },
    ...{
      isUnderWarranty: true,
      warranty: ['replacement', 'repair'],
      returns: ['refund', 'credit'],
      exchange: null,
    },
    ...{
      trouble: null,
      trackingNumber: null,
      claims: [],
      mayTell: true,
      fit: null,
      taste: null,
      reviewPath: null,
    },
  }
  const ofBelt = (what: string) => `/api/account/sent-belts/box%202026-10/${what}`
  const offered = [
    {
      id: 'b0',
      name: 'The Ashbury',
      style: 'dress',
      sizes: ['36', '38'],
      imageUrl: null,
      nightImageUrl: null,
    },
    { id: 'b1', name: 'The Wren', style: 'casual', sizes: ['34', '36'], imageUrl: null, nightImageUrl: null },
    { id: 'b2', name: 'The Gone', style: 'casual', sizes: [], imageUrl: null, nightImageUrl: null },
  ]
  const openBelt = (changes: Partial<SentBelt> = {}, at?: string, more: Replies = {}) => {
    const belt = { ...sentBelt, ...changes }
    const replies = {
      '/api/account/sent-belts': ok({ belts: [belt] }),
      [ofBelt('options')]: ok({ belts: offered }),
      [ofBelt('exchange')]: ok({ belt }),
      [ofBelt('feedback')]: ok({ belt: { ...belt, fit: 'tight' } }),
    }
    return openAccount([own], { ...replies, ...more }, at)
  }

  it('is exchanged for another size, which has to be chosen', async () => {
    const { page, sent } = await openBelt()
    expect(page.words()).toContain('Free until December 9')
    await page.press(/^Exchange or return/)
    await page.press('Request the exchange')
    expect(page.words()).toContain('Choose a size.')
    expect(page.document.querySelectorAll('.exchange-sizes label')).toHaveLength(1)
    await page.check('38')
    await page.fill('Anything we should know? (optional)', 'It pinches.')
    await page.press('Request the exchange')
    expect(sent(ofBelt('exchange'))).toEqual([
      {
        boxId: 'box 2026-10',
        kind: 'size',
        remedy: 'replacement',
        productId: 'b0',
        size: '38',
        details: 'It pinches.',
      },
    ])
  })

  it('is exchanged for another belt of its drop in the same size, of those that are left', async () => {
    const { page, sent } = await openBelt()
    await page.press(/^Exchange or return/)
    await page.check(/^Another belt/)
    await page.press('Request the exchange')
    expect(page.words()).toContain('Choose a belt.')
    expect(page.words()).not.toContain('The Gone')
    await page.check(/The Wren/)
    await page.press('Request the exchange')
    expect(sent(ofBelt('exchange'))).toEqual([
      { boxId: 'box 2026-10', kind: 'style', remedy: 'replacement', productId: 'b1', size: '36' },
    ])
  })

  it('is returned for the money or for credit, as a guest where a link of the order led here', async () => {
    const { page, sent } = await openBelt({}, '/account?exchange=BC-7K3F-9QMT')
    await page.press(/^Exchange or return/)
    await page.check(/^Return it for store credit/)
    await page.press('Request the return')
    expect(sent(ofBelt('exchange'))).toEqual([
      { boxId: 'box 2026-10', kind: 'return', remedy: 'credit', isGuest: true },
    ])
  })

  it('that never came is sent again in its size, or another where that is sold out', async () => {
    const lost = {
      mayExchange: false,
      returns: [],
      claims: ['replacement', 'refund'],
      trouble: 'lost',
    } as Partial<SentBelt>
    const { page, sent } = await openBelt(lost)
    await page.press(/^Choose what happens next/)
    await page.press('Send it again')
    expect(sent(ofBelt('exchange'))).toEqual([
      { boxId: 'box 2026-10', kind: 'lost', remedy: 'replacement', productId: 'b0', size: '36' },
    ])
    const sold = await openBelt({ ...lost, size: '34' })
    await sold.page.press(/^Choose what happens next/)
    expect(sold.page.words()).toContain('It’s sold out in your size. Choose another belt.')
    await sold.page.check(/The Wren/)
    await sold.page.press('Send it again')
    expect(sold.sent(ofBelt('exchange'))).toMatchObject([{ productId: 'b1', size: '34' }])
  })

  it('that broke is claimed with the part, the wish, the words and the photos', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1' }))
    const { page, sent } = await openBelt({}, undefined, { [ofBelt('photos')]: ok({ photoId: 'p1' }) })
    await page.press(/^Something broke/)
    await page.press('Send me a new one')
    expect(page.words()).toContain('Tell us what broke.')
    await page.check('The buckle')
    await page.check('Repair this one')
    await page.give('A photo of it', new File(['x'], 'x.jpg'))
    await page.fill('What happened? (optional)', 'It snapped.')
    await page.press('Send my claim')
    expect(sent(ofBelt('exchange'))).toEqual([
      {
        boxId: 'box 2026-10',
        kind: 'damaged',
        part: 'buckle',
        remedy: 'repair',
        details: 'It snapped.',
        photoIds: ['p1'],
      },
    ])
  })

  it('is told of with two taps; a tight one offers the next size for the belts to come', async () => {
    const { page, sent } = await openBelt({}, undefined, { [changes('size')]: ok(own) })
    expect(page.words()).toContain('Did The Ashbury arrive?')
    await page.check('Tight')
    expect(sent(ofBelt('feedback'))).toEqual([{ boxId: 'box 2026-10', fit: 'tight' }])
    await page.press('Send my next belts in size 38')
    expect(sent(changes('size'))).toEqual([{ id: 'm1', size: '38' }])
  })

  it('on its way back has its label, and can be kept instead', async () => {
    const exchange = {
      ...{ id: 'e1', kind: 'size', remedy: 'replacement', state: 'requested', number: 'R-7F3A9C21' },
      ...{
        wanted: 'The Ashbury, size 38',
        sendBy: '2026-12-09',
        label: { hasCode: true },
        trackingNumber: null,
      },
      ...{ canCancel: true, photos: [], answerBy: null },
    } as SentBelt['exchange']
    const { page, sent } = await openBelt({ exchange, mayExchange: false, returns: [] }, undefined, {
      '/api/account/exchanges/e1/cancel': ok({ belt: sentBelt }),
      '/api/account/exchanges/e1/answer': ok({ belt: sentBelt }),
    })
    await page.press(/^Return label/)
    expect(page.button('Download the label').getAttribute('href')).toBe('/api/account/exchanges/e1/label.pdf')
    expect(page.words()).toContain(
      'Put the unworn belt in its packaging and tape this label over the old one.',
    )
    await page.press('Close')
    await page.press(/^Keep it instead/)
    expect(sent('/api/account/exchanges/e1/cancel')).toHaveLength(1)
    const offer = {
      ...exchange!,
      state: 'offered' as const,
      kind: 'damaged' as const,
      answerBy: '2026-12-14',
      canCancel: false,
    }
    const giver = await openBelt({ exchange: offer }, undefined, {
      '/api/account/exchanges/e1/answer': ok({ belt: sentBelt }),
    })
    await giver.page.press('Give them store credit')
    expect(giver.sent('/api/account/exchanges/e1/answer')).toEqual([{ exchangeId: 'e1', remedy: 'credit' }])
  })

  it('of an order that has sent none yet says so', async () => {
    const { page } = await openBelt({}, '/account?exchange=BC-2222-3333')
    expect(page.words()).toContain('No belt of order BC-2222-3333 has shipped yet')
  })
})
