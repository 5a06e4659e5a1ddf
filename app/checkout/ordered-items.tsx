import { beltsText, forWhom } from '../../domain/cart-text.ts'
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
import { callName } from '../../domain/slug.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import { Mark } from '../ui/icons.tsx'
import type { OrderedItem } from './last-order.ts'

type OrderedItemsProps = {
  items: OrderedItem[]
  /** the shop's day of the order */
  paidOn: CalendarDate
}

/** The ordered items, numbered as in the cart: recipient, plan, belts and dates. */
export function OrderedItems({ items, paidOn }: OrderedItemsProps) {
  if (items.length === 0) return null
  const own = items.filter((item) => item.recipientType === 'self').length
  return (
    <section aria-labelledby="ordered-title">
      <h2 id="ordered-title">Your order</h2>
      <ol className="ordered">
        {items.map((item, index) => (
          <li key={item.id}>
            {items.length > 1 && <p className="small quiet num">Item {index + 1}</p>}
            <h3>{item.planName}</h3>
            <p className="small quiet">{forWhom(item)}</p>
            <Facts item={item} paidOn={paidOn} />
            {item.recipientType === 'gift' && (
              <>
                <h4>What they’ll get</h4>
                <GiftPreview item={item} paidOn={paidOn} isOrdered />
                <GiftCard item={item} paidOn={paidOn} />
              </>
            )}
          </li>
        ))}
      </ol>
      {items.map(
        (item, index) =>
          item.recipientType === 'self' && (
            <FirstSix
              key={item.id}
              wish={item}
              today={paidOn}
              of={own > 1 ? `Item ${index + 1}, ${item.planName}` : undefined}
            />
          ),
      )}
    </section>
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
