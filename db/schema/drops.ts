import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { KeptDropState } from '../../domain/admin/drop-state.ts'
import type { CurationState } from '../../domain/curation/curation.ts'
import { createdAt, instant, primaryId } from './columns.ts'
import { curationState, dropState } from './states.ts'

/**
 * One month's shipment; its cut-off and ship-by day are stored, so that the owner can move a single drop (club-rules.md).
 */
export const drops = pgTable(
  'drops',
  {
    drop: text('drop').primaryKey(),
    cutOffAt: instant('cut_off_at').notNull(),
    shipBy: text('ship_by').notNull(),
    state: text('state').$type<KeptDropState>().notNull().default('open'),
    createdAt: createdAt(),
  },
  (table) => [
    check('drops_name', sql`${table.drop} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    check('drops_state', sql`${table.state} in ${dropState.all}`),
  ],
)

/** What everyone in a drop was told when the owner held or moved it, in the owner's words (club-rules.md "Hold or move"). */
export const dropNotices = pgTable(
  'drop_notices',
  {
    id: primaryId(),
    drop: text('drop').notNull(),
    /** 'hold', 'release', 'ship-by': a new day; 'month': its boxes move to another drop */
    kind: text('kind').notNull(),
    /** what the owner wrote */
    words: text('words').notNull(),
    /** the new day the boxes ship by; null while on hold */
    shipBy: date('ship_by', { mode: 'string' }),
    /** the drop the boxes move to */
    toDrop: text('to_drop'),
    username: text('username').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    check('drop_notices_kind', sql`${table.kind} in ('hold', 'release', 'ship-by', 'month')`),
    index('drop_notices_drop').on(table.drop, table.createdAt),
  ],
)

/** One curation run of a drop (club-rules.md "Curate"), with its progress. */
export const curationRuns = pgTable(
  'curation_runs',
  {
    id: primaryId(),
    drop: text('drop').notNull(),
    state: text('state').$type<CurationState>().notNull().default('running'),
    /** started by the worker at the cut-off, not by the owner */
    isAutomatic: boolean('is_automatic').notNull(),
    /** total steps: every box is read once and written once */
    total: integer('total').notNull().default(0),
    done: integer('done').notNull().default(0),
    /** at the end: boxes with a belt, boxes on hold, and boxes whose belt changed */
    assigned: integer('assigned').notNull().default(0),
    held: integer('held').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    startedAt: instant('started_at').notNull(),
    /** its last sign of life: a silent run was killed, and its drop can be curated again */
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
