import { formatDate } from '../../domain/calendar-date.ts'
import { formatCents, parseCents } from '../../domain/money.ts'
import { announcePrice, callPriceOff } from '../billing/announce-price.ts'
import { sendNotices } from '../notifications/send-notices.ts'
import { type Command, textOf } from './command.ts'

export const priceCallOff: Command = {
  summary: 'calls an announced price off; tell those who know of it yourself',
  options: { plan: { value: 'monthly', says: 'the plan', isRequired: true } },
  async run(shop, args) {
    const wasThere = await callPriceOff(shop, textOf(args, 'plan') ?? '')
    return [wasThere ? 'It is called off.' : 'No new price of this plan was announced.']
  },
}

export const priceAnnounce: Command = {
  summary: 'tells everybody who renews a plan of its new price, 30 days ahead or more',
  options: {
    plan: { value: 'monthly', says: 'the plan', isRequired: true },
    amount: { value: '74.50', says: 'what one term costs then, in dollars', isRequired: true },
    from: { value: '2027-03-01', says: 'renewals from this day on cost it', isRequired: true },
  },
  async run(shop, args) {
    const change = await announcePrice(shop, {
      planId: textOf(args, 'plan') ?? '',
      thenCents: parseCents(textOf(args, 'amount') ?? '') ?? Number.NaN,
      effectiveOn: textOf(args, 'from') ?? '',
    })
    const mails = await sendNotices(shop)
    const price = `${formatCents(change.nowCents)} becomes ${formatCents(change.thenCents)}`
    return [
      `${price} from ${formatDate(change.effectiveOn)} on. ${mails} mails are on their way.`,
      'What is charged changes with the plan itself: see docs/decisions/020-notices.md.',
    ]
  },
}
