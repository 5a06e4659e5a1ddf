import { and, eq, sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import { quizSources } from '../../db/schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { direct, otherSource, type QuizSource } from '../../domain/quiz-source.ts'
import type { Shop } from '../shop/shop.ts'

/** Links that a day counts by name, so that nobody who makes names up can fill the table. */
const mostNames = 50

/** Counts a step once more for what brought its visitor: a number a day, with nobody in it. */
export async function countQuizSource(
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
