import { eq } from 'drizzle-orm'
import { quizVersions } from '../../db/schema.ts'
import { quizSeed } from '../../db/seed/quiz-questions.ts'
import type { QuestionView } from '../../domain/admin/quiz-calls.ts'
import { type QuestionWords, type QuizKey, type QuizWords, quizKeys } from '../../domain/quiz-words.ts'
import { questionViews } from '../admin/quiz/quiz-views.ts'
import type { Shop } from '../shop/shop.ts'

/** The words of the public quiz: those of the published version, and of a new shop's where it lacks a step. */
export async function publishedQuiz(shop: Shop): Promise<QuizWords> {
  const [version] = await shop.db.select().from(quizVersions).where(eq(quizVersions.state, 'published'))
  const questions = version ? await questionViews(shop.db, version.id) : []
  const words: QuizWords = { version: version?.number ?? 1, steps: {} as QuizWords['steps'] }
  for (const key of quizKeys)
    words.steps[key] = { ...(wordsOf(questions, key) ?? newShopsWords(key)), extras: [] }
  let step: QuizKey | null = null
  for (const question of questions) {
    step = quizKeys.find((key) => key === question.key) ?? step
    if (question.key !== null || !question.isActive || !step) continue
    const isMultiple = question.questionType === 'multiple'
    words.steps[step].extras.push({ ...questionWords(question), id: question.id, isMultiple })
  }
  return words
}

function wordsOf(questions: readonly QuestionView[], key: QuizKey): QuestionWords | null {
  const question = questions.find((each) => each.key === key)
  return question ? questionWords(question) : null
}

function questionWords({ questionText, giftText, hint, answerOptions }: QuestionView): QuestionWords {
  return {
    question: questionText,
    giftQuestion: giftText,
    hint,
    options: answerOptions
      .filter((option) => option.isActive)
      .map(({ value, optionText, description }) => ({ value, label: optionText, detail: description })),
  }
}

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
