import { chosenOf, withExtraToggled } from '../../domain/extra-answers.ts'
import { type QuizKey, wordsFor } from '../../domain/quiz-copy.ts'
import { Choice, Choices } from './choice.tsx'
import { type StepProps, useQuizCopy } from './use-quiz.ts'

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
