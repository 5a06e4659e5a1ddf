import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { CreditUseState } from '../../domain/credit.ts'
import { cents, createdAt, instant, primaryId, updatedAt } from './columns.ts'
import { memberships, people } from './memberships.ts'
import { orders } from './orders.ts'
import { creditUseState } from './states.ts'

/**
 * Store credit, one row per change; it doesn't expire (club-rules.md "The gift"). Two triggers of migration 0017 enforce
 * that no person's balance is ever negative, and that no row is changed or deleted.
 */
export const storeCredit = pgTable(
  'store_credit',
  {
    id: primaryId(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    /** positive or negative */
    amountCents: cents('amount').notNull(),
    /**
     * 'return': a gift came back; 'staff': given in the admin; 'unshipped': it had paid for a box that won't ship;
     * 'code': turned into a code; 'renewal': reserved for a bill; 'unused': returned from either; 'given-up': by someone
     * who had their data deleted
     */
    reason: text('reason').notNull(),
    /** the reason shown to the owner of the credit; null: `reason` says it, or the owner's data was deleted */
    words: text('words'),
    /** what it's about, so that nothing is given or taken twice */
    reference: text('reference').notNull().unique(),
    /** the order it was given for by staff: it counts as given of what was paid there */
    orderId: uuid('order_id').references(() => orders.id),
    createdAt: createdAt(),
  },
  (table) => [
    index('store_credit_order').on(table.orderId).where(sql`${table.orderId} is not null`),
    check('store_credit_amount', sql`${table.amountCents} <> 0`),
    check(
      'store_credit_reason',
      sql`${table.reason} in ('return', 'staff', 'unshipped', 'code', 'renewal', 'unused', 'given-up', 'adopted')`,
    ),
    index('store_credit_person').on(table.personId, table.createdAt),
  ],
)

/**
 * Store credit reserved for one of the provider's bills. Written, with its rows of store_credit, before the provider is
 * told; settled once it's known what became of the bill (docs/decisions/063).
 */
export const creditUses = pgTable(
  'credit_uses',
  {
    id: primaryId(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    /** the provider's bill */
    invoiceId: text('invoice_id').notNull().unique(),
    /** reserved for it, or spent */
    amountCents: cents('amount').notNull(),
    state: text('state').$type<CreditUseState>().notNull().default('kept'),
    /** how often credit was reserved for this bill: each time has its own rows */
    round: integer('round').notNull().default(1),
    /** when the bill showed the credit; null: not yet, as far as the shop knows */
    placedAt: instant('placed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('credit_uses_amount', sql`${table.amountCents} >= 0`),
    check('credit_uses_state', sql`${table.state} in ${creditUseState.all}`),
    index('credit_uses_membership').on(table.membershipId),
    // For the repair job: what is reserved, and since when.
    index('credit_uses_kept').on(table.createdAt).where(sql`${table.state} = 'kept'`),
  ],
)
