import { eq, type SQL, sql } from 'drizzle-orm'
import { builtOnce } from '../../db/built-once.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { subscriptionPlans } from '../../db/schema.ts'
import { type Plan, type PlanFacts, planOf } from '../../domain/plan.ts'

/** Every plan that there ever was, as it is now, shorter terms first, as they are shown; retired ones too. */
export async function readPlans(db: Database | Transaction): Promise<Plan[]> {
  const [row] = await allPlans(db).execute()
  return row!.planRows.map(planOf)
}

/** The same as one value of a larger statement, each to be read by `planOf`. */
export const planRows: SQL<PlanFacts[]> =
  sql`(select coalesce(json_agg(json_build_object('planId', plan_id, 'name', name,
  'priceCents', (price * 100)::int, 'intervalCount', interval_count, 'originalPriceCents', (original_price * 100)::int,
  'popular', popular, 'features', features, 'isActive', is_active) order by interval_count, plan_id), '[]')
  from ${subscriptionPlans})`

const allPlans = builtOnce((db) => db.select({ planRows }).from(sql`(select 1) one`).prepare(''))

/** @throws Error for a plan that never was: whoever asks has it from a row of ours */
export async function readPlan(db: Database | Transaction, planId: string): Promise<Plan> {
  const [row] = await db.select().from(subscriptionPlans).where(eq(subscriptionPlans.planId, planId))
  if (!row) throw new Error(`unknown plan ${planId}`)
  return planOf(row)
}
