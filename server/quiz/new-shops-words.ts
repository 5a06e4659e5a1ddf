import { quizSeed } from '../../db/seed/quiz-questions.ts'
import type { QuestionWords, QuizKey } from '../../domain/quiz-words.ts'

/** What a new shop says at a step. */
export function newShopsWords(key: QuizKey): QuestionWords {
  const { questionText, giftText, options } = quizSeed.find((question) => question.key === key)!
  return {
    question: questionText,
    giftQuestion: giftText,
    hint: '',
    options: options.map(({ value, optionText, description }) => ({
      value,
      label: optionText,
      detail: description,
    })),
  }
}
