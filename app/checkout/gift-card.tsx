import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { beltsSentence, signatureOf } from '../../domain/gift-copy.ts'
import { giftNotice } from '../../domain/gift-notice.ts'
import { callName } from '../../domain/slug.ts'
import { useShop } from '../shop/use-shop.ts'
import { Mark } from '../ui/mark.tsx'
import type { OrderedItem } from './last-order.ts'
import './gift-card.css'

type GiftCardProps = {
  item: OrderedItem
  /** the shop's day of the order */
  paidOn: CalendarDate
}

/**
 * A card for a giver who would rather hand something over: printed by itself on one sheet to be folded once. Like
 * everything that a recipient sees it names no price.
 */
export function GiftCard({ item, paidOn }: GiftCardProps) {
  const { name, calendar, plans } = useShop()
  const [isPrinting, setPrinting] = useState(false)
  const { words, message } = giftNotice(item, paidOn, calendar, plans)
  const called = callName(words.recipientName)

  // Drawn before the browser takes its picture of the page, and gone when the dialog is.
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
