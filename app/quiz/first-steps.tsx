import type { ReactNode } from 'react'
import { type Gender, genders } from '../../domain/belt.ts'
import { quizStepCount, type RecipientType, withGender, withRecipientType } from '../../domain/quiz.ts'
import { wordsFor } from '../../domain/quiz-copy.ts'
import { measuredSizes, measuredWord } from '../../domain/sizing.ts'
import { Choice, Choices } from './choice.tsx'
import { type StepProps, useOptionCopy, useQuizCopy } from './use-quiz.ts'

const holes = Array.from({ length: quizStepCount }, (_, index) => index + 1)

// Each one at the center of its sixth of the bar.
const placeOf = (step: number) => `${((step - 0.5) / quizStepCount) * 100}%`

/** A strap that fills hole by hole: the step divided by 6 (spec §4). */
export function QuizProgress({ step, title }: { step: number; title: string }) {
  const said = `Step ${step} of ${quizStepCount}`
  return (
    <>
      <div className="prog-row">
        <span>{said}</span>
        <span>{title}</span>
      </div>
      <div
        className="prog"
        role="progressbar"
        aria-label="Style quiz"
        aria-valuemin={0}
        aria-valuemax={quizStepCount}
        aria-valuenow={step}
        aria-valuetext={said}
      >
        <div className="prog-fill" style={{ width: `${(step / quizStepCount) * 100}%` }} />
        {holes.map((hole) => (
          <i
            key={hole}
            className={hole === step ? 'now' : hole < step ? 'done' : undefined}
            style={{ left: placeOf(hole) }}
          />
        ))}
      </div>
    </>
  )
}

const choices: { value: RecipientType; picture: string }[] = [
  {
    value: 'myself',
    picture: '/pictures/men-dress-2-lifestyle-840.webp',
  },
  {
    value: 'gift',
    picture: '/pictures/men-dress-3-lifestyle-840.webp',
  },
]

export function RecipientStep({ answers, answer }: StepProps) {
  const words = useOptionCopy('recipientType')
  const question = useQuizCopy().steps.recipientType
  return (
    <Choices legend={wordsFor(question, answers.recipientType === 'gift')} columns={2}>
      {choices.map((choice) => (
        <Choice
          key={choice.value}
          {...choice}
          {...words(choice.value)}
          type="radio"
          name="quiz-recipient"
          checked={answers.recipientType === choice.value}
          onChange={() => answer((before) => withRecipientType(before, choice.value))}
        />
      ))}
    </Choices>
  )
}

const pictures: Record<Gender, string> = {
  male: '/pictures/men-casual-1-lifestyle-840.webp',
  female: '/pictures/women-casual-1-lifestyle-840.webp',
}

function sizeRange(gender: Gender): string {
  const sizes = measuredSizes[gender]
  return `${measuredWord[gender] === 'pants' ? 'Pants' : 'Waist'} sizes ${sizes[0]} to ${sizes.at(-1)}`
}

export function GenderStep({ answers, answer }: StepProps) {
  const legend = wordsFor(useQuizCopy().steps.gender, answers.recipientType === 'gift')
  const choose = (gender: Gender) => answer((before) => withGender(before, gender))
  return <GenderChoices legend={legend} chosen={answers.gender} onChoose={choose} />
}

type GenderChoicesProps = { legend: ReactNode; chosen: Gender | null; onChoose: (gender: Gender) => void }

export function GenderChoices({ legend, chosen, onChoose }: GenderChoicesProps) {
  const words = useOptionCopy('gender')
  return (
    <Choices legend={legend} columns={2}>
      {genders.map((gender) => (
        <Choice
          key={gender}
          type="radio"
          name="quiz-gender"
          value={gender}
          {...words(gender, sizeRange(gender))}
          picture={pictures[gender]}
          checked={chosen === gender}
          onChange={() => onChoose(gender)}
        />
      ))}
    </Choices>
  )
}
