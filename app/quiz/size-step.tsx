import { Suspense, useState } from 'react'
import { sizeConfirmation, withSize } from '../../domain/quiz.ts'
import {
  beltSizes,
  inchesAdded,
  measuredSizeOf,
  measuredWord,
  recipientChoosesSize,
  unsureSize,
} from '../../domain/sizing.ts'
import { MeasureDrawing } from '../sizing/measure-drawing.tsx'
import { late } from '../ui/late.tsx'
import { SizeTile } from './choice.tsx'
import { type StepProps, useOptionCopy } from './use-quiz.ts'

const SizingGuideDialog = late(
  async () => (await import('../sizing/sizing-guide-dialog.tsx')).SizingGuideDialog,
)

export function SizeStep({ answers, answer }: StepProps) {
  const [guide, setGuide] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const gender = answers.gender ?? 'male'
  const isGift = answers.recipientType === 'gift'
  const words = useOptionCopy('size')
  const tile = (value: string) => ({
    ...words(value),
    value,
    checked: answers.size === value,
    onChange: () => answer((before) => withSize(before, value)),
  })
  return (
    <>
      <p className="size-rule num">{rule(answers.size, measuredWord[gender])}</p>
      <fieldset className="size-group">
        <legend className="sr">Belt size in inches</legend>
        <div className="sizes">
          {beltSizes[gender].map((size) => (
            <SizeTile key={size} {...tile(size)} gender={gender} />
          ))}
          <SizeTile {...tile(unsureSize)} />
          {isGift && <SizeTile {...tile(recipientChoosesSize)} />}
        </div>
      </fieldset>
      <div className="size-after">
        <p className="small quiet">If it doesn’t fit, exchanges are free.</p>
        <button className="btn btn-3" type="button" onClick={() => setGuide('open')}>
          Open the sizing guide
        </button>
      </div>
      <div className="plate">
        <MeasureDrawing size={answers.size ?? ''} />
      </div>
      <label className="agree">
        <input
          className="tick sq"
          type="checkbox"
          checked={answers.sizeConfirmed}
          onChange={(event) => {
            const sizeConfirmed = event.target.checked
            answer((before) => ({ ...before, sizeConfirmed }))
          }}
        />
        <span>{sizeConfirmation(answers.gender)}</span>
      </label>
      {guide !== 'unopened' && (
        <Suspense>
          <SizingGuideDialog open={guide === 'open'} onClose={() => setGuide('closed')} gender={gender} />
        </Suspense>
      )}
    </>
  )
}

/** The formula, with the numbers of the chosen tile or else in words (spec §9). */
function rule(size: string | null, word: 'pants' | 'waist'): string {
  const isFigure = size !== null && /^\d+$/.test(size)
  const Word = word === 'pants' ? 'Pants' : 'Waist'
  if (isFigure) return `${Word} ${measuredSizeOf(size)} \u2192 belt ${size}`
  return `${Word} size + ${inchesAdded} inches = belt size`
}
