import { eq } from 'drizzle-orm'
import { quizVersions } from '../../db/schema.ts'
import { quizSeed } from '../../db/seed/quiz-questions.ts'
import type { QuestionView } from '../../domain/admin/quiz-contracts.ts'
import { type QuestionCopy, type QuizCopy, type QuizKey, quizKeys } from '../../domain/quiz-copy.ts'
import { questionViews } from '../admin/quiz/quiz-views.ts'
import type { Shop } from '../shop/shop.ts'

/** The public quiz's texts: those of the published version, or a new shop's where it lacks a step. */
export async function publishedQuiz(shop: Shop): Promise<QuizCopy> {
  const [version] = await shop.db.select().from(quizVersions).where(eq(quizVersions.state, 'published'))
  const questions = version ? await questionViews(shop.db, version.id) : []
  const words: QuizCopy = { version: version?.number ?? 1, steps: {} as QuizCopy['steps'] }
  for (const key of quizKeys)
    words.steps[key] = { ...(wordsOf(questions, key) ?? newShopsCopy(key)), extras: [] }
  let step: QuizKey | null = null
  for (const question of questions) {
    step = quizKeys.find((key) => key === question.key) ?? step
    if (question.key !== null || !question.isActive || !step) continue
    const isMultiple = question.questionType === 'multiple'
    words.steps[step].extras.push({ ...questionCopy(question), id: question.id, isMultiple })
  }
  return words
}

function wordsOf(questions: readonly QuestionView[], key: QuizKey): QuestionCopy | null {
  const question = questions.find((each) => each.key === key)
  return question ? questionCopy(question) : null
}

function questionCopy({ questionText, giftText, hint, answerOptions }: QuestionView): QuestionCopy {
  return {
    question: questionText,
    giftQuestion: giftText,
    hint,
    options: answerOptions
      .filter((option) => option.isActive)
      .map(({ value, optionText, description }) => ({ value, label: optionText, detail: description })),
  }
}

/** A new shop's texts for a step. */
export function newShopsCopy(key: QuizKey): QuestionCopy {
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
