import { and, eq, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import { quizFunnel, quizSources, quizVersions } from '../../db/schema.ts'
import type { ParsedBody, Reply } from '../../domain/api.ts'
import { type CalendarDate, calendarDateIn } from '../../domain/calendar-date.ts'
import { ShopError } from '../../domain/errors.ts'
import { direct, otherSource, type QuizSource, quizSourceOf } from '../../domain/quiz-source.ts'
import { type Caller, networkOf } from '../shop/caller.ts'
import type { Shop } from '../shop/shop.ts'

/** Crawlers that run a page's script say so. Other programs, such as a browser without a window, may be somebody who tries the shop out. */
const crawler = /(?<!cu)bot\b|crawl|spider|lighthouse/i

/** How often one address may count each step within the window: a house's or an office's quizzes. */
const [most, window] = [40, 10 * 60_000]
/** Addresses and steps that are remembered; in memory alone, and for one window. */
const maxCounted = 70_000
const seen = new WeakMap<Shop, { since: number; counts: Map<string, number> }>()

/**
 * POST /api/quiz-step: one more visitor reached a step of a published version. Day, version, step, for whom, and beside
 * them what brought them, are counted, and nothing is kept of the visitor.
 * @throws ShopError 'too_many_requests'
 */
export async function countQuizStep(
  shop: Shop,
  { version, step, recipientType, came }: ParsedBody<'countQuizStep'>,
  caller: Caller,
): Promise<Reply<'countQuizStep'>> {
  // A program that looks at pages for itself is no visitor.
  if (crawler.test(caller.userAgent ?? '')) return { success: true }
  limit(shop, `${step} ${networkOf(caller.address)}`)
  const [known] = await shop.db
    .select({ state: quizVersions.state })
    .from(quizVersions)
    .where(eq(quizVersions.number, version))
  // A draft has no visitors; whoever invents a version is not counted.
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

function limit(shop: Shop, who: string) {
  const now = shop.now().getTime()
  let known = seen.get(shop)
  if (!known || Math.abs(now - known.since) >= window || known.counts.size >= maxCounted) {
    known = { since: now, counts: new Map() }
    seen.set(shop, known)
  }
  const count = (known.counts.get(who) ?? 0) + 1
  known.counts.set(who, count)
  if (count > most) throw new ShopError('too_many_requests', 'This is counted already. Nothing is lost.')
}

/** Links that a day counts by name, so that nobody who makes names up can fill the table. */
const mostNames = 50

/** Counts a step once more for what brought its visitor: a number a day, with nobody in it. */
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
