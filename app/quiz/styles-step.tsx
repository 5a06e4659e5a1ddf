import { styles } from '../../domain/belt.ts'
import { recipientPicksStyle, withStyleToggled } from '../../domain/quiz.ts'
import { wordsFor } from '../../domain/quiz-copy.ts'
import { styleShot } from '../ui/picture.tsx'
import { Choice, Choices } from './choice.tsx'
import { type StepProps, useOptionCopy, useQuizCopy } from './use-quiz.ts'

export function StylesStep({ answers, answer }: StepProps) {
  const isGift = answers.recipientType === 'gift'
  const words = useOptionCopy('styles')
  const question = useQuizCopy().steps.styles
  // In the published version's order; a style that it doesn't list still appears.
  const named = question.options.map(({ value }) => value)
  const shown = styles.toSorted((one, other) => named.indexOf(one) - named.indexOf(other))
  return (
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
  )
}
