import type { CartItem } from '../../domain/cart.ts'
import { nextCharge } from '../../domain/drop.ts'
import { daysOf } from '../../domain/drop-calendar.ts'
import { findPlan, firstPlans, type PlanId } from '../../domain/plan.ts'
import { discountsOf, type Promotion } from '../../domain/promotion.ts'
import { recipientPicksStyle } from '../../domain/quiz.ts'
import { recipientChoosesSize, unsureSize } from '../../domain/sizing.ts'
import { statewideTaxCents } from '../../domain/tax.ts'
import type { MailContent } from '../outbox/renderers.ts'
import { billingSamples } from './billing-samples.ts'
import { clubSamples } from './club-samples.ts'
import { renderContactAnswer } from './contact-answer.tsx'
import { renderContactAcknowledgement, renderContactToSupport } from './contact-mails.tsx'
import { exchangeSamples } from './exchange-samples.ts'
import { recipientSamples } from './gift-samples.ts'
import type { Sender } from './layout.tsx'
import { renderNewsletterConfirmation, renderNewsletterWelcome } from './newsletter-mails.ts'
import { renderOrderConfirmation } from './order-confirmation.tsx'
import { type OrderView, orderView } from './order-view.ts'

/** Who writes the samples. */
export const sampleSender: Sender = {
  shopName: 'Belt Club',
  supportEmail: 'support@example.com',
  postalAddress: '1 Main Street, Dover, DE 19901',
  publicUrl: 'https://belts.example',
}

/** Every mail of the shop with made-up content: what `npm run mails` shows and the golden tests hold. */
export const samples: Record<string, (sender: Sender) => Promise<MailContent>> = {
  'order-confirmation-self': (sender) => renderOrderConfirmation(sender, sampleOrder([sampleSelf()])),
  'order-confirmation-unsure': (sender) =>
    renderOrderConfirmation(sender, sampleOrder([{ ...sampleSelf(), size: unsureSize }])),
  'order-confirmation-gift': (sender) => renderOrderConfirmation(sender, sampleOrder([sampleGift()])),
  'order-confirmation-california': (sender) =>
    renderOrderConfirmation(sender, sampleOrder([inCalifornia(sampleSelf('6-months')), sampleGift()])),
  'order-confirmation-promotion': (sender) =>
    renderOrderConfirmation(sender, sampleOrder([sampleSelf(), sampleGift()], samplePromotion)),
  'contact-to-support': (sender) => renderContactToSupport(sender, sampleMessage),
  'contact-acknowledgement': (sender) => renderContactAcknowledgement(sender, sampleMessage),
  'contact-answer': (sender) =>
    renderContactAnswer(sender, { ...sampleMessage, to: sampleMessage.email, answer: sampleAnswer }),
  'newsletter-confirmation': (sender) => renderNewsletterConfirmation(sender, sampleSubscriber),
  'newsletter-welcome': (sender) => renderNewsletterWelcome(sender, sampleSubscriber),
  ...billingSamples,
  ...clubSamples,
  ...exchangeSamples,
  ...recipientSamples,
}

export const samplePromotion: Promotion = {
  code: 'SPRING',
  percentOff: 10,
  amountOffCents: null,
  duration: 'forever',
  plans: null,
  expiresOn: null,
  mostUses: null,
}

const sampleMessage = {
  name: 'Maya Ellison',
  email: 'maya@example.com',
  subject: 'My December belt',
  category: 'order',
  orderNumber: 'BC-7K3F-9QMT',
  message: 'It has not arrived yet.\n\nCan you see where it is?',
}

const sampleSubscriber = { email: 'maya@example.com', name: 'Maya Ellison', token: 'sample-token' }

const home = { address: '418 Alder Street', city: 'Portland', state: 'OR', zipCode: '97209' }

/** An order of these items, paid in the afternoon of November 21, 2026. */
export function sampleOrder(carts: CartItem[], promotion: Promotion | null = null): OrderView {
  const priced = carts.map((cart) => ({
    preferences: cart,
    planId: cart.planId,
    amountCents: findPlan(firstPlans, cart.planId)?.stripeAmount ?? 0,
  }))
  const discounts = promotion ? discountsOf(promotion, priced, firstPlans) : []
  const items = priced.map(({ preferences, amountCents: priceCents }, index) => ({
    preferences,
    priceCents,
    discountCents: discounts[index]?.discountCents ?? 0,
    paidUntil: nextCharge('2026-11-21', findPlan(firstPlans, preferences.planId)?.months ?? 1),
  }))
  const discountCents = items.reduce((sum, item) => sum + item.discountCents, 0)
  const subtotalCents = items.reduce((sum, item) => sum + item.priceCents, 0)
  const taxCents = items.reduce(
    (sum, item) =>
      sum +
      statewideTaxCents(item.priceCents - item.discountCents, item.preferences.shippingDetails?.state ?? ''),
    0,
  )
  const order = {
    orderNumber: 'BC-7K3F-9QMT',
    purchaserEmail: 'maya@example.com',
    createdAt: new Date('2026-11-21T19:30:00Z'),
    subtotalCents,
    promotionCode: promotion?.code ?? null,
    discountCents,
    taxCents,
    totalCents: subtotalCents - discountCents + taxCents,
  }
  return orderView(order, items, {
    plans: firstPlans,
    timeZone: 'America/New_York',
    isForever: promotion?.duration === 'forever',
    first: { drop: '2026-12', ...daysOf({}, '2026-12') },
  })
}

export function sampleSelf(planId: PlanId = 'monthly'): CartItem {
  const { name, price, period } = findPlan(firstPlans, planId)!
  return {
    id: `cart-${planId}`,
    planId,
    planName: name,
    price,
    period,
    recipientType: 'self',
    gender: 'male',
    size: '36',
    styles: ['dress', 'casual'],
    colors: ['Surprise Me'],
    shippingDetails: { fullName: 'Maya Ellison', email: 'maya@example.com', ...home },
  }
}

/** A gift of twelve belts with a message; the recipient picks styles and size. */
export function sampleGift(): CartItem {
  return {
    ...sampleSelf('12-months'),
    recipientType: 'gift',
    size: recipientChoosesSize,
    styles: [recipientPicksStyle],
    shippingDetails: { fullName: 'Thomas Ellison', email: 'maya@example.com', ...home },
    giftDetails: {
      senderName: 'Maya Ellison',
      senderEmail: 'maya@example.com',
      recipientEmail: 'thomas@example.com',
      emailDate: '2026-12-01T00:00:00.000Z',
      giftMessage: 'Happy birthday, Dad.',
    },
  }
}

/** The same item, sent to where sales tax is due. */
export function inCalifornia(item: CartItem): CartItem {
  const place = { city: 'Los Angeles', state: 'CA', zipCode: '90026' }
  return { ...item, shippingDetails: { ...item.shippingDetails!, ...place } }
}

const sampleAnswer = 'It left Monday and should be with you on Thursday.\n\nWrite to us if it is not.'
