import { asc, eq, sql } from 'drizzle-orm'
import { builtOnce } from '../../db/built-once.ts'
import { boxState } from '../../db/schema/states.ts'
import { memberships, orderItems, orders } from '../../db/schema.ts'
import { voidStates } from '../../domain/box.ts'
import {
  type CalendarDate,
  calendarDateIn,
  formatDate,
  formatDay,
  zoneName,
} from '../../domain/calendar-date.ts'
import { type CartItem, giftNoticeDay } from '../../domain/cart.ts'
import { addressText, beltsText } from '../../domain/cart-text.ts'
import { isCreditCode } from '../../domain/credit.ts'
import { type Drop, dropName } from '../../domain/drop.ts'
import { allocateDrops, type DropDays, daysOf } from '../../domain/drop-calendar.ts'
import { firstBelts, shipsText, sizePicker } from '../../domain/first-belt.ts'
import { noticeHour, noticeTime } from '../../domain/gift-notice.ts'
import { measuringLine } from '../../domain/measuring.ts'
import { formatCents } from '../../domain/money.ts'
import { findPlan, type Plan, planOf } from '../../domain/plan.ts'
import { recipientPicksStyle } from '../../domain/quiz.ts'
import { isSizeMissing, recipientChoosesSize, unsureSize } from '../../domain/sizing.ts'
import { callName, oneLine } from '../../domain/slug.ts'
import { isTaxed, type TaxRule, taxedStates, taxName } from '../../domain/tax.ts'
import { planRows } from '../catalog/read-plans.ts'
import { calendarOf, dropRows } from '../ledger/drop-calendar.ts'
import { taxRules } from '../ledger/quote-tax.ts'
import type { Shop } from '../shop/shop.ts'
import { headlineOf } from './headline.ts'

/** What the confirmation says about one item; all texts are ready to show. */
export type OrderItemView = { plan: string; amount: string; whom: string; facts: string[] }

/** When an order was placed; `on` is the day in the shop's time zone. */
type Placed = { at: Date; on: CalendarDate; timeZone: string }

/** An item's plan, its price and its renewal's price in integer cents before tax, and the renewal day. */
type ItemAmounts = {
  plan: Pick<Plan, 'name' | 'months'>
  amountCents: number
  renewalCents: number
  renewsOn: CalendarDate
  /** it has no card to renew with */
  isManual: boolean
  /** two-letter states where sales tax is collected on that day */
  taxedStates: readonly string[]
}

function itemView(
  cart: CartItem,
  amounts: ItemAmounts,
  { placed, carts }: { placed: Placed; carts: readonly CartItem[] },
): OrderItemView {
  const isGift = cart.recipientType === 'gift'
  const facts = [
    beltsFact(cart),
    waitsFact(cart, carts),
    cart.size === unsureSize && 'A measuring guide ships with the first shipment',
    cart.size === unsureSize && isGift && `${nameOf(cart)} is asked for the size`,
    oneLine(addressText(cart)),
    noticeFact(cart, placed),
    isGift || amounts.isManual ? endFact(amounts.plan, isGift) : renewalFact(cart, amounts),
  ]
  return {
    plan: amounts.plan.name,
    amount: formatCents(amounts.amountCents),
    whom: isGift ? `Gift for ${oneLine(cart.shippingDetails?.fullName)}` : 'For you',
    facts: facts.filter((fact) => typeof fact === 'string' && fact !== '') as string[],
  }
}

function nameOf(cart: CartItem): string {
  return callName(cart.shippingDetails?.fullName) || 'The recipient'
}

// The quiz's labels address the giver while choosing. Here they say who decides.
function beltsFact(cart: CartItem): string {
  const name = nameOf(cart)
  const picksStyle = cart.styles.includes(recipientPicksStyle)
  const choosesSize = cart.size === recipientChoosesSize
  if (picksStyle && choosesSize) return `${name} picks the styles and the size`
  if (picksStyle) return `${name} picks the styles, ${beltsText({ styles: [], size: cart.size })}`
  if (choosesSize) return beltsText(cart).replace(recipientChoosesSize, `${name} chooses the size`)
  return beltsText(cart)
}

function noticeFact(cart: CartItem, { at, timeZone }: Placed): string | null {
  const day = giftNoticeDay(cart)
  if (cart.recipientType !== 'gift' || !day) return null
  // For a gift ordered after nine on the day of its notice, the hour has passed.
  const isAhead = noticeTime(day, timeZone) > at
  const hour = isAhead ? ` at ${noticeHour} AM, ${zoneName(timeZone)}` : ''
  return `Gift email on ${formatDate(day)}${hour}, to ${oneLine(cart.giftDetails?.recipientEmail)}`
}

function endFact({ months }: Pick<Plan, 'months'>, isGift: boolean): string {
  return `Ends after ${months === 1 ? 'one belt' : `${months} belts`}. ${isGift ? 'A gift never renews' : 'It doesn’t renew'}`
}

function renewalFact(cart: CartItem, { renewalCents, renewsOn, taxedStates }: ItemAmounts): string {
  // The next charge is taxed by the address at that time. Today's address only says whether to mention tax.
  const tax = isTaxed(taxedStates, cart.shippingDetails?.state ?? '') ? ' plus tax' : ''
  return `Renews ${formatDate(renewsOn)} at ${formatCents(renewalCents)}${tax}, until you cancel`
}

/** The confirmation's content, without markup. */
export type OrderView = {
  to: string
  orderNumber: string
  headline: string
  summary: string
  preview: string
  items: OrderItemView[]
  subtotal: string
  /** null if no promotion code took anything off */
  discount: { name: string; amount: string } | null
  /** null if no tax was due */
  tax: { name: string; amount: string } | null
  total: string
  /** true if the buyer has something to cancel */
  renews: boolean
  /** what we ask a buyer who is unsure of their own size (docs/decisions/027); null if we know it */
  sizeWanted: { head: string; lines: string[] } | null
}

type OrderRow = Pick<
  typeof orders.$inferSelect,
  | 'orderNumber'
  | 'createdAt'
  | 'subtotalCents'
  | 'discountCents'
  | 'promotionCode'
  | 'taxCents'
  | 'totalCents'
> & { purchaserEmail: string }
type ItemRow = Pick<typeof orderItems.$inferSelect, 'priceCents' | 'discountCents' | 'preferences'> & {
  /** the day of the next charge */
  paidUntil: CalendarDate
  /** null: paid outside the provider, or free */
  customerId?: string | null
}

/** The drop of an order's first box, with its dates. */
type FirstBox = DropDays & { drop: Drop }

/**
 * Loads an order for its confirmation email. Days are in the shop's time zone as of the order.
 * @throws Error if the order is gone or has no email, so that the outbox keeps the row and shows it
 */
export async function loadOrderView(shop: Shop, orderId: string): Promise<OrderView> {
  const rows = await orderById(shop.db).execute({ orderId })
  const [found] = rows
  if (!found) throw new Error(`order ${orderId} is gone`)
  const { order, isForever } = found
  const { purchaserEmail } = order
  if (!purchaserEmail) throw new Error(`order ${order.orderNumber} has no email`)
  const { timeZone } = shop.config
  const calendar = calendarOf(found.dropRows, timeZone)
  const drop =
    found.firstDrop ?? allocateDrops(calendar, calendarDateIn(timeZone, order.createdAt), 1).drops[0]!
  const items = rows.map(({ item }) => item)
  return orderView({ ...order, purchaserEmail }, items, {
    plans: found.planRows.map(planOf),
    taxRules: found.taxRules,
    timeZone,
    isForever,
    first: { drop, ...daysOf(calendar, drop) },
  })
}

const orderById = builtOnce((db) =>
  db
    .select({
      order: {
        orderNumber: orders.orderNumber,
        createdAt: orders.createdAt,
        subtotalCents: orders.subtotalCents,
        discountCents: orders.discountCents,
        promotionCode: orders.promotionCode,
        taxCents: orders.taxCents,
        totalCents: orders.totalCents,
        purchaserEmail: orders.purchaserEmail,
      },
      item: {
        priceCents: orderItems.priceCents,
        discountCents: orderItems.discountCents,
        preferences: orderItems.preferences,
        paidUntil: memberships.paidUntil,
        customerId: memberships.customerId,
      },
      isForever: sql<boolean>`exists (select 1 from promotion_codes c
        where c.code = orders.promotion_code and c.duration = 'forever')`,
      dropRows,
      planRows,
      taxRules,
      firstDrop: sql<Drop | null>`(select min(b.drop) from boxes b join memberships m on m.id = b.membership_id
        join order_items i on i.id = m.order_item_id
        where i.order_id = orders.id and b.kind = 'owed' and b.state not in ${boxState.list(...voidStates)})`,
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .innerJoin(memberships, eq(memberships.orderItemId, orderItems.id))
    .where(eq(orders.id, sql.placeholder('orderId')))
    .orderBy(asc(orderItems.position))
    .prepare(''),
)

/**
 * Makes the view from an order's rows; items are in cart order.
 * @param about.isForever the order's promotion code takes the same amount off every renewal (domain/promotion.ts)
 */
export function orderView(
  order: OrderRow,
  rows: ItemRow[],
  about: {
    plans: readonly Plan[]
    taxRules?: readonly TaxRule[]
    timeZone: string
    isForever: boolean
    first: FirstBox
  },
): OrderView {
  const { timeZone, isForever, first } = about
  const carts = rows.map((row) => row.preferences as CartItem)
  const placed = { at: order.createdAt, on: calendarDateIn(timeZone, order.createdAt), timeZone }
  const firstBelt = firstBeltSentence(carts, first, placed.on)
  return {
    to: order.purchaserEmail,
    orderNumber: order.orderNumber,
    headline: headlineOf(carts),
    summary: `Order ${order.orderNumber}, ${formatDate(placed.on)}. ${firstBelt}`,
    preview: firstBelt,
    items: rows.map((row, index) => {
      const renewalCents = row.priceCents - (isForever ? row.discountCents : 0)
      const renewal = {
        ...{ renewalCents, renewsOn: row.paidUntil, isManual: row.customerId === null },
        taxedStates: taxedStates(about.taxRules ?? [], row.paidUntil),
      }
      const cart = carts[index]!
      const plan = findPlan(about.plans, cart.planId) ?? { name: cart.planName, months: 1 }
      return itemView(cart, { plan, amountCents: row.priceCents, ...renewal }, { placed, carts })
    }),
    subtotal: formatCents(order.subtotalCents),
    discount: discountOf(order),
    tax:
      order.taxCents > 0
        ? {
            name: taxName(statesOf(carts, about.taxRules ?? [], placed.on)),
            amount: formatCents(order.taxCents),
          }
        : null,
    total: formatCents(order.totalCents),
    renews: rows.some((row, index) => carts[index]?.recipientType === 'self' && row.customerId !== null),
    sizeWanted: sizeWantedOf(carts, about.first, placed.on),
  }
}

function statesOf(carts: CartItem[], rules: readonly TaxRule[], on: CalendarDate): string[] {
  const taxed = taxedStates(rules, on)
  return carts.flatMap(({ shippingDetails }) =>
    shippingDetails && isTaxed(taxed, shippingDetails.state) ? [shippingDetails.state] : [],
  )
}

function discountOf({ promotionCode, discountCents }: OrderRow): OrderView['discount'] {
  if (discountCents === 0) return null
  const named = promotionCode ? `Promotion ${promotionCode}` : 'Discount'
  const name = isCreditCode(promotionCode) ? 'Store credit' : named
  return { name, amount: `\u2212${formatCents(discountCents)}` }
}

function sizeWantedOf(
  carts: CartItem[],
  { drop, cutOffDay }: FirstBox,
  on: CalendarDate,
): OrderView['sizeWanted'] {
  const unsure = carts.filter((cart) => cart.recipientType === 'self' && cart.size === unsureSize)
  if (unsure.length === 0) return null
  const genders = [...new Set(unsure.map((cart) => cart.gender))]
  return {
    head: 'One thing left: your size',
    lines: [
      `${dropName(drop)}’s belt is waiting for it. Choose it on your membership page by ${formatDay(cutOffDay, on)}.`,
      ...genders.map((gender) => measuringLine(gender)),
    ],
  }
}

// One sentence for the whole order: everything paid on the same day starts with the same drop.
function firstBeltSentence(carts: CartItem[], first: FirstBox, placedOn: CalendarDate): string {
  const { picker, ...belt } = firstBelts(carts, first)
  const where = `in the ${dropName(belt.drop)} drop`
  const when = shipsText(belt, picker, placedOn)
  if (carts.length > 1) return `The first belts are ${where} and ship ${when}.`
  const whose = carts[0]?.recipientType === 'gift' ? 'The' : 'Your'
  return `${whose} first belt is ${where} and ships ${when}.`
}

/** Said of an item only where the order's sentence isn't its own: another one of the order waits for no size. */
function waitsFact(cart: CartItem, carts: readonly CartItem[]): string | null {
  if (!isSizeMissing(cart.size) || carts.every(({ size }) => isSizeMissing(size))) return null
  const picker = sizePicker(cart)
  return `Its first belt ships ${shipsText({ shipBy: '', waitsForSize: true }, picker, '')}`
}
