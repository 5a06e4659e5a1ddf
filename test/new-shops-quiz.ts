import { type QuizCopy, quizKeys } from '../domain/quiz-copy.ts'
import { newShopsCopy } from '../server/quiz/published-quiz.ts'

/** A new shop's quiz, as its page gets it. */
export const newShopsQuiz: QuizCopy = {
  version: 1,
  steps: Object.fromEntries(
    quizKeys.map((key) => [key, { ...newShopsCopy(key), extras: [] }]),
  ) as unknown as QuizCopy['steps'],
}
