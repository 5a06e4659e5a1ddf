import { type RecipientType, withRecipientType } from '../../domain/quiz.ts'
import { Choice, Choices } from './choice.tsx'
import type { StepProps } from './step-props.ts'

const choices: { value: RecipientType; label: string; detail: string; picture: string }[] = [
  {
    value: 'myself',
    label: 'Myself',
    detail: 'A belt a month, to my address',
    picture: '/pictures/men-dress-2-lifestyle-840.webp',
  },
  {
    value: 'gift',
    label: 'A gift',
    detail: 'We tell them on the day you choose',
    picture: '/pictures/men-dress-3-lifestyle-840.webp',
  },
]

export function RecipientStep({ answers, answer }: StepProps) {
  return (
    <Choices legend="Who is it for?" columns={2}>
      {choices.map((choice) => (
        <Choice
          key={choice.value}
          {...choice}
          type="radio"
          name="quiz-recipient"
          checked={answers.recipientType === choice.value}
          onChange={() => answer((before) => withRecipientType(before, choice.value))}
        />
      ))}
    </Choices>
  )
}
