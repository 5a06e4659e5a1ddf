import type { AdminInput, AdminReply } from '../../../domain/admin/calls.ts'
import type { Shop } from '../../shop.ts'
import { quizView } from './quiz-views.ts'

/** GET /api/admin/quiz-questions (spec §7). */
export async function listQuizQuestions(
  shop: Shop,
  { version }: AdminInput<'listQuizQuestions'>,
): Promise<AdminReply<'listQuizQuestions'>> {
  return quizView(shop.db, version)
}
