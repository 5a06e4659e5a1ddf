import { describe, expect, it } from 'vitest'
import type { HandoverView } from '../../domain/account/handover-contracts.ts'
import type { ReviewView } from '../../domain/account/review-contracts.ts'
import { holdAnswer, openBrowser } from '../../test/browser.ts'
import { openPage } from '../../test/open-page.tsx'
import HandoverPage from '../handover/handover-page.tsx'
import ReviewPage from '../review/review-page.tsx'
import GiftPage from './gift-page.tsx'

const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) })
const no = (body: object, status = 400) => ({ status, body: JSON.stringify(body) })
const pages = { gift: <GiftPage />, handover: <HandoverPage />, review: <ReviewPage /> }

/** A page opened from an email’s link, with the shop answering like this. */
async function openLink(which: keyof typeof pages, replies: Parameters<typeof openBrowser>[0], query = '') {
  const { asked } = openBrowser(replies)
  const page = await openPage(pages[which], { at: `/${which}/tok${query}`, path: `/${which}/:token` })
  const sent = (path: string) => asked.filter((each) => each.path === path).map(({ body }) => body)
  return { page, sent }
}

const address = {
  ...{ fullName: 'Thomas Ellison', address: '418 Alder Street', address2: '', city: 'Portland' },
  ...{ state: 'OR', zipCode: '97209' },
}

describe.each(['gift', 'handover', 'review'] as const)('the link of a %s', (which) => {
  it('says that an unknown link has expired, and retries when unanswered', async () => {
    const call = `/api/account/${which}`
    const over = await openLink(which, { [call]: no({}, 404) })
    expect(over.sent(call)).toEqual([{ token: 'tok' }])
    expect(over.page.words()).toContain('This link has expired')
    const cutOff = await openLink(which, { [call]: no({}, 400) })
    expect(cutOff.page.words()).toContain('This link has expired')
    const lost = await openLink(which, { [call]: no({}, 503) })
    expect(lost.page.words()).toContain('We couldn’t reach the shop. Your link still works.')
    await lost.page.press('Try again')
    expect(lost.sent(call)).toHaveLength(2)
  })
})

describe('the recipient of a gift', () => {
  const gift = {
    ...{
      recipientName: 'Thomas Ellison',
      senderName: 'Maya Ellison',
      message: '',
      gender: 'male',
      styles: [],
    },
    ...{ size: '', address, isChosen: false, chooseBy: '2026-11-30' },
    boxes: [{ drop: '2026-12', shipBy: '2026-12-05', state: 'coming', isOpen: true }],
  }
  const chosen = { ...gift, styles: ['casual'], size: '38', isChosen: true }
  const choice = '/api/account/gift/choice'
  const openGift = (view: object = gift, reply = ok(chosen)) =>
    openLink('gift', { '/api/account/gift': ok(view), [choice]: reply })

  it('confirms a changed size, then sends style, size and address with a two-letter state', async () => {
    const { page, sent } = await openGift()
    await page.check('Casual')
    await page.check('Pants 34, belt 36')
    await page.check(/^I understand/)
    await page.check('Pants 36, belt 38')
    expect(page.field(/^I understand/).checked).toBe(false)
    await page.press('Send me my belt')
    expect(page.words()).toContain('Please check the box, so we send the size that fits.')
    await page.check(/^I understand/)
    await page.press('Use another address')
    await page.fill('State', 'washington')
    await page.fill('ZIP code', '98101')
    await page.press('Send me my belt')
    expect(sent(choice)).toEqual([
      {
        ...{
          token: 'tok',
          styles: ['casual'],
          size: '38',
          address: { ...address, state: 'WA', zipCode: '98101' },
        },
        was: { styles: [], size: '', address },
      },
    ])
    expect(page.words()).toContain('Thank you, Thomas. You’re all set. Style Casual Size 38')
    expect(page.focused().id).toBe('gift-chosen')
  })

  it('sees server errors on their fields, or that nothing changed', async () => {
    const refused = no({ error: 'Not saved.', fields: { 'address.city': 'City is required' } })
    const { page } = await openGift({ ...gift, styles: ['dress'], size: 'Unsure' }, refused)
    await page.press('Send me my belt')
    expect(page.words()).toContain('City is required')
    expect(page.focused().name).toBe('city')
    const lost = await openGift({ ...gift, styles: ['dress'], size: 'Unsure' }, no({}, 503))
    await lost.page.press('Send me my belt')
    expect(lost.page.words()).toContain('We couldn’t reach the shop. Please try again.')
    await lost.page.press('Send me my belt')
    expect(lost.sent(choice)).toHaveLength(2)
  })

  it('sees each error go when its field is corrected, and keeps the address fields open', async () => {
    const fields = { 'address.city': 'City is required' }
    const { page } = await openGift(gift, no({ error: 'Not saved.', fields }))
    await page.press('Send me my belt')
    expect(page.words()).toContain('Choose at least one style.')
    await page.check('Dress')
    expect(page.words()).not.toContain('Choose at least one style.')
    await page.check('Not sure')
    expect(page.words()).not.toContain('Choose your size')
    await page.press('Send me my belt')
    await page.fill('City', 'Salem')
    expect(page.words()).not.toContain('City is required')
    expect(page.field('City').value).toBe('Salem')
  })

  it('can’t type anything that the answer to the last Save would lose', async () => {
    const { page } = await openGift(chosen)
    expect(page.focused()).toBe(page.document.body)
    await page.press('Change')
    expect(page.focused().tagName, 'the keyboard goes on in the form').toBe('FORM')
    await page.press('Leave it')
    expect(page.focused().id).toBe('gift-chosen')
    await page.press('Change')
    const answer = holdAnswer(choice)
    const parts = () => page.document.querySelector('.gift-parts')
    expect(parts()?.hasAttribute('inert')).toBe(false)
    await page.press('Save')
    expect(parts()?.hasAttribute('inert')).toBe(true)
    answer()
    await page.settle()
    expect(page.words()).toContain('You’re all set.')
  })

  it('continues at the button with the keyboard when saving from a field failed', async () => {
    const { page } = await openGift({ ...chosen, size: 'Unsure' }, no({}, 503))
    await page.press('Use another address')
    await page.fill('City', 'Salem')
    const answer = holdAnswer(choice)
    await page.key('Enter')
    // A browser takes the focus from what becomes inert.
    page.focused().blur()
    answer()
    await page.settle()
    expect(page.words()).toContain('We couldn’t reach the shop. Please try again.')
    expect(page.focused()).toBe(page.button('Save'))
  })

  it('can change the choices, or leave them', async () => {
    const { page, sent } = await openGift(chosen)
    await page.press('Change')
    expect(page.field(/^I understand/).checked).toBe(true)
    await page.press('Leave it')
    expect(page.words()).toContain('What you chose')
    await page.press('Change')
    await page.check('Dress')
    await page.press('Save')
    expect(sent(choice)).toMatchObject([{ styles: ['dress', 'casual'], size: '38' }])
  })
})

describe('the new owner of a membership', () => {
  const view: HandoverView = {
    ...{
      toName: 'Leo Reyes',
      toEmail: 'leo@example.com',
      fromName: 'Maya',
      planName: '6 Months',
      gender: 'male',
    },
    ...{ belts: 3, nextDrop: '2026-12', until: '2026-12-05', step: 'details', card: null, chosen: null },
  }
  const card = {
    ...{ amountCents: 35_700, on: '2027-02-21', terms: 'My 6 Months plan renews at $357.00.' },
    ...{ clientSecret: 'seti_1_secret_2', isGiven: false },
  }
  const chosen = {
    ...{ styles: ['dress'], size: '36', measured: null },
    address: { ...address, fullName: 'Leo Reyes' },
  }
  const atCard: HandoverView = { ...view, step: 'card', card, chosen }
  const call = (what: string) => `/api/account/handover/${what}`
  const openHandover = (first: object = view, replies: Parameters<typeof openBrowser>[0] = {}) =>
    openLink('handover', {
      '/api/account/handover': ok(first),
      [call('choice')]: ok(atCard),
      [call('terms')]: ok(atCard),
      [call('take')]: ok({ ...atCard, step: 'done' }),
      '/api/demo-payments/confirm': ok({ status: 'succeeded', paymentIntentId: 'seti_1' }),
      ...replies,
    })
  async function giveCard(page: Awaited<ReturnType<typeof openHandover>>['page']) {
    await page.fill('Card number', '4242424242424242')
    await page.fill('Expiration date', '1230')
    await page.fill('Security code', '123')
    await page.press('Save my card and take over')
  }

  it('sees what’s coming and its cost, and chooses size, style and address', async () => {
    const { page, sent } = await openHandover()
    expect(page.words()).toContain(
      'Maya wants you to have their belts 3 belts are already paid for, starting in December 2026. After that, the 6 Months plan continues on your card.',
    )
    expect(page.words()).toContain('The link works through December 5.')
    expect(page.field('Full name').value).toBe('Leo Reyes')
    await page.fill('State', 'Oregano')
    await page.press('Continue to your card')
    // All at once, not a round for each part.
    for (const problem of [
      'Choose at least one style.',
      'Choose your size, or tell us you’re not sure.',
      'Address is required',
      'City is required',
      'Choose a state from the list, like OR or Oregon. We ship within the US only.',
      'ZIP code is required',
    ])
      expect(page.words()).toContain(problem)
    await page.check('Dress')
    await page.check('Pants 34, belt 36')
    await page.check(/^I understand/)
    for (const [name, value] of [
      ['Address', '9 Oak Road'],
      ['City', 'Salem'],
      ['State', 'oregon'],
      ['ZIP code', '97301'],
    ] as const)
      await page.fill(name, value)
    await page.press('Continue to your card')
    expect(sent(call('choice'))).toEqual([
      {
        ...{ token: 'tok', styles: ['dress'], size: '36' },
        address: {
          ...{ fullName: 'Leo Reyes', address: '9 Oak Road', address2: '', city: 'Salem' },
          ...{ state: 'OR', zipCode: '97301' },
        },
      },
    ])
    expect(page.words()).toContain('On February 21 your card is charged $357.00 before tax.')
  })

  it('agrees to the terms before giving the card, then takes over', async () => {
    const { page, sent } = await openHandover(atCard)
    await giveCard(page)
    expect(page.words()).toContain('Please confirm that you know how your plan renews.')
    expect(sent('/api/demo-payments/confirm')).toEqual([])
    await page.check(card.terms)
    expect(page.words()).not.toContain('Please confirm that you know how your plan renews.')
    await page.press('Save my card and take over')
    expect(sent(call('terms'))).toEqual([{ token: 'tok', terms: card.terms }])
    expect(sent('/api/demo-payments/confirm')).toMatchObject([
      { clientSecret: 'seti_1_secret_2', email: 'leo@example.com' },
    ])
    expect(sent(call('take'))).toEqual([{ token: 'tok' }])
    expect(page.words()).toContain('It’s yours, Leo Reyes Your first belt comes in December 2026.')
    expect(page.focused().textContent).toBe('It’s yours, Leo Reyes')
  })

  it('takes nothing over when the card is declined or the terms changed', async () => {
    const declined = no({ code: 'card_declined', message: 'Your card was declined.' }, 402)
    const { page, sent } = await openHandover(atCard, { '/api/demo-payments/confirm': declined })
    await page.check(card.terms)
    await giveCard(page)
    expect(page.words()).toContain('Your card was declined.')
    expect(sent(call('take'))).toEqual([])
    const changed = await openHandover(atCard, {
      [call('terms')]: no({ code: 'price_changed', error: 'The price has changed.' }, 409),
    })
    await changed.page.check(card.terms)
    await giveCard(changed.page)
    expect(changed.page.words()).toContain('The price has changed.')
    expect(changed.sent('/api/account/handover')).toHaveLength(2)
    expect(changed.sent('/api/demo-payments/confirm')).toEqual([])
  })

  it('agrees to other terms without typing a card that is saved', async () => {
    const { page, sent } = await openHandover({ ...atCard, card: { ...card, isGiven: true } })
    expect(page.words()).toContain('Your card is saved. Agree to these terms, and the belts are yours.')
    await page.press('Agree and take over')
    expect(page.words()).toContain('Please confirm that you know how your plan renews.')
    await page.check(card.terms)
    await page.press('Agree and take over')
    expect(sent(call('terms'))).toEqual([{ token: 'tok', terms: card.terms }])
    expect(sent('/api/demo-payments/confirm')).toEqual([])
    expect(page.words()).toContain('It’s yours, Leo Reyes')
  })

  it('has to tick the box again for terms that changed', async () => {
    const dearer = 'My 6 Months plan renews at $399.00.'
    const replies = {
      '/api/account/handover': ok(atCard),
      [call('terms')]: no({ code: 'price_changed', error: 'The terms have changed.' }, 409),
    }
    const { page, sent } = await openLink('handover', replies)
    await page.check(card.terms)
    replies['/api/account/handover'] = ok({ ...atCard, card: { ...card, terms: dearer } })
    await giveCard(page)
    expect(page.field(dearer).checked).toBe(false)
    await page.press('Save my card and take over')
    expect(page.words()).toContain('Please confirm that you know how your plan renews.')
    expect(sent(call('terms'))).toEqual([{ token: 'tok', terms: card.terms }])
  })

  it('of a gift needs no card, and can go back to size and address', async () => {
    const given = await openHandover({ ...view, planName: null, belts: 1 })
    expect(given.page.words()).toContain('One belt, December 2026’s, is already paid for.')
    expect(given.page.words()).not.toMatch(/card|price|charged/)
    expect(given.page.button('Send me belts').disabled).toBe(false)
    const { page } = await openHandover(atCard)
    await page.press('Change size or address')
    expect(page.focused().tagName).toBe('FORM')
    expect([page.field('Pants 34, belt 36').checked, page.field('Address').value]).toEqual([
      true,
      '418 Alder Street',
    ])
  })
})

describe('a member reviewing a belt', () => {
  const view = {
    belt: { name: 'The Ashbury', imageUrl: null, nightImageUrl: null, imageAlt: '' },
    ...{ signature: 'Maya, Portland, OR', fit: null, written: null },
  } as unknown as ReviewView
  const written = { stars: 4, text: 'Lovely.', shows: 'unnamed', state: 'waiting', declinedBecause: null }
  const words = '/api/account/review/words'

  it('starts with the stars tapped in the email, and learns what happens next', async () => {
    const saved = { ...view, fit: 'right', written }
    const { page, sent } = await openLink(
      'review',
      { '/api/account/review': ok(view), [words]: ok(saved) },
      '?stars=4&fit=right',
    )
    await page.press('Send my review')
    expect(page.words()).toContain('Tell us if we can show it.')
    expect(page.words()).not.toContain('Tap the stars.')
    await page.fill('Anything to add? (optional)', 'Lovely.')
    await page.check('Yes, but without my name and city')
    await page.press('Send my review')
    expect(sent(words)).toEqual([{ token: 'tok', stars: 4, fit: 'right', text: 'Lovely.', shows: 'unnamed' }])
    expect(window.history.replaceState).toHaveBeenCalledWith(
      null,
      '',
      new URL('https://shop.example/review/tok'),
    )
    expect(page.words()).toMatch(
      /Thanks, that helps We read every review before it goes up.*Lovely\. A member\. Fit: just right/,
    )
  })

  it('is asked for everything missing, and keeps the text when sending fails', async () => {
    const { page, sent } = await openLink('review', { '/api/account/review': ok(view) })
    await page.press('Send my review')
    expect(page.words()).toMatch(/Tap the stars\..*Tell us how it fits\./)
    await page.check(/^5 stars/)
    await page.check('Loose')
    await page.fill('Anything to add? (optional)', 'Too long.')
    await page.check(/^Yes, signed “Maya, Portland, OR”/)
    await page.press('Send my review')
    expect(page.words()).toContain('We couldn’t reach the shop. Please try again.')
    expect(page.field('Anything to add? (optional)').value).toBe('Too long.')
    expect(sent(words)).toMatchObject([{ stars: 5, fit: 'loose', shows: 'named' }])
    await page.press('Send my review')
    expect(sent(words), 'it can be sent again').toHaveLength(2)
  })

  it('sees the review’s status, and changes or withdraws it', async () => {
    const back = '/api/account/review/take-back'
    const declined = { ...written, shows: 'named', state: 'declined', declinedBecause: 'it names a person' }
    const { page, sent } = await openLink('review', {
      '/api/account/review': ok({ ...view, fit: 'right', written: declined }),
      [back]: ok(view),
    })
    expect(page.words()).toMatch(
      /We didn’t publish this one That’s because it names a person\. Change it .*Maya, Portland, OR/,
    )
    await page.press('Change it')
    expect(page.focused().textContent).toBe('How’s The Ashbury?')
    expect(page.field('Anything to add? (optional)').value).toBe('Lovely.')
    await page.press('Keep it as it was')
    expect(page.focused().textContent).toBe('We didn’t publish this one')
    await page.press('Take it back')
    expect(page.focused().textContent).toBe('How’s The Ashbury?')
    expect(sent(back)).toEqual([{ token: 'tok' }])
    expect(page.words()).toContain('How’s The Ashbury?')
    expect(page.button('Send my review').disabled).toBe(false)
  })
})
