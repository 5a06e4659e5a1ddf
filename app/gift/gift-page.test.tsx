import { describe, expect, it } from 'vitest'
import type { GiftPageView } from '../../domain/account/gift-contracts.ts'
import { firstPlans as plans } from '../../domain/first-plans.ts'
import { renderPage } from '../../test/render-page.tsx'
import { GiftFrame } from './gift-frame.tsx'
import GiftPage, { GiftLoaded } from './gift-page.tsx'

const open: GiftPageView = {
  recipientName: 'Thomas Ellison',
  senderName: 'Maya Ellison',
  message: 'Happy birthday.',
  gender: 'male',
  styles: [],
  size: '',
  address: {
    fullName: 'Thomas Ellison',
    address: '418 Alder Street',
    address2: '',
    city: 'Portland',
    state: 'OR',
    zipCode: '97209',
  },
  isChosen: false,
  chooseBy: '2026-11-30',
  boxes: [
    { drop: '2026-12', shipBy: '2026-12-05', state: 'coming', isOpen: true },
    { drop: '2027-01', shipBy: '2027-01-05', state: 'coming', isOpen: true },
  ],
}
const chosen: GiftPageView = { ...open, styles: ['dress'], size: '36', isChosen: true }
const waiting: GiftPageView = {
  ...open,
  chooseBy: null,
  boxes: [{ drop: '2026-12', shipBy: '2026-12-05', state: 'waiting', isOpen: true }],
}

const screen = (gift: GiftPageView) =>
  renderPage(
    <GiftFrame>
      <GiftLoaded gift={gift} token="" onChosen={() => {}} />
    </GiftFrame>,
  )

describe('what the page of a gift lets its recipient read', () => {
  it.each([
    ['before it is known whose it is', () => renderPage(<GiftPage />)],
    ['while something is to be chosen', () => screen(open)],
    ['once it is chosen', () => screen(chosen)],
    ['while a belt waits', () => screen(waiting)],
  ])('names no price and leads to none, %s', (_, render) => {
    const { words, html } = render()
    for (const { price, stripeAmount, savings } of plans) {
      for (const amount of [price, String(stripeAmount / 100), savings ?? price])
        expect(words).not.toContain(amount)
    }
    expect(words).not.toMatch(/[$€£¥]|\bUSD\b|\d[.,]\d\d\b/)
    expect(words).not.toMatch(/\b(price|paid|pays?|costs?|charged?|billed|tax|renews?|plans?)\b/i)
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, address]) => address)
    for (const link of links) expect(link).toMatch(/^(\/account|mailto:|\?letter$)/)
  })

  it('says from whom it is, what to choose by when, and then which belt comes when', () => {
    const asked = screen(open).words
    expect(asked).toContain('Thomas, Maya is sending you belts.')
    expect(asked).toContain('Two of them, one each month')
    expect(asked).toMatch(/You can change all of this until November\s30\./)
    const noted = screen(chosen).words
    expect(noted).toMatch(/December 2026 Ships by December\s5 January 2027 Ships by January\s5/)
    expect(screen(waiting).words).toContain('It ships once you’ve chosen.')
  })
})
