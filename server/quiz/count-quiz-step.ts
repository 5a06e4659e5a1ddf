import { eq, sql } from 'drizzle-orm'
import { quizFunnel, quizVersions } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import { calendarDateIn } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { type Caller, networkOf } from '../shop/caller.ts'

import type { Shop } from '../shop/shop.ts'

/** Counts that one address may add within the window: several quizzes, gone through slowly and fast. */
const [most, window] = [120, 10 * 60_000]
/** Addresses that are remembered; in memory alone, and for one window. */
const maxAddresses = 10_000
const seen = new WeakMap<Shop, { since: number; counts: Map<string, number> }>()

/**
 * POST /api/quiz-step: one more visitor reached a step of a published version. Day, version, step and for whom are kept,
 * and nothing of the visitor.
 * @throws ShopError 'too_many_requests'
 */
export async function countQuizStep(
  shop: Shop,
  { version, step, recipientType }: ParsedBody<'countQuizStep'>,
  caller: Caller,
): Promise<Reply<'countQuizStep'>> {
  limit(shop, networkOf(caller.address))
  const [known] = await shop.db
    .select({ state: quizVersions.state })
    .from(quizVersions)
    .where(eq(quizVersions.number, version))
  // A draft has no visitors; whoever invents a version is not counted.
  if (!known || known.state === 'draft') return { success: true }
  await shop.db
    .insert(quizFunnel)
    .values({ day: calendarDateIn(shop.config.timeZone, shop.now()), version, step, recipientType, count: 1 })
    .onConflictDoUpdate({
      target: [quizFunnel.day, quizFunnel.version, quizFunnel.step, quizFunnel.recipientType],
      set: { count: sql`${quizFunnel.count} + 1` },
    })
  return { success: true }
}

function limit(shop: Shop, address: string) {
  const now = shop.now().getTime()
  let known = seen.get(shop)
  if (!known || Math.abs(now - known.since) >= window || known.counts.size >= maxAddresses) {
    known = { since: now, counts: new Map() }
    seen.set(shop, known)
  }
  const count = (known.counts.get(address) ?? 0) + 1
  known.counts.set(address, count)
  if (count > most) throw new ShopError('too_many_requests', 'This is counted already. Nothing is lost.')
}
