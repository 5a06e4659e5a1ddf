import { useEffect, useId, useState } from 'react'
import type { Reply } from '../../domain/api.ts'
import { cartItemOf } from '../../domain/cart.ts'
import { addDrops, dropName } from '../../domain/drop.ts'
import { allocateDrops } from '../../domain/drop-calendar.ts'
import type { QuizAnswers } from '../../domain/quiz.ts'
import { callApi } from '../browser/call-api.ts'
import { GiftPreview } from '../gift-preview/gift-preview.tsx'
import { useShop } from '../shop/use-shop.ts'
import { Picture } from '../ui/picture.tsx'
import './reveal.css'

const places = [0, 1, 2, 3, 4, 5]

type Preferences = Pick<QuizAnswers, 'gender' | 'size' | 'styles'>

/** What the gift's recipient will see. */
export function GiftReveal({ answers, today }: { answers: QuizAnswers; today: string }) {
  const { plans } = useShop()
  const item = cartItemOf(answers, 0, plans)
  return (
    <section className="reveal" aria-labelledby="reveal-title">
      <h4 id="reveal-title">What they’ll get</h4>
      <GiftPreview item={item} paidOn={today} />
    </section>
  )
}

type FirstSixProps = {
  wish: Preferences
  today: string
  /** which item, in an order with several for oneself */
  of?: string | undefined
}

/** The belts that curation would pick from today's stock, with empty places for new ones. */
export function FirstSix({ wish, today, of }: FirstSixProps) {
  const { calendar } = useShop()
  const titleId = useId()
  const belts = useFirstSix(wish)
  // Without a reply the rest of the step works as usual.
  if (belts === 'none' || (belts && belts.length === 0)) return null
  const [first] = allocateDrops(calendar, today, 1).drops
  return (
    <section className="reveal" aria-labelledby={titleId} aria-busy={belts === null || undefined}>
      {of && <p className="small quiet num">{of}</p>}
      <h4 id={titleId}>Your first six</h4>
      <p className="small quiet">
        {belts && belts.length < places.length
          ? 'Likely, from the belts we have today. The empty places are for drops we haven’t shown yet.'
          : 'Likely, from the belts we have today. Every month brings new ones, so expect a surprise or two.'}
      </p>
      <ol className="reveal-table" aria-labelledby={titleId}>
        {places.map((place) => {
          const belt = belts?.[place]
          return (
            <li key={belt?.id ?? `place ${place}`} style={{ animationDelay: `${place * 70}ms` }}>
              <span className="reveal-shot">
                {belt && (
                  <Picture
                    src={belt.imageUrl}
                    night={belt.nightImageUrl}
                    alt={belt.imageAlt}
                    width={1200}
                    height={1200}
                    sizes="(min-width: 48rem) 17rem, 40vw"
                  />
                )}
              </span>
              <span className="small">
                <b>{dropName(addDrops(first!, place))}</b>{' '}
                <span className="quiet">{belt?.name ?? (belts ? 'Still under wraps' : '')}</span>
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

type FirstBelts = Reply<'firstSix'>['belts']

/** null until the first reply; 'none' if it failed. Earlier belts stay until new ones arrive. */
function useFirstSix({ gender, size, styles }: Preferences): FirstBelts | null | 'none' {
  const [belts, setBelts] = useState<FirstBelts | null | 'none'>(null)
  const chosen = styles.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new at every render, so its text is compared
  useEffect(() => {
    let isGone = false
    if (!gender || !size) return
    callApi('firstSix', { gender, size, styles: [...styles] }).then(
      (reply) => !isGone && setBelts(reply.belts),
      () => !isGone && setBelts((before) => before ?? 'none'),
    )
    return () => {
      isGone = true
    }
  }, [gender, size, chosen])
  return belts
}
