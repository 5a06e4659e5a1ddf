import { beltsText, forWhom } from '../../domain/cart-text.ts'
import { dropName } from '../../domain/drop.ts'
import { firstBelt, firstBoxText, sizePicker } from '../../domain/first-belt.ts'
import { findPlan } from '../../domain/plan.ts'
import { nextChargeText, planDates } from '../../domain/plan-dates.ts'
import { GiftPreview } from '../gift-preview/gift-preview.tsx'
import { FirstSix } from '../quiz/reveal.tsx'
import './ordered-items.css'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { beltsSentence, signatureOf } from '../../domain/gift-copy.ts'
import { giftNotice } from '../../domain/gift-notice.ts'
import { formatCents } from '../../domain/money.ts'
import { callName } from '../../domain/slug.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import { Mark } from '../ui/icons.tsx'
import type { OrderedItem } from './last-order.ts'
import type { TaxInfo } from './start-payment.ts'

type OrderedItemsProps = {
  items: OrderedItem[]
  /** the shop's day of the order */
  paidOn: CalendarDate
}

/** The ordered items, numbered as in the cart: recipient, plan, cost, belts and dates, and what was paid. */
export function OrderedItems({ items, paidOn, paid }: OrderedItemsProps & { paid: TaxInfo | undefined }) {
  const { plans } = useShop()
  if (items.length === 0) return null
  return (
    <section aria-labelledby="ordered-title">
      <h2 id="ordered-title">Your order</h2>
      <ol className="ordered">
        {items.map((item, index) => (
          <li key={item.id}>
            <h3>
              {items.length > 1 && <span className="small quiet num">Item {index + 1}</span>} {item.planName}
            </h3>
            <b className="ordered-cost num">{formatCents(findPlan(plans, item.planId)?.stripeAmount ?? 0)}</b>
            <p className="small quiet">{forWhom(item)}</p>
            <Facts item={item} paidOn={paidOn} />
          </li>
        ))}
      </ol>
      {paid && <PaidRows paid={paid} />}
    </section>
  )
}

/** What was paid, and what made it differ from the items' costs. */
function PaidRows({ paid: { discount = 0, hasTax, tax, total } }: { paid: TaxInfo }) {
  const rows: [string, string][] = []
  if (discount > 0) rows.push(['Discount', `\u2212${formatCents(discount)}`])
  if (hasTax) rows.push(['Sales tax', formatCents(tax)])
  return (
    <dl className="ordered-paid num">
      {rows.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div>
        <dt>{total === 0 ? 'Nothing paid today' : 'Paid'}</dt>
        <dd>{formatCents(total)}</dd>
      </div>
    </dl>
  )
}

/** What the recipients will get, and what the buyer's own belts will likely be. */
export function ComingBelts({ items, paidOn }: OrderedItemsProps) {
  const { calendar } = useShop()
  const own = items.filter((item) => item.recipientType === 'self').length
  const gifts = items.length - own
  const nameOf = (item: OrderedItem) => callName(item.shippingDetails?.fullName ?? '')
  return items.map((item, index) =>
    item.recipientType === 'self' ? (
      <FirstSix
        key={item.id}
        wish={item}
        box={{
          to: nameOf(item),
          line: `Your ${dropName(firstBelt(paidOn, item.size, calendar).drop)} belt`,
        }}
        heading="h2"
        today={paidOn}
        of={own > 1 ? `Item ${index + 1}, ${item.planName}` : undefined}
      />
    ) : (
      <section key={item.id} className="ordered-gift">
        <h2>{gifts > 1 ? `What ${nameOf(item)} gets` : 'What they’ll get'}</h2>
        <GiftPreview item={item} paidOn={paidOn} isOrdered />
        <GiftCard item={item} paidOn={paidOn} />
      </section>
    ),
  )
}

function Facts({ item, paidOn }: { item: OrderedItem; paidOn: CalendarDate }) {
  const { calendar, plans } = useShop()
  const today = useToday()
  const plan = findPlan(plans, item.planId)
  if (!plan) return null
  const dates = planDates(paidOn, plan, item.recipientType === 'gift', calendar)
  return (
    <dl className="kv num">
      <dt>Belts</dt>
      <dd>{beltsText(item)}</dd>
      <dt>First box</dt>
      <dd>{firstBoxText(firstBelt(paidOn, item.size, calendar), sizePicker(item), today)}</dd>
      <dt>Next charge</dt>
      <dd>
        {nextChargeText(dates)}
        {dates.nextCharge && ', until you cancel'}
      </dd>
    </dl>
  )
}

type GiftCardProps = {
  item: OrderedItem
  /** the shop's day of the order */
  paidOn: CalendarDate
}

/**
 * A printable card for givers who want something to hand over, on one sheet folded once. Like everything a recipient
 * sees, it has no price.
 */
function GiftCard({ item, paidOn }: GiftCardProps) {
  const { name, calendar, plans } = useShop()
  const [isPrinting, setPrinting] = useState(false)
  const { words, message } = giftNotice(item, paidOn, calendar, plans)
  const called = callName(words.recipientName)

  // Rendered before the print dialog captures the page, and removed after it.
  function print() {
    flushSync(() => setPrinting(true))
    window.print()
    setPrinting(false)
  }

  return (
    <>
      <p>
        <button className="btn btn-2" type="button" onClick={print}>
          Print a card
        </button>
      </p>
      {isPrinting && (
        <div className="gift-card">
          <p className="gift-card-head">
            <Mark />
            {name}
          </p>
          <p className="gift-card-title">{called ? `${called}, this is for you.` : 'This is for you.'}</p>
          <p>{beltsSentence(words)}</p>
          {message && <p className="gift-card-message">{message}</p>}
          <p>{signatureOf(words)}</p>
        </div>
      )}
    </>
  )
}
