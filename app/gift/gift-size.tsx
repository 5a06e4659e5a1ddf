import { Suspense, useId, useState } from 'react'
import type { Gender } from '../../domain/belt.ts'
import { beltSizes, inchesAdded, measuredSizeOf, measuredWord, unsureSize } from '../../domain/sizing.ts'
import { SizeTile } from '../quiz/choice.tsx'
import { MeasureDrawing } from '../sizing/measure-drawing.tsx'
import { late } from '../ui/late.tsx'
import { FieldError } from '../ui/text-field.tsx'

const SizingGuideDialog = late(
  async () => (await import('../sizing/sizing-guide-dialog.tsx')).SizingGuideDialog,
)

type GiftSizeProps = {
  gender: Gender
  size: string
  onChange: (size: string) => void
  error: string | undefined
}

/** The size, explained as the quiz explains it (spec §9 "Quiz and sizing"). */
export function GiftSize({ gender, size, onChange, error }: GiftSizeProps) {
  const id = useId()
  const [guide, setGuide] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const word = measuredWord[gender]
  const tile = (value: string) => ({ value, checked: size === value, onChange: () => onChange(value) })
  return (
    <fieldset
      className="group"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
    >
      <legend>Your belt size</legend>
      <div className="sizes">
        {beltSizes[gender].map((each) => (
          <SizeTile key={each} {...tile(each)} label={each} detail={`${word} ${measuredSizeOf(each)}`} />
        ))}
        <SizeTile
          {...tile(unsureSize)}
          label="Not sure"
          detail="A measuring guide ships with your first belt"
          isRow
        />
      </div>
      <FieldError id={id} error={error} />
      <div className="gift-measure">
        <p className="hint">
          Belt size is your {word} size plus {inchesAdded} inches. Exchanges are free.
        </p>
        <button className="btn btn-3" type="button" onClick={() => setGuide('open')}>
          Open the sizing guide
        </button>
      </div>
      <div className="plate">
        <MeasureDrawing size={size} />
      </div>
      {guide !== 'unopened' && (
        <Suspense>
          <SizingGuideDialog open={guide === 'open'} onClose={() => setGuide('closed')} gender={gender} />
        </Suspense>
      )}
    </fieldset>
  )
}
