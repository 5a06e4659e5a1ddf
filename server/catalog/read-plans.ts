import { asc, eq } from 'drizzle-orm'
import { builtOnce } from '../../db/built-once.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { subscriptionPlans } from '../../db/schema.ts'
import { type Plan, planOf } from '../../domain/plan.ts'

/** Every plan that there ever was, as it is now, shorter terms first, as they are shown; retired ones too. */
export async function readPlans(db: Database | Transaction): Promise<Plan[]> {
  return (await allPlans(db).execute()).map(planOf)
}

const allPlans = builtOnce((db) =>
  db
    .select()
    .from(subscriptionPlans)
    .orderBy(asc(subscriptionPlans.intervalCount), asc(subscriptionPlans.planId))
    .prepare(''),
)

/** @throws Error for a plan that never was: whoever asks has it from a row of ours */
export async function readPlan(db: Database | Transaction, planId: string): Promise<Plan> {
  const [row] = await db.select().from(subscriptionPlans).where(eq(subscriptionPlans.planId, planId))
  if (!row) throw new Error(`unknown plan ${planId}`)
  return planOf(row)
}
