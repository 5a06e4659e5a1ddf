import type { CartItem } from '../../domain/cart.ts'
import { nextChargeDay } from '../../domain/charge-day.ts'
import { addDrops, type Drop } from '../../domain/drop.ts'
import { daysOf } from '../../domain/drop-calendar.ts'
import { firstPlans } from '../../domain/first-plans.ts'
import type { GiftBelt } from '../../domain/gift-copy.ts'
import { findPlan, type PlanId } from '../../domain/plan.ts'
import { discountsOf, type Promotion } from '../../domain/promotion.ts'
import { recipientPicksStyle } from '../../domain/quiz.ts'
import { recipientChoosesSize, unsureSize } from '../../domain/sizing.ts'
import { statewideTaxCents } from '../../domain/tax.ts'
import type { MailContent } from '../shop/mailer.ts'
import { billingSamples } from './billing-samples.ts'
import { renderChoiceWanted, renderSizeReminder } from './choice-wanted.ts'
import { clubSamples, sampleLetter, samplePicture } from './club-samples.ts'
import {
  renderContactAcknowledgement,
  renderContactAnswer,
  renderContactToSupport,
} from './contact-mails.tsx'
import { renderDropNotice } from './drop-notice.ts'
import { exchangeSamples, recipientExchangeSamples } from './exchange-samples.ts'
import { type GiftReminderView, renderGiftNotice, renderGiftReminder } from './gift-mails.ts'
import { renderGivingDigest } from './giving-digest.ts'
import { renderHandoverAsked, renderHandoverDone, renderHandoverGone } from './handover.ts'
import type { Sender } from './layout.tsx'
import {
  renderNewsletterConfirmation,
  renderNewsletterReminder,
  renderNewsletterWelcome,
} from './newsletter-mails.ts'
import { renderOrderConfirmation } from './order-confirmation.tsx'
import { type OrderView, orderView } from './order-view.ts'
import { renderPaymentsRefused, renderPromisesDue } from './owner-mails.ts'
import { renderReviewWanted } from './review-wanted.ts'
import { renderSecurityNotice } from './security-notice.ts'
import { renderShipped } from './shipped.ts'
import { renderShopAlarm } from './shop-alarm.ts'
import { renderDataLink, renderMagicLink } from './sign-in-link.ts'
import { renderDoneForYou, renderOrderLink, renderOrderNotice } from './staff-acts.tsx'
import { renderHandoverUnreached } from './unreached.ts'

export const sampleGiftView = (sender: Sender): GiftReminderView & { message: string } => ({
  to: 'thomas@example.com',
  recipientName: 'Thomas Ellison',
  senderName: 'Maya Ellison',
  belts: 12,
  boxes: sampleBelts('2026-12', 12, true),
  picksStyle: true,
  choosesSize: true,
  link: `${sender.publicUrl}/gift/Zm9sbG93LXRoZS1iZWx0LXRvLXRoZS1idWNrbGU`,
  choose: { by: '2026-11-30', drop: '2026-12' },
  today: '2026-11-21',
  stopLink: `${sender.publicUrl}/mail/stop/c2FtcGxlLXRva2VuLW9mLXRoZS13YXktb3V0`,
  message: 'Dad, yours has been held together by hope since 2019.\n\nHappy birthday.',
})

/** A gift's belts from a drop on, none of them sent. */
function sampleBelts(first: Drop, count: number, waitsForSize: boolean): GiftBelt[] {
  return Array.from({ length: count }, (_, index) => {
    const drop = addDrops(first, index)
    return { ...{ drop, shipBy: `${drop}-05`, waitsForSize }, state: 'coming', isOpen: true }
  })
}

/** Samples of every email a gift's recipient can get: none may name a price (gift-mails.test.ts). */
export const recipientSamples: Record<string, (sender: Sender) => Promise<MailContent>> = {
  'gift-notice': (sender) => renderGiftNotice(sender, sampleGiftView(sender)),
  'gift-notice-style': (sender) =>
    renderGiftNotice(sender, {
      ...{ ...sampleGiftView(sender), ...{ belts: 6, boxes: sampleBelts('2026-12', 6, false) } },
      ...{ choosesSize: false, message: null },
    }),
  'gift-notice-chosen': (sender) =>
    renderGiftNotice(sender, {
      ...sampleGiftView(sender),
      ...{ belts: 1, boxes: sampleBelts('2026-12', 1, false) },
      picksStyle: false,
      choosesSize: false,
      link: null,
    }),
  'gift-reminder-3': (sender) => renderGiftReminder(sender, 3, sampleGiftView(sender)),
  'gift-reminder-10': (sender) =>
    renderGiftReminder(sender, 10, {
      ...{ ...sampleGiftView(sender), boxes: sampleBelts('2026-12', 12, false) },
      choosesSize: false,
    }),
  'magic-link': (sender) =>
    renderMagicLink(sender, {
      to: 'thomas@example.com',
      link: `${sender.publicUrl}/account/enter/Zm9sbG93LXRoZS1iZWx0LXRvLXRoZS1idWNrbGU`,
    }),
  'data-request-copy': (sender) =>
    renderDataLink(sender, {
      ...{ to: 'thomas@example.com', wish: 'copy' },
      link: `${sender.publicUrl}/mail/my-data/Zm9sbG93LXRoZS1iZWx0LXRvLXRoZS1idWNrbGU`,
    }),
  'data-request-deletion': (sender) =>
    renderDataLink(sender, {
      ...{ to: 'thomas@example.com', wish: 'deletion' },
      link: `${sender.publicUrl}/mail/my-data/Zm9sbG93LXRoZS1iZWx0LXRvLXRoZS1idWNrbGU`,
    }),
  'choice-wanted': (sender) =>
    renderChoiceWanted(sender, {
      ...{ to: 'thomas@example.com', drop: '2026-12', missing: 'size' },
      ...{ recipientName: 'Thomas Ellison', isGift: true },
    }),
  'size-reminder-gift': (sender) =>
    renderSizeReminder(sender, {
      ...{ to: 'thomas@example.com', recipientName: 'Thomas Ellison', gender: 'male', drop: '2026-12' },
      ...{ chooseBy: null, isGift: true, link: sampleGiftView(sender).link },
      stopLink: sampleGiftView(sender).stopLink,
    }),
  'done-for-you': (sender) =>
    renderDoneForYou(sender, {
      ...{ email: 'thomas@example.com', what: 'December 2026 is skipped' },
      lines: ['The next belt comes in January 2027.', 'The last one comes in June 2027.'],
    }),
  'handover-asked-gift': (sender) =>
    renderHandoverAsked(sender, {
      ...{ to: 'thomas@example.com', toName: 'Thomas', fromName: 'Maya Ellison', needsCard: false },
      until: 'December 5, 2026',
      link: `${sender.publicUrl}/handover/Zm9sbG93LXRoZS1iZWx0LXRvLXRoZS1idWNrbGU`,
    }),
  'handover-done-gift': (sender) =>
    renderHandoverDone(sender, { to: 'thomas@example.com', toName: 'Thomas', charge: null }),
  'handover-gone-gift': (sender) =>
    renderHandoverGone(sender, { to: 'thomas@example.com', toName: 'June', wasCharged: false }),
  'handover-unreached-gift': (sender) =>
    renderHandoverUnreached(sender, {
      ...{ to: 'thomas@example.com', toName: 'June', toEmail: 'june@exmaple.com' },
      ...{ isCharged: false, isGift: true },
    }),
  'drop-month-gift': (sender) =>
    renderDropNotice(sender, {
      ...{ to: 'thomas@example.com', drop: '2026-12', kind: 'month', toDrop: '2027-01', shipBy: null },
      words: 'The buckles are still on their way to us, and we’d rather send your belt whole.',
      ...{ recipientName: 'Thomas Ellison', isGift: true, isGiver: false, moveCharge: false },
    }),
  'shipped-gift': (sender) =>
    renderShipped(sender, {
      to: 'thomas@example.com',
      orderNumber: 'BC-7K3F-9QMT',
      recipientName: 'Thomas Ellison',
      belt: 'The Ashbury',
      trackingNumber: '9400100000000000000000',
      isGift: true,
    }),
  'review-wanted-gift': (sender) =>
    renderReviewWanted(sender, {
      ...{ to: 'thomas@example.com', recipientName: 'Thomas Ellison', belt: 'The Ashbury', isGift: true },
      link: `${sender.publicUrl}/review/Zm9sbG93LXRoZS1iZWx0LXRvLXRoZS1idWNrbGU`,
      stopLink: sampleGiftView(sender).stopLink,
      picture: samplePicture(sender, 'ashbury'),
    }),
  ...recipientExchangeSamples,
}

/** The samples' sender. */
export const sampleSender: Sender = {
  shopName: 'Belt Club',
  supportEmail: 'support@example.com',
  postalAddress: '1 Main Street, Dover, DE 19901',
  today: '2026-11-21',
  publicUrl: 'https://belts.example',
}

/** Samples of every email: `npm run mails` shows them, and the golden tests compare them. */
export const samples: Record<string, (sender: Sender) => Promise<MailContent>> = {
  'order-confirmation-self': (sender) => renderOrderConfirmation(sender, sampleOrder([sampleSelf()])),
  'order-confirmation-unsure': (sender) =>
    renderOrderConfirmation(sender, sampleOrder([{ ...sampleSelf(), size: unsureSize }])),
  'order-confirmation-gift': (sender) => renderOrderConfirmation(sender, sampleOrder([sampleGift()])),
  'order-confirmation-california': (sender) =>
    renderOrderConfirmation(sender, sampleOrder([inCalifornia(sampleSelf('6-months')), sampleGift()])),
  'order-confirmation-promotion': (sender) =>
    renderOrderConfirmation(sender, sampleOrder([sampleSelf(), sampleGift()], samplePromotion)),
  'security-notice': (sender) =>
    renderSecurityNotice(sender, {
      ...{ to: 'owner@example.com', action: 'user.create', by: 'admin', about: 'pat' },
      ...{
        before: {},
        after: { role: 'packer' },
        at: 'November 21, 2026 at 10:00 AM',
        address: '203.0.113.7',
      },
    }),
  'giving-digest': (sender) =>
    renderGivingDigest(sender, {
      ...{ to: 'owner@example.com', from: '2026-11-23', until: '2026-11-29' },
      given: [
        { username: 'sam', kind: 'credit', acts: 3, amountCents: 13_500, agreedCents: 0 },
        { username: 'sam', kind: 'refund', acts: 1, amountCents: 25_000, agreedCents: 25_000 },
        { username: 'kim', kind: 'free-belts', acts: 1, amountCents: 4_500, agreedCents: 0 },
      ],
    }),
  letter: sampleLetter,
  'payments-refused': (sender) =>
    renderPaymentsRefused(sender, {
      reason: 'Your account cannot currently make live charges.',
    }),
  'promises-due': (sender) =>
    renderPromisesDue(sender, {
      ...{ today: '2026-12-05', due: 118, late: 1 },
      groups: [
        {
          ...{ kind: 'reply', what: 'Messages to answer', dueOn: '2026-12-04', open: 3, due: 1, late: 1 },
          ...{ owner: 'support', act: { label: 'Inbox', to: '/admin/inbox' } },
        },
        {
          ...{ kind: 'box', what: 'Boxes to ship, December 2026', dueOn: '2026-12-05', open: 117, due: 117 },
          ...{ late: 0, owner: 'packer', act: { label: 'Pack', to: '/admin/drops/2026-12/pack' } },
        },
      ],
    }),
  'shop-alarm': (sender) =>
    renderShopAlarm(sender, {
      first: {
        label: 'Emails sent in a day, and due',
        value: '31 sent, 12 waiting, the oldest for 11 minutes',
        advice: 'Read why the last try failed. Most often the mail server or an address is wrong.',
      },
      others: [
        { label: 'Payment provider events waiting', value: '3, the oldest for 6 minutes', advice: '' },
      ],
    }),
  'contact-to-support': (sender) => renderContactToSupport(sender, sampleMessage),
  'contact-acknowledgement': (sender) => renderContactAcknowledgement(sender, sampleMessage),
  'contact-answer': (sender) =>
    renderContactAnswer(sender, { ...sampleMessage, to: sampleMessage.email, answer: sampleAnswer }),
  'newsletter-confirmation': (sender) => renderNewsletterConfirmation(sender, sampleSubscriber),
  'newsletter-reminder': (sender) => renderNewsletterReminder(sender, sampleSubscriber),
  'newsletter-welcome': (sender) => renderNewsletterWelcome(sender, sampleSubscriber),
  ...billingSamples,
  ...clubSamples,
  ...exchangeSamples,
  ...recipientSamples,
  'order-link': (sender) =>
    renderOrderLink(sender, {
      ...{ to: 'maya@example.com', items: ['6 Months, for Maya Ellison'], until: 'December 5' },
      link: `${sender.publicUrl}/cart#pay=sample-token`,
    }),
  'order-notice': async (sender) =>
    renderOrderNotice(sender, {
      ...{ email: 'maya@example.com', orderNumber: 'BC-7K3F-9QMT', subject: 'Your belt ships on Monday' },
      text: 'Hi Maya,\n\nthe truck with our buckles came a day late. BC-7K3F-9QMT leaves on Monday, December 7.',
    }),
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

/** An order of these items, paid on the afternoon of November 21, 2026. */
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
    paidUntil: nextChargeDay('2026-11-21', findPlan(firstPlans, preferences.planId)?.months ?? 1),
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

/** The same item, sent to a state with sales tax. */
export function inCalifornia(item: CartItem): CartItem {
  const place = { city: 'Los Angeles', state: 'CA', zipCode: '90026' }
  return { ...item, shippingDetails: { ...item.shippingDetails!, ...place } }
}

const sampleAnswer = 'It left Monday and should be with you on Thursday.\n\nWrite to us if it is not.'
