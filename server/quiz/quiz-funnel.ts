import { and, eq, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import { quizFunnel, quizSources, quizVersions } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import { type CalendarDate, calendarDateIn } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { direct, otherSource, type QuizSource, quizSourceOf } from '../../domain/quiz-source.ts'
import { type Causer, causedBy } from '../limits/causer.ts'
import type { Caller } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'

/**
 * Crawlers that run scripts identify themselves. Other programs, such as a headless browser, may be someone trying out the
 * shop.
 */
const crawler = /(?<!cu)bot\b|crawl|spider|lighthouse/i

/** How often one address may count each step within the window: enough for a household or office. */
const [most, window] = [40, 10 * 60_000]
/** Networks remembered, in memory only, for one window. */
const maxCounted = 10_000
const seen = new WeakMap<Shop, { since: number; counts: Map<Causer, Map<number, number>> }>()

/**
 * POST /api/quiz-step: one more visitor reached a step of a published version. Counts by day, version, step and recipient,
 * and separately by what brought the visitor; stores nothing about the visitor.
 * @throws ShopError 'too_many_requests'
 */
export async function countQuizStep(
  shop: Shop,
  { version, step, recipientType, came }: ParsedBody<'countQuizStep'>,
  caller: Caller,
): Promise<Reply<'countQuizStep'>> {
  // A crawler isn't a visitor.
  if (crawler.test(caller.userAgent ?? '')) return { success: true }
  limit(shop, causedBy.network(caller.address), step)
  const [known] = await shop.db
    .select({ state: quizVersions.state })
    .from(quizVersions)
    .where(eq(quizVersions.number, version))
  // A draft has no visitors, and an invented version isn't counted.
  if (!known || known.state === 'draft') return { success: true }
  const day = calendarDateIn(shop.config.timeZone, shop.now())
  await shop.db
    .insert(quizFunnel)
    .values({ day, version, step, recipientType, count: 1 })
    .onConflictDoUpdate({
      target: [quizFunnel.day, quizFunnel.version, quizFunnel.step, quizFunnel.recipientType],
      set: { count: sql`${quizFunnel.count} + 1` },
    })
  if (came) await countQuizSource(shop, { day, version, step }, quizSourceOf(came))
  return { success: true }
}

function limit(shop: Shop, who: Causer, step: number) {
  const now = shop.now().getTime()
  let known = seen.get(shop)
  if (!known || Math.abs(now - known.since) >= window || known.counts.size >= maxCounted) {
    known = { since: now, counts: new Map() }
    seen.set(shop, known)
  }
  const own = known.counts.get(who) ?? new Map<number, number>()
  known.counts.set(who, own)
  const count = (own.get(step) ?? 0) + 1
  own.set(step, count)
  if (count > most) throw new ShopError('too_many_requests', 'This is counted already. Nothing is lost.')
}

/** Links counted by name per day, so that nobody can fill the table with invented ones. */
const mostNames = 50

/** Counts a step again by what brought the visitor: only a daily number, nothing about the person. */
async function countQuizSource(
  shop: Shop,
  reached: { day: CalendarDate; version: number; step: number },
  came: QuizSource,
): Promise<void> {
  const named = (await hasRoom(shop, reached.day, came)) ? came : otherSource
  const { day, version, step, source, medium, campaign } = quizSources
  await shop.db
    .insert(quizSources)
    .values({ ...reached, ...named, count: 1 })
    .onConflictDoUpdate({
      target: [day, source, medium, campaign, version, step],
      set: { count: sql`${quizSources.count} + 1` },
    })
}

async function hasRoom(shop: Shop, day: CalendarDate, came: QuizSource): Promise<boolean> {
  if (came.source === direct.source) return true
  const { source, medium, campaign } = came
  const named = and(
    eq(quizSources.source, source),
    eq(quizSources.medium, medium),
    eq(quizSources.campaign, campaign),
  )
  const [found] = await rowsOf<{ known: boolean; names: number }>(
    shop.db,
    sql`select exists (select 1 from ${quizSources} where ${quizSources.day} = ${day} and ${named}) as known,
      (select count(*)::int from (select distinct source, medium, campaign from quiz_sources where day = ${day}) day) as names`,
  )
  return found!.known || found!.names < mostNames
}
