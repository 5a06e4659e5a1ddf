import { type RecipientType, withRecipientType } from '../../domain/quiz.ts'
import { wordsFor } from '../../domain/quiz-copy.ts'
import { Choice, Choices } from './choice.tsx'
import { type StepProps, useOptionCopy, useQuizCopy } from './use-quiz.ts'

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
