import { Suspense, useId, useState } from 'react'
import { cartItemOf } from '../../domain/cart.ts'
import { addDrops, type Drop, dropName } from '../../domain/drop.ts'
import { allocateDrops } from '../../domain/drop-calendar.ts'
import type { QuizAnswers } from '../../domain/quiz.ts'
import { OpenedBox } from '../belts/opened-box.tsx'
import { GiftPreview } from '../gift-preview/gift-preview.tsx'
import { useShop } from '../shop/use-shop.ts'
import { late } from '../ui/late.tsx'
import { Picture } from '../ui/picture.tsx'
import { type FirstBelts, type Preferences, useFirstSix } from './use-first-six.ts'
import './reveal.css'

const places = [0, 1, 2, 3, 4, 5]

const BeltDialog = late(async () => (await import('../belts/belt-dialog.tsx')).BeltDialog)

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
  /** the drop of the first; default: the one that paying today buys */
  from?: Drop
  /** shows the first in its opened box, with these words on the card */
  box?: { to: string; line: string }
  heading?: 'h2' | 'h3' | 'h4'
}

/** The belts that curation would pick from today's stock, with empty places for new ones. */
export function FirstSix({ wish, today, of, from, box, heading: Heading = 'h4' }: FirstSixProps) {
  const { calendar } = useShop()
  const titleId = useId()
  const belts = useFirstSix(wish)
  // Kept while the dialog fades out.
  const [near, setNear] = useState<FirstBelts[number] | null>(null)
  const [isOpen, setOpen] = useState(false)
  // Without a reply the rest of the step works as usual.
  if (belts === 'none' || (belts && belts.length === 0))
    return box ? <OpenedBox belt={null} {...box} /> : null
  const first = from ?? allocateDrops(calendar, today, 1).drops[0]!
  return (
    <section className="reveal" aria-labelledby={titleId} aria-busy={belts === null || undefined}>
      {of && <p className="small quiet num">{of}</p>}
      {box && <OpenedBox belt={belts?.[0] ?? null} {...box} />}
      <Heading id={titleId} className="reveal-title">
        Your first six
      </Heading>
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
              {belt ? (
                <button
                  className="reveal-shot"
                  type="button"
                  aria-haspopup="dialog"
                  aria-label={`See ${belt.name} from near`}
                  onClick={() => {
                    setNear(belt)
                    setOpen(true)
                  }}
                >
                  <Picture
                    src={belt.imageUrl}
                    night={belt.nightImageUrl}
                    alt=""
                    width={1200}
                    height={1200}
                    sizes="(min-width: 48rem) 17rem, 40vw"
                  />
                </button>
              ) : (
                <span className="reveal-shot" />
              )}
              <span className="small">
                <b>{dropName(addDrops(first, place))}</b>{' '}
                <span className="quiet">{belt?.name ?? (belts ? 'Still under wraps' : '')}</span>
              </span>
            </li>
          )
        })}
      </ol>
      {near && (
        <Suspense>
          <BeltDialog key={near.id} belt={near} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
