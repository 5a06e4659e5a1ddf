import { Suspense, useId, useState } from 'react'
import type { Gender } from '../../domain/belt.ts'
import { sizeConfirmation } from '../../domain/quiz.ts'
import { beltSizes, measuredSizeOf, measuredWord, sizeQuestion, unsureSize } from '../../domain/sizing.ts'
import { SizeTile } from '../quiz/choice.tsx'
import { MeasureWays } from '../sizing/measure/measure-ways.tsx'
import { MeasureDrawing } from '../sizing/measure-drawing.tsx'
import { late } from '../ui/late.tsx'
import { Agree, FieldError } from '../ui/text-field.tsx'

const SizingGuideDialog = late(
  async () => (await import('../sizing/sizing-guide-dialog.tsx')).SizingGuideDialog,
)

type GiftSizeProps = {
  gender: Gender
  size: string
  /** the size rule was confirmed */
  isConfirmed: boolean
  /** inches of the belt it was read from */
  measured: number | null
  onChange: (size: string, isConfirmed: boolean, measured: number | null) => void
  error: string | undefined
  /** the confirmation's error */
  confirmError: string | undefined
}

/** The size choice, explained as in the quiz (spec §9 "Quiz and sizing"). */
export function GiftSize(props: GiftSizeProps) {
  const { gender, size, isConfirmed, measured, onChange, error, confirmError } = props
  const id = useId()
  const [guide, setGuide] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const word = measuredWord[gender]
  const isFigure = beltSizes[gender].includes(size)
  const tile = (value: string) => ({
    value,
    checked: size === value,
    onChange: () => onChange(value, false, null),
  })
  return (
    <fieldset
      className="group"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
    >
      <legend>{sizeQuestion('What pants size do you wear?', gender)}</legend>
      <div className="sizes">
        {beltSizes[gender].map((each) => (
          <SizeTile key={each} {...tile(each)} label={each} gender={gender} />
        ))}
        <SizeTile
          {...tile(unsureSize)}
          label="Not sure"
          detail="A measuring guide ships with your first belt"
        />
      </div>
      <FieldError id={id} error={error} />
      <div className="gift-measure">
        <p className="hint">
          {isFigure
            ? `${word === 'pants' ? 'Pants' : 'Waist'} ${measuredSizeOf(size)} \u2192 belt ${size}. Exchanges are free.`
            : 'If it doesn’t fit, exchanges are free.'}
        </p>
        <button className="btn btn-3" type="button" onClick={() => setGuide('open')}>
          Open the sizing guide
        </button>
      </div>
      <div className="plate">
        <MeasureDrawing size={size} />
      </div>
      <MeasureWays
        {...{ gender, measured }}
        onMeasured={(found, inches) => onChange(found, found === size && isConfirmed, inches)}
      />
      {isFigure && (
        <Agree
          isChecked={isConfirmed}
          error={confirmError}
          onChange={(isChecked) => onChange(size, isChecked, measured)}
        >
          {sizeConfirmation(gender)}
        </Agree>
      )}
      {guide !== 'unopened' && (
        <Suspense>
          <SizingGuideDialog open={guide === 'open'} onClose={() => setGuide('closed')} gender={gender} />
        </Suspense>
      )}
    </fieldset>
  )
}
