import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { quizAnswerOptions, quizQuestions } from '../../../db/schema.ts'
import type { QuestionFields, QuestionView } from '../../../domain/admin/quiz-calls.ts'
import { ShopError } from '../../../domain/errors.ts'
import { extraWrong, stepWrong, withValues } from '../../../domain/quiz-rules.ts'

/** What was written, trimmed, with a value for every option. @throws ShopError 'invalid_body' with the field */
export function checkedQuestion(fields: QuestionFields, known: QuestionView | null): QuestionFields {
  const wrong = known?.key ? stepWrong(known, fields) : extraWrong(fields)
  if (wrong)
    throw new ShopError('invalid_body', wrong.sentence, { fields: { [wrong.field]: wrong.sentence } })
  const answerOptions = withValues(fields.answerOptions)
  const values = answerOptions.map(({ value }) => value)
  if (new Set(values).size < values.length) {
    throw new ShopError(
      'invalid_body',
      'Two options have the same value. Remove one of them and add it anew.',
    )
  }
  return {
    questionText: fields.questionText.trim(),
    giftText: fields.giftText.trim(),
    hint: fields.hint.trim(),
    questionType: fields.questionType,
    isActive: fields.isActive,
    answerOptions,
  }
}

/** What an owner can write about a question: how the audit log keeps it. */
export function fieldsOf({
  questionText,
  giftText,
  hint,
  questionType,
  isActive,
  answerOptions,
}: QuestionView) {
  return {
    questionText,
    giftText,
    hint,
    questionType,
    isActive,
    answerOptions: answerOptions.map(({ optionText, description, value, isActive: isShown }) => ({
      optionText,
      description,
      value,
      isActive: isShown,
    })),
  }
}

/** Puts a question's options in place of those it had. */
export async function writeOptions(
  tx: Transaction,
  questionId: string,
  { answerOptions }: QuestionFields,
  at: Date,
) {
  await tx.delete(quizAnswerOptions).where(eq(quizAnswerOptions.questionId, questionId))
  if (answerOptions.length === 0) return
  await tx
    .insert(quizAnswerOptions)
    .values(
      answerOptions.map((option, displayOrder) => ({ ...option, questionId, displayOrder, createdAt: at })),
    )
}

/** Numbers the questions 0, 1, 2 ... in the order of `ids`. */
export async function writeOrder(tx: Transaction, ids: readonly string[]) {
  for (const [displayOrder, id] of ids.entries()) {
    await tx.update(quizQuestions).set({ displayOrder }).where(eq(quizQuestions.id, id))
  }
}
