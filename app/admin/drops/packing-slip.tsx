import type { Slip } from '../../../domain/admin/packing-calls.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { Mark } from '../../ui/mark.tsx'

/** What lies in the box: who gets which belt, and what the giver wrote. There is no price on it (club.md "Pack"). */
export function PackingSlip({ slip, drop, shopName }: { slip: Slip; drop: string; shopName: string }) {
  const { name, lines, belt, sku, size, gift, reference, orderNumber, ordinal, boxCount, hasGuide } = slip
  return (
    <article className="slip" aria-label={`Packing slip for ${name}`}>
      <header>
        <p className="slip-shop">
          <Mark />
          {shopName}
        </p>
        <p>{dropTitle(drop)}</p>
      </header>
      <address>
        <b>{name}</b>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <div className="slip-belt">
        <h2>{belt}</h2>
        <p>
          Size {size} <small className="num">{sku}</small>
        </p>
        {gift && (
          <p className="slip-gift">
            {gift.from ? `A gift from ${gift.from}` : 'A gift'}
            {boxCount > 1 && `, belt ${ordinal} of ${boxCount}`}
          </p>
        )}
      </div>
      {hasGuide && <p className="slip-guide">With the measuring guide</p>}
      {gift?.message && (
        <blockquote>
          {gift.message.split(/\n+/).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one letter never change places
            <p key={index}>{line}</p>
          ))}
        </blockquote>
      )}
      <footer>
        <p>Does it not fit? An exchange is free within 30 days of delivery.</p>
        <p className="num">
          {orderNumber} · {reference}
        </p>
      </footer>
    </article>
  )
}
