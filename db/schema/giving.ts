import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type ApprovalState, type GivenKind, givenKinds } from '../../domain/giving.ts'
import { cents, createdAt, instant, primaryId, wordsOf } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './staff.ts'
import { approvalState } from './states.ts'

/** Money a staff member gave away, one row per act: what their day's ceiling and the weekly digest add up. */
export const givenAway = pgTable(
  'given_away',
  {
    id: primaryId(),
    /** null: at the command line */
    userId: uuid('user_id').references(() => users.id),
    username: text('username').notNull(),
    kind: text('kind').$type<GivenKind>().notNull(),
    amountCents: cents('amount').notNull(),
    orderId: uuid('order_id').references(() => orders.id),
    /** the owner who agreed to more than the giver's ceiling; null: it was within */
    approvedBy: text('approved_by'),
    createdAt: createdAt(),
  },
  (table) => [
    check('given_away_kind', sql`${table.kind} in ${wordsOf(givenKinds)}`),
    check('given_away_amount', sql`${table.amountCents} > 0`),
    index('given_away_day').on(table.createdAt, table.userId),
    index('given_away_order').on(table.orderId).where(sql`${table.orderId} is not null`),
  ],
)

/** A call that gives more away than its caller may on one day, waiting for an owner. */
export const approvals = pgTable(
  'approvals',
  {
    id: primaryId(),
    /** the admin call, and its parsed input: it runs as asked once an owner agrees */
    call: text('call').notNull(),
    input: jsonb('input').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    username: text('username').notNull(),
    kind: text('kind').$type<GivenKind>().notNull(),
    amountCents: cents('amount').notNull(),
    orderId: uuid('order_id').references(() => orders.id),
    state: text('state').$type<ApprovalState>().notNull().default('waiting'),
    decidedBy: text('decided_by'),
    decidedAt: instant('decided_at'),
    createdAt: createdAt(),
  },
  (table) => [
    check('approvals_state', sql`${table.state} in ${approvalState.all}`),
    index('approvals_waiting').on(table.createdAt).where(sql`${table.state} = 'waiting'`),
  ],
)
