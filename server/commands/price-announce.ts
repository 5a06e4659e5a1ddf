import { formatDate } from '../../domain/calendar-date.ts'
import { formatCents, parseCents } from '../../domain/money.ts'
import { sendNotices } from '../notices/send-notices.ts'
import { startPriceRun } from '../prices/price-runs.ts'
import { type Command, textOf } from './command.ts'

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
