import { describe, expect, it } from 'vitest'
import type { CartItem } from '../../domain/cart.ts'
import { renderOrderConfirmation } from './order-confirmation.tsx'
import {
  inCalifornia,
  sampleGift,
  sampleOrder,
  samplePromotion,
  sampleSelf,
  sampleSender,
} from './samples.ts'

/** The plain text of the confirmation of these items. */
async function confirm(...carts: CartItem[]) {
  return renderOrderConfirmation(sampleSender, sampleOrder(carts))
}

function giftWith(changes: Partial<CartItem>): CartItem {
  return { ...sampleGift(), ...changes }
}

describe('the confirmation email', () => {
  it('names its order, its sender and the shop’s address', async () => {
    const { to, subject, html, text } = await confirm(sampleSelf())
    expect(to).toBe('maya@example.com')
    expect(subject).toBe('Order BC-7K3F-9QMT is confirmed')
    for (const body of [html, text]) {
      expect(body).toContain('BC-7K3F-9QMT')
      expect(body).toContain('https://belts.example')
      expect(body).toContain('support@example.com')
      expect(body).toContain('1 Main Street, Dover, DE 19901')
      expect(body).toContain('https://belts.example/account')
      expect(body).toContain('within 12 hours')
    }
  })

  it('tells members when they renew, at what price, and how to cancel', async () => {
    const { text } = await confirm(sampleSelf('6-months'))
    expect(text).toContain('Thank you, Maya. You’re in the club.')
    expect(text).toContain('Your first belt is in the December drop and ships by December 5.')
    expect(text).toContain('Renews May 21, 2027 at $357.00, until you cancel')
    expect(text).toContain(
      'You can cancel anytime on your membership page, or by writing to support@example.com.',
    )
    expect(text).not.toContain('Sales tax')
  })

  it('shows sales tax only where due, now and at renewal', async () => {
    const { text } = await confirm(inCalifornia(sampleSelf()))
    expect(text).toContain('Sales tax, California: $5.04')
    expect(text).toContain('Paid: $74.54')
    expect(text).toContain('Renews December 21, 2026 at $69.50 plus tax, until you cancel')
  })

  it('shows a promotion code, its discount, and renewal prices with and without it', async () => {
    const carts = [sampleSelf(), sampleGift()]
    for (const [duration, renewal] of [
      ['forever', '$62.55'],
      ['once', '$69.50'],
    ] as const) {
      const order = sampleOrder(carts, { ...samplePromotion, duration })
      const { text } = await renderOrderConfirmation(sampleSender, order)
      expect(text).toContain(
        'Subtotal: $663.50\nPromotion SPRING: \u2212$66.35\nShipping: Free\nPaid: $597.15',
      )
      expect(text).toContain(`Renews December 21, 2026 at ${renewal}, until you cancel`)
    }
  })

  it('of a gift says that it ends, when its notice goes out, and never that it renews', async () => {
    const { html, text } = await confirm(sampleGift())
    expect(text).toContain('Thank you, Maya. Thomas Ellison is in the club.')
    expect(text).toContain('Thomas picks the styles and the size')
    expect(text).toContain('Gift email on December 1, 2026 at 9 AM, Eastern Time, to thomas@example.com')
    expect(text).toContain('Ends after 12 belts. A gift never renews')
    for (const body of [html, text]) expect(body).not.toMatch(/Renews|until you cancel|can cancel/)
  })

  it('promises no time for a gift notice ordered after it', async () => {
    const giftDetails = { ...sampleGift().giftDetails!, emailDate: '2026-11-21T00:00:00.000Z' }
    const { text } = await confirm(giftWith({ giftDetails }))
    expect(text).toContain('Gift email on November 21, 2026, to thomas@example.com')
  })

  it('says which choice is left to the recipient', async () => {
    expect((await confirm(giftWith({ size: '34' }))).text).toContain('Thomas picks the styles, size 34')
    expect((await confirm(giftWith({ styles: ['dress'] }))).text).toContain('Dress, Thomas chooses the size')
  })

  it('promises the measuring guide to an unsure member', async () => {
    const { text } = await confirm({ ...sampleSelf(), size: 'Unsure' })
    expect(text).toContain('Dress, Casual, size unsure\nA measuring guide ships with the first shipment')
  })

  it('asks an unsure member for the size, with how and by when; for a gift, says the recipient is asked', async () => {
    const own = await confirm({ ...sampleSelf(), size: 'Unsure' }, sampleGift())
    expect(own.text).toContain(
      'December’s belt is waiting for it. Choose it on your membership page by November 30.',
    )
    expect(own.text).toContain('Belt size is pants size plus 2 inches: pants 34 means belt 36.')
    expect(own.text).toContain('Choose your size: https://belts.example/account')
    const { text } = await confirm(giftWith({ styles: ['dress'], size: 'Unsure' }))
    expect(text).toContain('Thomas is asked for the size')
    expect(text).not.toContain('Choose your size')
  })

  it('counts people, not items', async () => {
    const both = await confirm(sampleSelf(), sampleGift())
    expect(both.text).toContain('Thank you, Maya. Two people are in the club.')
    const twice = await confirm(sampleSelf(), sampleSelf('6-months'))
    expect(twice.text).toContain('Thank you, Maya. You’re in the club.')
  })
})

describe('text that people typed', () => {
  const named = (fullName: string): CartItem => ({
    ...sampleSelf(),
    shippingDetails: { ...sampleSelf().shippingDetails!, fullName },
  })

  it('is shown as text, never as markup', async () => {
    const { html, text } = await confirm(named('<b>Maya</b> & Co'))
    expect(html).not.toContain('<b>Maya')
    expect(html).toContain('&lt;b&gt;Maya&lt;/b&gt;')
    expect(text).toContain('Thank you, <b>Maya</b>.')
  })

  it('can’t add a line to the text', async () => {
    const shippingDetails = { ...sampleGift().shippingDetails!, fullName: 'Thomas\n\nPaid: $0.00' }
    const { text } = await confirm(giftWith({ shippingDetails }))
    expect(text.match(/^Paid: /gm)).toHaveLength(1)
  })

  it.each([
    ['Maya Ellison', 'Maya'],
    ['  maya  ', 'maya'],
    ['Dr. Maya Ellison', 'Dr. Maya Ellison'],
    ['J. R. Ellison', 'J. R. Ellison'],
    ['Ellison, Maya', 'Ellison, Maya'],
  ])('greets %j as %j', async (fullName, called) => {
    expect((await confirm(named(fullName))).text).toContain(`Thank you, ${called}. `)
  })

  it('may be missing', async () => {
    expect((await confirm(named(' '))).text).toContain('Thank you. You’re in the club.')
  })
})
