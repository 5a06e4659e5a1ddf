import { max } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { quizAnswerOptions, quizQuestions, quizVersions } from '../../../db/schema.ts'
import { questionViews } from './quiz-views.ts'

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
