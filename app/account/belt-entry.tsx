import type { BoxView, MembershipView } from '../../domain/account/account-view.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { dropTitle } from '../../domain/drop.ts'
import { Picture } from '../ui/picture.tsx'
import { BeltActs } from './exchanges/belt-acts.tsx'

type BeltEntryProps = { box: BoxView; membership: MembershipView; heading: 'h3' | 'h4' }

/** One belt that was sent: picture, name, month, and where its parcel is. */
export function BeltEntry({ box, heading: Heading }: BeltEntryProps) {
  const { belt, tracking, deliveredOn, shippedOn } = box
  return (
    <article className="belt-sent">
      <div className="belt-shot">
        <Picture
          src={belt?.imageUrl ?? null}
          alt={belt?.imageAlt ?? ''}
          width={840}
          height={840}
          sizes="(min-width: 64rem) 15rem, 45vw"
          className="product"
        />
      </div>
      <Heading>{belt?.name ?? `The ${dropTitle(box.drop)} belt`}</Heading>
      <p className="note">
        {dropTitle(box.drop)}
        {deliveredOn
          ? `, arrived ${formatDay(deliveredOn)}`
          : shippedOn && `, shipped ${formatDay(shippedOn)}`}
      </p>
      {tracking && (
        <p className="note">
          {tracking.link ? (
            <a href={tracking.link} target="_blank" rel="noreferrer">
              {tracking.carrier} {tracking.number}
              <span className="sr">, opens in a new tab</span>
            </a>
          ) : (
            `Tracking ${tracking.number}`
          )}
        </p>
      )}
      <BeltActs boxId={box.id} />
    </article>
  )
}
