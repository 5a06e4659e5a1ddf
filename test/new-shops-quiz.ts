import { type QuizWords, quizKeys } from '../domain/quiz-words.ts'
import { newShopsWords } from '../server/quiz/published-quiz.ts'

/** The quiz of a new shop, as its page gets it. */
export const newShopsQuiz: QuizWords = {
  version: 1,
  steps: Object.fromEntries(
    quizKeys.map((key) => [key, { ...newShopsWords(key), extras: [] }]),
  ) as unknown as QuizWords['steps'],
}
