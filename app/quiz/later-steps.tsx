import { Suspense, useState } from 'react'
import { styles } from '../../domain/belt.ts'
import { measuredFor } from '../../domain/measured.ts'
import { recipientPicksStyle, sizeConfirmation, withSize, withStyleToggled } from '../../domain/quiz.ts'
import { chosenOf, type QuizKey, withExtraToggled, wordsFor } from '../../domain/quiz-copy.ts'
import {
  beltSizes,
  inchesAdded,
  measuredSizeOf,
  measuredWord,
  recipientChoosesSize,
  unsureSize,
} from '../../domain/sizing.ts'
import { MeasureWays } from '../sizing/measure/measure-ways.tsx'
import { MeasureDrawing } from '../sizing/measure-drawing.tsx'
import { late } from '../ui/late.tsx'
import { styleShot } from '../ui/picture.tsx'
import { Agree } from '../ui/text-field.tsx'
import { Choice, Choices, SizeTile } from './choice.tsx'
import { StopNote } from './stop-note.tsx'
import { type StepProps, useOptionCopy, useQuizCopy } from './use-quiz.ts'

// Everything not needed before the first answer: one chunk, loaded with that answer.
export { isReachable } from '../../domain/address.ts'
export { PlanStep } from './plan-step.tsx'
export { ShippingStep } from './shipping-step.tsx'
export { countSteps, submitQuiz } from './submit-quiz.ts'

export function StylesStep({ answers, answer, today }: StepProps) {
  const isGift = answers.recipientType === 'gift'
  const words = useOptionCopy('styles')
  const question = useQuizCopy().steps.styles
  // In the published version's order; a style that it doesn't list still appears.
  const named = question.options.map(({ value }) => value)
  const shown = styles.toSorted((one, other) => named.indexOf(one) - named.indexOf(other))
  return (
    <>
      <Choices legend={wordsFor(question, isGift)} columns={3}>
        {shown.map((style) => (
          <Choice
            key={style}
            type="checkbox"
            name="quiz-style"
            value={style}
            {...words(style)}
            {...styleShot(answers.gender, style, 3)}
            checked={answers.styles.includes(style)}
            onChange={() => answer((before) => withStyleToggled(before, style))}
          />
        ))}
        {isGift && (
          <div className="choice-full">
            <Choice
              type="checkbox"
              name="quiz-style"
              value={recipientPicksStyle}
              {...words(recipientPicksStyle)}
              checked={answers.styles.includes(recipientPicksStyle)}
              onChange={() => answer((before) => withStyleToggled(before, recipientPicksStyle))}
            />
          </div>
        )}
      </Choices>
      <StopNote answers={answers} today={today} />
    </>
  )
}

const SizingGuideDialog = late(
  async () => (await import('../sizing/sizing-guide-dialog.tsx')).SizingGuideDialog,
)

export function SizeStep({ answers, answer, today }: StepProps) {
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
      <StopNote answers={answers} today={today} />
      <div className="size-after">
        <p className="small quiet">If it doesn’t fit, exchanges are free.</p>
        <button className="btn btn-3" type="button" onClick={() => setGuide('open')}>
          Open the sizing guide
        </button>
      </div>
      <div className="plate">
        <MeasureDrawing size={answers.size ?? ''} />
      </div>
      <MeasureWays
        gender={gender}
        measured={measuredFor(gender, answers.size ?? '', answers.measured)}
        onMeasured={(size, inches) => answer((before) => withSize(before, size, inches))}
      />
      <Agree
        isChecked={answers.sizeConfirmed}
        onChange={(sizeConfirmed) => answer((before) => ({ ...before, sizeConfirmed }))}
      >
        {sizeConfirmation(answers.gender)}
      </Agree>
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

type ExtraQuestionsProps = Pick<StepProps, 'answers' | 'answer'> & { step: QuizKey }

/** The owner's own questions within a step. They're always optional (spec §5 gates the steps). */
export function ExtraQuestions({ step, answers, answer }: ExtraQuestionsProps) {
  const isGift = answers.recipientType === 'gift'
  return useQuizCopy().steps[step].extras.map((extra) => {
    const words = wordsFor(extra, isGift)
    const chosen = chosenOf(extra, answers.extraAnswers ?? [])
    return (
      <section key={extra.id} className="extra">
        <div className="quiz-q">
          <h4>{words}</h4>
          <p>{extra.hint || 'Optional.'}</p>
        </div>
        <Choices legend={words} columns={extra.options.length === 2 ? 2 : 3}>
          {extra.options.map(({ value, label, detail }) => (
            <Choice
              key={value}
              type={extra.isMultiple ? 'checkbox' : 'radio'}
              name={`quiz-extra-${extra.id}`}
              value={value}
              label={label}
              detail={detail}
              checked={chosen.includes(label)}
              onChange={() =>
                answer((before) => ({
                  ...before,
                  extraAnswers: withExtraToggled(before.extraAnswers ?? [], extra, label, isGift),
                }))
              }
            />
          ))}
        </Choices>
      </section>
    )
  })
}
