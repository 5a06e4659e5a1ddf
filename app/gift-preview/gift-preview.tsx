import { type CalendarDate, formatDate, formatDay } from '../../domain/calendar-date.ts'
import {
  beltsSentence,
  closingOf,
  giftIntro,
  giftTitle,
  openChoice,
  signatureOf,
} from '../../domain/gift-copy.ts'
import { giftNotice } from '../../domain/gift-notice.ts'
import { useShop, useToday } from '../shop/use-shop.ts'
import { Mark } from '../ui/icons.tsx'
import './gift-preview.css'

type GiftPreviewProps = {
  item: Parameters<typeof giftNotice>[0]
  /** the shop's day of the payment */
  paidOn: CalendarDate
  /** the date can't be changed here anymore */
  isOrdered?: boolean
}

/** What they'll get: the gift notice, worded like its email, without a price (club-rules.md "The gift"). */
export function GiftPreview({ item, paidOn, isOrdered = false }: GiftPreviewProps) {
  const { name, calendar, plans } = useShop()
  const today = useToday()
  const notice = giftNotice(item, paidOn, calendar, plans)
  const { words, message, day, isUnsure, isAfterFirstBox } = notice
  const first = words.choosesSize
    ? 'The first belt waits until they get this email and choose a size.'
    : `The first belt ships by ${formatDay(words.boxes[0]!.shipBy, today)}, before this email.`
  const choice = openChoice(words)
  const closing = closingOf(words)
  return (
    <figure className="gift-preview" aria-label="What they’ll get">
      <div className="gift-letter">
        <p className="gift-head">
          <span>
            <Mark />
            {name}
          </span>
          <span className="num">{day ? formatDate(day) : 'On the day you choose'}</span>
        </p>
        <p className="gift-title">{giftTitle(words)}</p>
        <div className="gift-words">
          <p>{beltsSentence(words)}</p>
          <p>{giftIntro(name, words)}</p>
        </div>
        {message && (
          <blockquote>
            <p>{message}</p>
            <footer>{signatureOf(words)}</footer>
          </blockquote>
        )}
        <div className="gift-words gift-do">
          {choice && <p className="gift-choose">Choose {choice}</p>}
          {closing && <p>{closing}</p>}
        </div>
      </div>
      <figcaption className="small quiet">
        By email, at 9 AM. No prices in it, or in the box.
        {isUnsure && ' A measuring guide comes with the first shipment.'}
        {isAfterFirstBox &&
          ` ${first}${isOrdered ? '' : ' Pick an earlier day if you’d like to tell them first.'}`}
      </figcaption>
    </figure>
  )
}
