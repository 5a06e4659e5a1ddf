import { eq, type SQL, sql } from 'drizzle-orm'
import { builtOnce } from '../../db/built-once.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { subscriptionPlans } from '../../db/schema.ts'
import { type Plan, type PlanFacts, planOf } from '../../domain/plan.ts'

/** Every plan, retired ones included, in its current form; shorter terms first, as shown. */
export async function readPlans(db: Database | Transaction): Promise<Plan[]> {
  const [row] = await allPlans(db).execute()
  return row!.planRows.map(planOf)
}

/** The same as one value of a larger statement, each parsed by `planOf`. */
export const planRows: SQL<PlanFacts[]> =
  sql`(select coalesce(json_agg(json_build_object('planId', plan_id, 'name', name,
  'priceCents', (price * 100)::int, 'intervalCount', interval_count, 'originalPriceCents', (original_price * 100)::int,
  'popular', popular, 'features', features, 'isActive', is_active) order by interval_count, plan_id), '[]')
  from ${subscriptionPlans})`

const allPlans = builtOnce((db) => db.select({ planRows }).from(sql`(select 1) one`).prepare(''))

/** @throws Error for an unknown plan: the id always comes from one of our rows */
export async function readPlan(db: Database | Transaction, planId: string): Promise<Plan> {
  const [row] = await db.select().from(subscriptionPlans).where(eq(subscriptionPlans.planId, planId))
  if (!row) throw new Error(`unknown plan ${planId}`)
  return planOf(row)
}
