import { type Style, styleNames, styles } from '../../domain/belt.ts'
import { recipientPicksStyle, withStyleToggled } from '../../domain/quiz.ts'
import { Choice, Choices } from './choice.tsx'
import type { StepProps } from './step-props.ts'

const details: Record<Style, string> = {
  dress: '30-35 mm, for tailoring',
  casual: '35-40 mm, for denim',
  stretch: 'Braided, gives as you move',
}

export function StylesStep({ answers, answer }: StepProps) {
  const isGift = answers.recipientType === 'gift'
  const folder = answers.gender === 'female' ? 'women' : 'men'
  return (
    <Choices legend={isGift ? 'Which styles do they wear?' : 'Which styles do you wear?'} columns={3}>
      {styles.map((style) => (
        <Choice
          key={style}
          type="checkbox"
          name="quiz-style"
          value={style}
          label={styleNames[style]}
          detail={details[style]}
          picture={`/pictures/${folder}-${style}-3-product-840.webp`}
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
            label={recipientPicksStyle}
            detail="We ask them in the notice, with pictures"
            checked={answers.styles.includes(recipientPicksStyle)}
            onChange={() => answer((before) => withStyleToggled(before, recipientPicksStyle))}
          />
        </div>
      )}
    </Choices>
  )
}
