import type { Transaction } from '../database.ts'
import { quizAnswerOptions, quizQuestions, quizVersions } from '../schema.ts'
import { quizSeed } from './quiz-questions.ts'

/** Version 1 of the quiz, published. */
export async function seedQuiz(tx: Transaction) {
  const [version] = await tx
    .insert(quizVersions)
    .values({ number: 1, state: 'published', publishedAt: new Date() })
    .returning({ id: quizVersions.id })
  for (const [displayOrder, { options, ...question }] of quizSeed.entries()) {
    const [row] = await tx
      .insert(quizQuestions)
      .values({ ...question, displayOrder, versionId: version!.id })
      .returning({ id: quizQuestions.id })
    if (options.length === 0) continue
    await tx
      .insert(quizAnswerOptions)
      .values(options.map((option, index) => ({ ...option, questionId: row!.id, displayOrder: index })))
  }
}
