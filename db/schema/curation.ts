import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CurationState } from '../../domain/curation/curation.ts'
import { instant, primaryId } from '../columns.ts'
import { curationState } from '../states.ts'

/** One time that the belts of a drop were given out (club.md "Curate"), with how far it is. */
export const curationRuns = pgTable(
  'curation_runs',
  {
    id: primaryId(),
    drop: text('drop').notNull(),
    state: text('state').$type<CurationState>().notNull().default('running'),
    /** by the worker at the cut-off, not by the owner */
    isAutomatic: boolean('is_automatic').notNull(),
    /** steps of all: every box is read once and written once */
    total: integer('total').notNull().default(0),
    done: integer('done').notNull().default(0),
    /** boxes with a belt when it ended, those held, and those whose belt is another than before */
    assigned: integer('assigned').notNull().default(0),
    held: integer('held').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    startedAt: instant('started_at').notNull(),
    /** when it last said that it lives: one that is silent was killed, and its drop may be curated again */
    seenAt: instant('seen_at').notNull(),
    finishedAt: instant('finished_at'),
    error: text('error'),
  },
  (table) => [
    check('curation_runs_state', sql`${table.state} in ${curationState.all}`),
    uniqueIndex('curation_runs_one_at_a_time').on(table.drop).where(sql`${table.state} = 'running'`),
    index('curation_runs_drop').on(table.drop, table.startedAt),
  ],
)
