import { eq, max, min, sum } from 'drizzle-orm'
import { quizFunnel } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { Shop } from '../../shop/shop.ts'

/** How often each step of a version was reached; step 7 is the cart. */
export async function readQuizFunnel(
  shop: Shop,
  { version }: AdminInput<'readQuizFunnel'>,
): Promise<AdminReply<'readQuizFunnel'>> {
  const where = eq(quizFunnel.version, version)
  const { step, recipientType } = quizFunnel
  const counts = await shop.db
    .select({ step, recipientType, count: sum(quizFunnel.count).mapWith(Number) })
    .from(quizFunnel)
    .where(where)
    .groupBy(step, recipientType)
  const [days] = await shop.db
    .select({ from: min(quizFunnel.day), to: max(quizFunnel.day) })
    .from(quizFunnel)
    .where(where)
  const countOf = (at: number, type: string) =>
    counts.find((count) => count.step === at && count.recipientType === type)?.count ?? 0
  return {
    from: days?.from ?? null,
    to: days?.to ?? null,
    steps: [1, 2, 3, 4, 5, 6, 7].map((at) => ({
      step: at,
      myself: countOf(at, 'myself'),
      gift: countOf(at, 'gift'),
      unknown: countOf(at, 'unknown'),
    })),
  }
}
