import { onlineManager } from '@tanstack/react-query'
import { expect, it, onTestFinished, vi } from 'vitest'
import { act } from '../../test/act.ts'
import { holdAnswer } from '../../test/browser.ts'
import { changes, hearing, openAccount, own } from '../../test/open-account.tsx'
import { no, ok } from '../../test/open-admin.tsx'

it('someone whose link isn’t opened here yet is told so, and where to open it', async () => {
  const replies = { '/api/account': no({}, 401), '/api/account/link': ok({}) }
  const { page } = await openAccount([], replies)
  expect(page.words()).not.toContain('We haven’t seen your link')
  await page.fill('Email', 'maya@example.com')
  await page.press('Email me a link')
  await page.press('I opened it in another tab')
  expect(page.words()).toContain('We haven’t seen your link yet Open it in this browser, then come back.')
  expect(page.focused().textContent).toBe('We haven’t seen your link yet')
})

it.each(['Skip December', 'Stop the letter', 'Download my data', 'Update card'])(
  'a member whose session is over is told so after %s',
  async (button) => {
    const { page } = await openAccount()
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }))
    await page.press(button)
    expect(page.focused().textContent).toBe('You’re signed out')
    expect(page.words()).toContain('Enter your email and we’ll send you a link to come back.')
  },
)

it('one fresh link is enough for two things asked for at the same moment', async () => {
  const asksAgain = no({ code: 'confirm_first', details: { email: 'maya@example.com' } }, 403)
  const { page, asked } = await openAccount([own], {
    '/api/account/my-data': asksAgain,
    [changes('cancel')]: asksAgain,
    '/api/account/link': ok({}),
  })
  const answer = holdAnswer('/api/account/my-data')
  await page.press('Download my data')
  await page.press('Cancel membership')
  await page.press('Cancel now')
  answer()
  await page.settle()
  await page.press('Email me a link')
  await page.press('I opened it')
  const times = (path: string) => asked.filter((each) => each.path === path).length
  expect([times('/api/account/my-data'), times(changes('cancel'))]).toEqual([2, 2])
  await page.press('Not now')
  expect(page.button('Download my data').getAttribute('aria-disabled')).toBeNull()
})

it('someone who just came from an email’s link isn’t told that they’ve been here for a while', async () => {
  const details = { email: 'maya@example.com', cameFrom: 'email' }
  const { page } = await openAccount([own], {
    [changes('cancel')]: no({ code: 'confirm_first', details }, 403),
  })
  await page.press('Cancel membership')
  await page.press('Cancel now')
  expect(page.words()).toContain(
    'You came here from a link in an email. Emails get forwarded, so we need to check it’s you first. We’ll email a link to maya@example.com.',
  )
  expect(page.words()).not.toContain('for a while')
})

it('a page in the browser’s translation still shows what a change led to', async () => {
  const { page } = await openAccount([own], { [changes('skip')]: ok(own) })
  // Browsers put their own elements in the place of a page's texts.
  const translate = (node: Node) => {
    if (node.nodeType !== 3) return [...node.childNodes].forEach(translate)
    const font = page.document.createElement('font')
    font.textContent = node.textContent
    node.parentNode!.replaceChild(font, node)
  }
  translate(page.document.body)
  const next = { ...own.next, drop: '2027-02', shipBy: '2027-02-05', changeUntil: '2027-01-31' }
  const after = { ...own, next, status: 'cancelled', money: { ...own.money, nextChargeOn: null } }
  const send = fetch
  vi.stubGlobal('fetch', async (to: string, init?: RequestInit) =>
    to === '/api/account'
      ? new Response(JSON.stringify({ email: 'maya@example.com', memberships: [after] }))
      : send(to, init),
  )
  await page.press('Skip December')
  expect(page.button('Skip February')).toBeDefined()
  expect(page.words()).toContain('Change February’s until Sunday, January 31.')
  expect(page.words()).toContain('Next charge None. You won’t be charged again.')
  expect(page.words()).not.toContain('$357.00')
  expect(page.words()).not.toContain('December, next')
})

it('a member turns the newsletter off and on', async () => {
  const { page, sent } = await openAccount([own], { '/api/account/letter': ok({ isWanted: true }) })
  await page.press('Stop the letter')
  expect(sent('/api/account/letter')).toEqual([{ isWanted: false }])
  const off = await openAccount([own], { '/api/account/letter': ok({ isWanted: false }) })
  await off.page.press('Send me the letter')
  expect(off.sent('/api/account/letter')).toEqual([{ isWanted: true }])
  const send = fetch
  vi.stubGlobal('fetch', async (to: string, init?: RequestInit) =>
    to === '/api/account/letter' ? new Response('{}', { status: 503 }) : send(to, init),
  )
  expect(await hearing(() => off.page.press('Send me the letter'))).toHaveLength(1)
  expect(off.page.words()).toContain('You’re not getting it')
})

it('a device that has signed out meanwhile is no error', async () => {
  const device = {
    id: 'd2',
    device: 'Phone',
    isThis: false,
    signedInAt: '2026-11-01',
    lastSeenAt: '2026-11-20',
  }
  const { page, asked } = await openAccount([own], {
    '/api/account/devices': ok({ devices: [device] }),
    '/api/account/devices/d2': no({ error: 'This device is already signed out.' }, 404),
  })
  expect(await hearing(() => page.press('Sign out Phone'))).toEqual([])
  expect(asked.filter(({ path }) => path === '/api/account/devices')).toHaveLength(2)
})

it('a cancellation that is under way isn’t sent again by a second click', async () => {
  const { page, sent } = await openAccount([own], { [changes('cancel')]: ok(own) })
  const answer = holdAnswer(changes('cancel'))
  await page.press('Cancel membership')
  await page.press('Cancel now')
  await page.press('Cancel now')
  answer()
  await page.settle()
  expect(sent(changes('cancel'))).toHaveLength(1)
  expect(page.words()).toContain('Canceled, as you asked.')
})

it('the plans of one membership are never offered for another', async () => {
  const monthly = { planId: 'monthly', name: 'Monthly', amountCents: 6950, taxCents: 0, terms: '' }
  const ofOther = '/api/account/memberships/m2/plans'
  const { page } = await openAccount([own, { ...own, id: 'm2' }], {
    [changes('plans')]: ok({ plans: [{ ...monthly, chargeOn: '2027-04-21' }] }),
    [ofOther]: ok({ plans: [] }),
  })
  await page.press('Change plan')
  expect(page.words()).toContain('Monthly: $69.50')
  await page.press('Change plan')
  const answer = holdAnswer(ofOther)
  await page.press('Change plan', true)
  expect(page.words()).not.toContain('Monthly: $69.50')
  answer()
  await page.settle()
  expect(page.words()).toContain('There’s no other plan right now.')
})

it('a change made offline fails at once, and isn’t made later', async () => {
  const { page, sent } = await openAccount()
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  await page.press('Skip December')
  expect(page.words()).toContain('We couldn’t reach the shop.')
  onlineManager.setOnline(true)
  await page.settle()
  expect(sent(changes('skip'))).toHaveLength(1)
})

it('whoever pays for someone else’s belts can cancel', async () => {
  const { page, sent } = await openAccount([{ ...own, role: 'giver', taste: null }], {
    [changes('cancel')]: ok(own),
  })
  await page.press('Cancel membership')
  await page.press('Cancel now')
  expect(sent(changes('cancel'))).toHaveLength(1)
})

it('a fresh link that couldn’t be sent isn’t said to be on its way', async () => {
  const asksAgain = no({ code: 'confirm_first', details: { email: 'maya@example.com' } }, 403)
  const { page } = await openAccount([own], {
    [changes('cancel')]: asksAgain,
    '/api/account/link': no({}, 503),
  })
  await page.press('Cancel membership')
  await page.press('Cancel now')
  await page.press('Email me a link')
  expect(page.words()).toContain('We couldn’t reach the shop. Please try again.')
  expect(page.words()).not.toContain('We sent a link')
  // As by Escape.
  await act(async () => page.document.querySelector<HTMLDialogElement>('dialog.account-fresh')!.close())
  await page.settle()
  expect(page.button('Skip December').getAttribute('aria-disabled')).toBeNull()
})
