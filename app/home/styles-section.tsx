import { Suspense, useState } from 'react'
import {
  type Belt,
  type Gender,
  genderNames,
  genders,
  type Style,
  styleNames,
  styles,
} from '../../domain/belt.ts'
import type { ReviewOfBelt } from '../../domain/review.ts'
import { noRepeatInWords } from '../../domain/term-words.ts'
import { BeltShot, type Look } from '../belts/belt-shot.tsx'
import { useShop } from '../shop/use-shop.ts'
import { GenderToggle } from '../sizing/gender-toggle.tsx'
import { late } from '../ui/late.tsx'
import './styles-section.css'
import { ReviewList } from '../review/review-list.tsx'
import { BeltFacts } from '../sizing/belt-facts.tsx'
import '../ui/strap.css'

// Loaded once: a retry would arrive without its stylesheet, which browsers don't request again.
let dialog: Promise<typeof import('./examples-dialog.tsx')> | undefined
const loadDialog = () => {
  dialog ??= import('./examples-dialog.tsx')
  return dialog
}
const ExamplesDialog = late(async () => (await loadDialog()).ExamplesDialog)

// If it fails, the click reports it.
const prefetchSteps = () => void loadDialog().catch(() => {})

/** The three cards side by side: lying, from near, and at full length, which shows a braid best. */
const looks: Look[] = ['lying', 'close', 'unrolled']

type Shown = { gender: Gender; style: Style; opening: number }

type StylesSectionProps = { belts: Belt[]; proof: [string, string][]; reviews: ReviewOfBelt[] }

/** One belt of each style, for men or women, each with its examples (spec §2 "Styles"). */
export function StylesSection({ belts, proof, reviews }: StylesSectionProps) {
  // Kept while the dialog fades out; null until the first one opens.
  const [shown, setShown] = useState<Shown | null>(null)
  const [open, setOpen] = useState(false)
  const { isInvented } = useShop()
  return (
    <section id="styles" className="by-gender" tabIndex={-1} aria-labelledby="styles-title">
      <div className="wrap">
        <div className="sec-head">
          <h2 id="styles-title">Styles</h2>
          <GenderToggle legend="Show belts for" />
        </div>
        {genders.map((gender) => (
          <div key={gender} className={`belts of-${gender}`}>
            {styles.map((style, place) => {
              const [belt] = examplesOf(belts, { gender, style })
              const show = () => {
                setShown({ gender, style, opening: (shown?.opening ?? 0) + 1 })
                setOpen(true)
              }
              return (
                belt && (
                  <BeltCard
                    key={belt.id}
                    belt={belt}
                    look={looks[place]!}
                    onNear={prefetchSteps}
                    onOpen={show}
                  />
                )
              )
            })}
          </div>
        ))}
        <div className="never-twice">
          <div>
            <h3>{noRepeatInWords} without a repeat</h3>
            <p>One hole a month, and never the same belt twice.</p>
          </div>
          <div className="strap strap-drawn" aria-hidden="true">
            <i />
            <i />
            <i />
          </div>
        </div>
        {(proof.length > 0 || reviews.length > 0) && (
          <div className="proof">
            <h3>{isInvented ? 'What invented members say' : 'What members say'}</h3>
            {proof.length > 0 && <BeltFacts rows={proof} />}
            {reviews.length > 0 && <ReviewList reviews={reviews} />}
          </div>
        )}
      </div>
      {shown && (
        <Suspense>
          <ExamplesDialog
            key={shown.opening}
            title={`${genderNames[shown.gender]}, ${styleNames[shown.style]}`}
            examples={examplesOf(belts, shown)}
            open={open}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

function examplesOf(belts: Belt[], { gender, style }: Pick<Shown, 'gender' | 'style'>) {
  return belts.filter((belt) => belt.gender === gender && belt.style === style)
}

type BeltCardProps = {
  belt: Belt
  look: Look
  /** the pointer is over the card: time to preload */
  onNear: () => void
  onOpen: () => void
}

/** A style's card. The whole card is clickable; the button inside is for the keyboard. */
function BeltCard({ belt, look, onNear, onOpen }: BeltCardProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard uses the button inside.
    <article className="belt" data-tap onClick={onOpen} onPointerEnter={onNear}>
      <div className="shot daylit">
        <BeltShot belt={belt} look={look} sizes="(min-width: 1456px) 416px, (min-width: 768px) 30vw, 92vw" />
      </div>
      <div className="belt-title">
        <h3>{belt.name}</h3>
        <span className="tag">{styleNames[belt.style]}</span>
      </div>
      <p>{belt.description}</p>
      <BeltFacts
        rows={[
          ['Material', belt.material],
          ['Width', belt.width],
          ['Buckle', belt.buckle],
        ]}
      />
      <button className="btn btn-3" type="button" aria-haspopup="dialog">
        See Examples<span className="sr"> of {belt.name}</span>
      </button>
    </article>
  )
}
