import { type CalendarDate, formatDate, formatDay } from '../../domain/calendar-date.ts'
import { dropName } from '../../domain/drop.ts'
import { type GiftNotice, giftNotice } from '../../domain/gift-notice.ts'
import { useShop } from '../layout/use-shop.ts'
import { Mark } from '../ui/mark.tsx'
import './gift-preview.css'

type GiftPreviewProps = {
  item: Parameters<typeof giftNotice>[0]
  /** the shop's day of the payment */
  paidOn: CalendarDate
}

/** What the recipient will get: the notice as it will come, without a price (club.md "The gift"). */
export function GiftPreview({ item, paidOn }: GiftPreviewProps) {
  const { name } = useShop()
  const notice = giftNotice(item, paidOn)
  const { from, message, day } = notice
  const drop = dropName(notice.dates.drops[0]!)
  return (
    <figure className="gift-preview" aria-label="What the recipient will get">
      <div className="gift-letter">
        <p className="gift-head">
          <span>
            <Mark />
            {name}
          </span>
          <span className="num">{day ? formatDate(day) : 'On the day you choose'}</span>
        </p>
        <p className="gift-title">{titleOf(notice)}</p>
        {message && (
          <blockquote>
            <p>{message}</p>
            {from && <footer>{from}</footer>}
          </blockquote>
        )}
        <dl className="kv">
          <dt>First belt</dt>
          <dd>In the {drop} drop</dd>
          <dt>To choose</dt>
          <dd>{choiceText(notice)}</dd>
        </dl>
      </div>
      <figcaption className="small quiet">
        By email, at 9:00 in the morning. No price in it, and none in the box.
        {notice.isAfterFirstBox &&
          ` The first belt ships by ${formatDay(notice.dates.shipBy)}, before this notice: an earlier day keeps the order.`}
      </figcaption>
    </figure>
  )
}

function titleOf({ from, belts }: GiftNotice): string {
  const giver = from || 'You'
  const gives = from ? 'gives you' : 'give them'
  if (belts === 1) return `${giver} ${gives} a belt`
  return `${giver} ${gives} a belt a month${belts ? `, ${belts} months long` : ''}`
}

function choiceText({ chooses, isUnsure }: GiftNotice): string {
  if (chooses === 'styles and size') return 'Styles and size, on a page of your own'
  if (chooses) return `${chooses === 'size' ? 'The size' : 'The styles'}, on a page of your own`
  return isUnsure ? 'Nothing. A measuring guide comes with the first belt' : 'Nothing. All is chosen for you'
}
