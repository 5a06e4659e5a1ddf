import { type QuizAnswers, quizStepNames } from '../../domain/quiz.ts'

/** What a quiz_step event tells (spec §1): the step, 1 to 6, its name, and for whom, unknown where nobody said. */
export function stepFacts(step: number, { recipientType }: Pick<QuizAnswers, 'recipientType'>) {
  return {
    step_number: step,
    step_name: quizStepNames[step - 1],
    recipient_type: recipientType ?? 'unknown',
  }
}
