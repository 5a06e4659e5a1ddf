import type { Ref } from 'react'
import type { GiftPageView } from '../../domain/account/gift-contracts.ts'
import { styleNames } from '../../domain/belt.ts'
import { formatDay } from '../../domain/calendar-date.ts'
import { dropTitle } from '../../domain/drop.ts'
import { addressLine } from '../../domain/membership-view.ts'
import { unsureSize } from '../../domain/sizing.ts'
import { callName } from '../../domain/slug.ts'

type GiftChosenProps = {
  ref: Ref<HTMLHeadingElement>
  gift: GiftPageView
  /** it was chosen a moment ago */
  isNew: boolean
  onChange: () => void
}

const stateLabel = { sent: 'On its way, or already there', waiting: 'Ships as soon as it’s packed' }

/** What was chosen, and which belt comes when. */
export function GiftChosen({ ref, gift, isNew, onChange }: GiftChosenProps) {
  const name = callName(gift.recipientName)
  const styles = gift.styles.map((style) => styleNames[style]).join(', ')
  return (
    <section className="sheet gift-form" aria-labelledby="gift-chosen">
      <div className="gift-parts">
        <div className="group">
          <h2 className="group-title" id="gift-chosen" ref={ref} tabIndex={-1}>
            {isNew ? `Thank you${name ? `, ${name}` : ''}. You’re all set.` : 'What you chose'}
          </h2>
          <dl className="kv">
            <dt>Style</dt>
            <dd>{styles}</dd>
            <dt>Size</dt>
            <dd className="num">
              {gift.size === unsureSize
                ? 'Not sure yet. We’ll ask again, and your first belt ships once you’ve picked. A measuring guide comes with it.'
                : gift.size}
            </dd>
            <dt>To</dt>
            <dd>{addressLine(gift.address)}</dd>
          </dl>
        </div>
        <div className="group">
          <h3 className="group-title">{gift.boxes.length === 1 ? 'Your belt' : 'Your belts'}</h3>
          <ol className="gift-belts">
            {gift.boxes.map((box) => (
              <li key={box.drop}>
                <b className="num">{dropTitle(box.drop)}</b>
                <span className="num">
                  {box.state === 'coming' ? `Ships by ${formatDay(box.shipBy)}` : stateLabel[box.state]}
                </span>
              </li>
            ))}
          </ol>
        </div>
      </div>
      <div className="given-do">
        <p className="note">
          {gift.chooseBy ? `You can change this until ${formatDay(gift.chooseBy)}. ` : ''}
          Skip a month or see what’s shipped on <a href="/account">your page</a>.
        </p>
        <button className="btn btn-2" type="button" onClick={onChange}>
          Change
        </button>
      </div>
    </section>
  )
}
