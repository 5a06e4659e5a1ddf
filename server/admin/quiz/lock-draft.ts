import { eq, max, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { quizAnswerOptions, quizQuestions, quizVersions } from '../../../db/schema.ts'
import type { QuestionFields, QuestionView } from '../../../domain/admin/quiz-contracts.ts'
import { extraWrong, stepWrong, withValues } from '../../../domain/admin/quiz-rules.ts'
import { ShopError } from '../../../domain/errors.ts'
import { questionViews } from './quiz-views.ts'

/** Locks the table until the transaction ends: no one else can edit, publish or create a version. */
export async function lockVersions(tx: Transaction) {
  await tx.execute(sql`lock table ${quizVersions} in share row exclusive mode`)
  return tx.select().from(quizVersions)
}

export type LockedDraft = {
  id: string
  number: number
  questions: QuestionView[]
  /** the draft's question, by its id in the draft or in the published version the draft was just copied from */
  find: (questionId: string) => QuestionView
}

const gone = () =>
  new ShopError(
    'not_possible',
    'Someone just changed or published the quiz, so this question isn’t in the draft anymore. Reload the page.',
  )

/** The draft; if there is none, copies the published version. Published versions are never edited. */
export async function lockDraft(tx: Transaction, at: Date): Promise<LockedDraft> {
  const versions = await lockVersions(tx)
  const known = versions.find(({ state }) => state === 'draft')
  const published = versions.find(({ state }) => state === 'published')
  if (!known && !published) throw new ShopError('not_found', 'There’s no quiz to edit.')
  const draft = known
    ? { ...known, copies: new Map<string, string>() }
    : await copyVersion(tx, published!.id, at)
  if (known) await tx.update(quizVersions).set({ updatedAt: at }).where(eq(quizVersions.id, known.id))
  const questions = await questionViews(tx, draft.id)
  return {
    id: draft.id,
    number: draft.number,
    questions,
    find(questionId) {
      const id = draft.copies.get(questionId) ?? questionId
      const question = questions.find((each) => each.id === id)
      if (!question) throw gone()
      return question
    },
  }
}

/** The question, trimmed, with a value for every option. @throws ShopError 'invalid_body' with the field */
export function checkedQuestion(fields: QuestionFields, known: QuestionView | null): QuestionFields {
  const wrong = known?.key ? stepWrong(known, fields) : extraWrong(fields)
  if (wrong)
    throw new ShopError('invalid_body', wrong.sentence, { fields: { [wrong.field]: wrong.sentence } })
  const answerOptions = withValues(fields.answerOptions)
  const values = answerOptions.map(({ value }) => value)
  if (new Set(values).size < values.length) {
    throw new ShopError('invalid_body', 'Two options have the same value. Remove one and add it again.')
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

/** The fields of a question an owner can edit, in the audit log's form. */
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

/** Replaces a question's options. */
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

export type Draft = {
  id: string
  number: number
  /** original question id → id of its copy */
  copies: Map<string, string>
}

/** Copies a version exactly, as a draft with the next number. The caller has locked the versions, and no draft exists. */
export async function copyVersion(tx: Transaction, fromId: string, at: Date): Promise<Draft> {
  const [highest] = await tx.select({ number: max(quizVersions.number) }).from(quizVersions)
  const number = (highest?.number ?? 0) + 1
  const [draft] = await tx
    .insert(quizVersions)
    .values({ number, createdAt: at, updatedAt: at })
    .returning({ id: quizVersions.id })
  const copies = new Map<string, string>()
  for (const { id, answerOptions, createdAt: _, updatedAt: __, ...question } of await questionViews(
    tx,
    fromId,
  )) {
    const [copy] = await tx
      .insert(quizQuestions)
      .values({ ...question, versionId: draft!.id, createdAt: at, updatedAt: at })
      .returning({ id: quizQuestions.id })
    copies.set(id, copy!.id)
    if (answerOptions.length === 0) continue
    await tx.insert(quizAnswerOptions).values(
      answerOptions.map(({ optionText, value, displayOrder, isActive, description }) => ({
        ...{ optionText, value, displayOrder, isActive, description },
        questionId: copy!.id,
        createdAt: at,
      })),
    )
  }
  return { id: draft!.id, number, copies }
}
