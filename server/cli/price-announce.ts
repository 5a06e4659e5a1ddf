import { and, eq, isNull } from 'drizzle-orm'
import { priceChanges } from '../../db/schema.ts'
import { formatDate } from '../../domain/calendar-date.ts'
import { formatCents, parseCents } from '../../domain/money.ts'
import { startPriceRun, stopPriceRun } from '../billing/price-runs.ts'
import { sendNotices } from '../notifications/send-notices.ts'
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

export const priceAnnounce: Command = {
  summary: 'moves everybody who renews a plan to a new price, told 30 days ahead or more',
  options: {
    plan: { value: 'monthly', says: 'the plan', isRequired: true },
    amount: { value: '74.50', says: 'what one term costs then, in dollars', isRequired: true },
    from: { value: '2027-03-01', says: 'renewals from this day on cost it', isRequired: true },
  },
  async run(shop, args) {
    const run = await startPriceRun(shop, {
      planId: textOf(args, 'plan') ?? '',
      thenCents: parseCents(textOf(args, 'amount') ?? '') ?? Number.NaN,
      effectiveOn: textOf(args, 'from') ?? '',
    })
    const mails = await sendNotices(shop)
    return [
      `${formatCents(run.thenCents)} from ${formatDate(run.effectiveOn)} on. ${mails} mails are on their way.`,
      'Everybody is told about 30 days before their first charge at it. See Plans at the desk.',
    ]
  },
}
