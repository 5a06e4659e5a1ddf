import { describe, expect, it } from 'vitest'
import type { GiftPageView } from '../../domain/account/gift-contracts.ts'
import { firstPlans as plans } from '../../domain/first-plans.ts'
import { renderPage } from '../../test/render-page.tsx'
import { GiftFrame } from './gift-frame.tsx'
import GiftPage, { GiftLoaded } from './gift-page.tsx'

const comes = { waitsForSize: true, state: 'coming', isOpen: true } as const
const open: GiftPageView = {
  recipientName: 'Thomas Ellison',
  senderName: 'Maya Ellison',
  message: 'Happy birthday.',
  gender: 'male',
  styles: [],
  size: '',
  measured: null,
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
  today: '2026-11-21',
  boxes: [
    { drop: '2026-12', shipBy: '2026-12-05', ...comes },
    { drop: '2027-01', shipBy: '2027-01-05', ...comes },
  ],
}
const chosen: GiftPageView = {
  ...open,
  ...{ styles: ['dress'], size: '36', isChosen: true },
  boxes: open.boxes.map((box) => ({ ...box, waitsForSize: false })),
}
const waiting: GiftPageView = {
  ...open,
  chooseBy: null,
  boxes: [{ drop: '2026-12', shipBy: '2026-12-05', waitsForSize: true, state: 'late', isOpen: true }],
}

const screen = (gift: GiftPageView) =>
  renderPage(
    <GiftFrame>
      <GiftLoaded gift={gift} token="" onChosen={() => {}} />
    </GiftFrame>,
  )

describe('the gift page for its recipient', () => {
  it.each([
    ['before its recipient is known', () => renderPage(<GiftPage />)],
    ['while choices are open', () => screen(open)],
    ['after the choice', () => screen(chosen)],
    ['while a belt waits', () => screen(waiting)],
  ])('shows no price and links to none, %s', (_, render) => {
    const { words, html } = render()
    for (const { price, stripeAmount, savings } of plans) {
      for (const amount of [price, String(stripeAmount / 100), savings ?? price])
        expect(words).not.toContain(amount)
    }
    expect(words).not.toMatch(/[$€£¥]|\bUSD\b|\d[.,]\d\d\b/)
    expect(words).not.toMatch(/\b(price|paid|pays?|costs?|charged?|billed|tax|renews?|plans?)\b/i)
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, address]) => address)
    for (const link of links) expect(link).toMatch(/^(\/account|mailto:|\?letter$|\/measuring-tape-)/)
  })

  it('names the giver, what to choose by when, then which belt comes when', () => {
    const asked = screen(open).words
    expect(asked).toContain('Thomas, Maya is sending you belts.')
    expect(asked).toContain('Two of them, one each month')
    expect(asked).toMatch(/You can change all of this until November\s30\./)
    const noted = screen(chosen).words
    expect(noted).toMatch(/December 2026 Ships by December\s5 January 2027 Ships by January\s5/)
    expect(asked).toContain('The first is in the December drop and ships once you pick a size.')
    expect(screen(waiting).words).toContain('It is in the December drop and ships once you pick a size.')
  })
  it('shows the choices, and asks again after an unsure size', () => {
    const noted = screen(chosen).words
    expect(noted).toContain(
      'What you chose Style Dress Size 36 To Thomas Ellison, 418 Alder Street, Portland, OR 97209 Your belts',
    )
    expect(noted).toMatch(/You can change this until November\s30\./)
    const sent = { ...chosen.boxes[0]!, state: 'sent' as const, isOpen: false }
    const one = screen({ ...chosen, chooseBy: null, boxes: [sent] }).words
    expect(one).toContain('Your belt December 2026 On its way, or already there')
    expect(one).not.toContain('You can change this until')
    expect(one).not.toMatch(/Change$/)
    const late = { ...sent, state: 'late' as const }
    const packed = screen({ ...chosen, boxes: [late] }).words
    expect(packed).toContain('It is in the December drop and ships as soon as it’s packed.')
    expect(packed).toContain('December 2026 Ships as soon as it’s packed')
    const unsure = screen({ ...chosen, size: 'Unsure' }).words
    expect(unsure).toContain('What pants size do you wear?')
    expect(unsure).toContain('Leave it Save')
  })

  it('asks for the wearer’s size, shows the belt size, and confirms the address', () => {
    const asked = screen({ ...open, gender: 'female', size: '28' }).words
    expect(asked).toContain('What waist size do you wear?')
    expect(asked).toContain('Waist 26 → belt 28. Exchanges are free.')
    expect(asked).toContain('I understand that belt size is my waist size + 2 inches *')
    expect(asked).toContain('Send it here? Thomas Ellison, 418 Alder Street, Portland, OR 97209')
    expect(asked).toContain('Send me belts')
    expect(screen(waiting).words).toContain('Send me my belt')
    expect(screen(open).words).not.toMatch(/I understand that|Leave it/)
  })
})
