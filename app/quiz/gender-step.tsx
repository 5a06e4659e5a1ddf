import { type Gender, genders } from '../../domain/belt.ts'
import { withGender } from '../../domain/quiz.ts'
import { wordsFor } from '../../domain/quiz-copy.ts'
import { measuredSizes, measuredWord } from '../../domain/sizing.ts'
import { Choice, Choices } from './choice.tsx'
import type { StepProps } from './steps.ts'
import { useOptionCopy, useQuizCopy } from './use-quiz.ts'

const pictures: Record<Gender, string> = {
  male: '/pictures/men-casual-1-lifestyle-840.webp',
  female: '/pictures/women-casual-1-lifestyle-840.webp',
}

function sizeRange(gender: Gender): string {
  const sizes = measuredSizes[gender]
  return `${measuredWord[gender] === 'pants' ? 'Pants' : 'Waist'} sizes ${sizes[0]} to ${sizes.at(-1)}`
}

export function GenderStep({ answers, answer }: StepProps) {
  const words = useOptionCopy('gender')
  const legend = wordsFor(useQuizCopy().steps.gender, answers.recipientType === 'gift')
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
          checked={answers.gender === gender}
          onChange={() => answer((before) => withGender(before, gender))}
        />
      ))}
    </Choices>
  )
}
