import { and, eq, isNull } from 'drizzle-orm'
import { priceChanges } from '../../db/schema.ts'
import { stopPriceRun } from '../prices/price-runs.ts'
import { type Command, textOf } from './command.ts'

export const priceCallOff: Command = {
  summary: 'stops a price run: who was not charged at it keeps the former price, and is told so',
  options: { plan: { value: 'monthly', says: 'the plan', isRequired: true } },
  async run(shop, args) {
    const [run] = await shop.db
      .select({ id: priceChanges.id })
      .from(priceChanges)
      .where(
        and(
          eq(priceChanges.planId, textOf(args, 'plan') ?? ''),
          isNull(priceChanges.withdrawnAt),
          isNull(priceChanges.finishedAt),
        ),
      )
    if (!run) return ['No price run of this plan is under way.']
    await stopPriceRun(shop, run.id)
    return ['It is stopped.']
  },
}
