import { eq } from 'drizzle-orm'
import { memberships, orderItems, orders } from '../../db/schema.ts'
import { addDays } from '../../domain/calendar-date.ts'
import type { CartItem } from '../../domain/cart.ts'
import { findPlan } from '../../domain/plan.ts'
import { recipientPicksStyle } from '../../domain/quiz.ts'
import { renewalTermsText } from '../../domain/renewal-terms.ts'
import { recipientChoosesSize } from '../../domain/sizing.ts'
import { readPlans } from '../catalog/read-plans.ts'
import { confirmDemoPayment } from '../checkout/confirm-demo-payment.ts'
import { placeGuestOrder } from '../checkout/place-order.ts'
import { recordConsent } from '../checkout/record-consent.ts'
import { startCheckout } from '../checkout/start-checkout.ts'
import { handleEvents } from '../events/handle-events.ts'
import { chooseForGift } from '../gifts/choose-for-gift.ts'
import { loadGift } from '../gifts/load-gift.ts'
import { giftLink } from '../gifts/open-gift.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { countQuizStep } from '../quiz/quiz-funnel.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import type { Invented } from './cast.ts'
import { addressOf, type Life, visitor } from './life.ts'

type Membership = typeof memberships.$inferSelect

/** ZIP codes of the states: addresses are invented, and taxes are not. */
const zips: Record<Invented['state'], string> = {
  OR: '97209',
  CA: '90026',
  NY: '10001',
  TX: '78701',
  WA: '98101',
}

/** Where visitors of an invented shop come from, in turn. */
const sources = [
  { source: '', medium: '', campaign: '' },
  { source: 'newsletter', medium: 'email', campaign: 'letter' },
  { source: 'google', medium: 'organic', campaign: '' },
  { source: '', medium: '', campaign: '' },
  { source: 'instagram', medium: 'social', campaign: 'belt-of-the-month' },
]

/** A home of its own in a town that doesn't exist, by the name's letters. */
function homeOf(name: string, state: Invented['state']) {
  const number = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const place = { city: 'Inventown', state, zipCode: zips[state] }
  return { fullName: `${name} Invented`, address: `${number} Invented Street`, ...place }
}

/** Buys what someone of the cast buys, over the shop's own calls, and returns the membership. */
export async function buy(life: Life, who: Invented): Promise<Membership> {
  const { shop } = life
  const cart = [await itemOf(shop, who)]
  const me = visitor()
  await walkThroughQuiz(life, who.present ? 'gift' : 'myself', 7)
  const { clientSecret } = await startCheckout(shop, { cartItems: cart }, me)
  if (!who.present) await agree(shop, cart, clientSecret)
  const email = addressOf(who.name)
  const card = { cardNumber: '4242 4242 4242 4242', expiration: '12 / 39', securityCode: '123' }
  const { paymentIntentId } = await confirmDemoPayment(shop, { clientSecret, ...card, email })
  const { fullName: recipientName, address: addressLine1, ...place } = cart[0]!.shippingDetails!
  await placeGuestOrder(shop, {
    ...{ cartItems: cart, stripePaymentIntentId: paymentIntentId, purchaserEmail: email },
    shippingInfo: { recipientName, addressLine1, addressLine2: null, ...place, country: 'US' },
  })
  await handleEvents(shop)
  const [row] = await shop.db
    .select({ membership: memberships })
    .from(memberships)
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .where(eq(orders.stripePaymentIntentId, paymentIntentId))
  return row!.membership
}

async function itemOf(shop: Shop, who: Invented): Promise<CartItem> {
  const { name, gender, size, styles, plan: planId, state, present } = who
  const plan = findPlan(await readPlans(shop.db), planId)!
  const bought = { planId, planName: plan.name, price: plan.price, period: plan.period }
  const wears = { gender, colors: ['Surprise Me'], id: `cart-${shop.now().getTime()}` }
  const home = homeOf(present?.to ?? name, state)
  const shippingDetails = { ...home, email: addressOf(name) }
  if (!present)
    return { ...bought, ...wears, recipientType: 'self', size, styles: [...styles], shippingDetails }
  const chosen = present.isOpen
    ? { size: recipientChoosesSize, styles: [recipientPicksStyle] as CartItem['styles'] }
    : { size, styles: [...styles] }
  const noticeOn = addDays(shopDay(shop), present.toldAfter)
  const giftDetails = {
    senderName: `${name} Invented`,
    senderEmail: addressOf(name),
    recipientEmail: addressOf(present.to),
    emailDate: new Date(noticeOn).toISOString(),
    giftMessage: present.message,
  }
  return { ...bought, ...wears, ...chosen, recipientType: 'gift', shippingDetails, giftDetails }
}

async function agree(shop: Shop, cart: CartItem[], clientSecret: string) {
  const { timeZone, supportEmail } = shop.config
  const [calendar, plans] = [await dropCalendar(shop.db, timeZone), await readPlans(shop.db)]
  const text = renewalTermsText({
    ...{ cart, renewalDiscounts: [0], today: shopDay(shop), supportEmail, calendar, plans },
  })
  await recordConsent(shop, { clientSecret, text })
}

/** One more visitor in the quiz, as far as its `last` step. */
export async function walkThroughQuiz({ shop, turn }: Life, recipientType: 'gift' | 'myself', last: number) {
  const came = turn('sources', sources)
  const me = visitor()
  for (let step = 1; step <= last; step++)
    await countQuizStep(
      shop,
      { version: 1, step, recipientType: step === 1 ? 'unknown' : recipientType, came },
      me,
    )
}

/** The recipient opens their link and chooses, as on the gift's page. */
export async function chooseGift(life: Life, membership: Membership, who: Invented): Promise<void> {
  const { shop } = life
  const gift = await loadGift(shop, membership.id)
  if (!gift || gift.open.length === 0) return
  const token = (await giftLink(shop, gift)).split('/').at(-1)!
  const { fullName, ...home } = homeOf(who.present!.to, who.state)
  const address = { fullName, ...home, address2: '' }
  await chooseForGift(shop, { token, size: who.size, styles: [...who.styles], address }, null, visitor())
}
