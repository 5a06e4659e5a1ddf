import { describe, expect, it } from 'vitest'
import { renderOrderConfirmation } from './order-confirmation.tsx'
import type { OrderView } from './order-view.ts'

const sender = {
  shopName: 'Belt Club',
  supportEmail: 'support@example.com',
  postalAddress: '1 Main Street, Dover, DE 19901',
  publicUrl: 'https://belts.example',
}

const order: OrderView = {
  to: 'maya@example.com',
  orderNumber: 'BC-7K3F-9QMT',
  headline: 'Thank you, Maya. 2 people are in the club.',
  summary:
    'Order BC-7K3F-9QMT, November 21, 2026. The first belt is in the December drop and ships by December 5.',
  preview: 'The first belt is in the December drop and ships by December 5.',
  items: [
    {
      plan: '6 Months',
      amount: '$357.00',
      whom: 'For you',
      facts: [
        'Dress, Casual, size 36',
        '418 Alder Street, Los Angeles, CA 90026',
        'Renews May 21, 2027 at $357.00 plus tax, until you cancel',
      ],
    },
    {
      plan: '12 Months',
      amount: '$594.00',
      whom: 'Gift for Thomas <b>Ellison</b>',
      facts: ['Let Recipient Pick, Let Recipient Choose', 'Ends after 12 belts. A gift never renews'],
    },
  ],
  subtotal: '$951.00',
  tax: '$25.88',
  total: '$976.88',
}

describe('the confirmation mail', () => {
  it('looks as it was approved, in HTML and in text', async () => {
    const mail = await renderOrderConfirmation(sender, order)
    expect(mail.subject).toBe('Order BC-7K3F-9QMT is confirmed')
    await expect(mail.html).toMatchFileSnapshot('golden/order-confirmation.html')
    await expect(mail.text).toMatchFileSnapshot('golden/order-confirmation.txt')
  })

  it('shows what people typed as words, never as markup', async () => {
    const { html, text } = await renderOrderConfirmation(sender, order)
    expect(html).not.toContain('<b>Ellison')
    expect(text).toContain('Gift for Thomas <b>Ellison</b>')
  })

  it('says nothing of tax where none was due', async () => {
    const { html, text } = await renderOrderConfirmation(sender, { ...order, tax: null })
    expect(html).not.toContain('Sales tax')
    expect(text).not.toContain('Sales tax')
  })
})
