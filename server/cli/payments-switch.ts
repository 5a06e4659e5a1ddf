import { resumePayments, stopPayments } from '../settings/payments-switch.ts'
import { readSetting } from '../settings/settings.ts'
import { type Command, textOf } from './command.ts'

export const paymentsStop: Command = {
  summary: 'takes no new payments until payments:start',
  options: { say: { value: '"SENTENCE"', says: 'what buyers read meanwhile' } },
  async run(shop, args) {
    await stopPayments(shop, textOf(args, 'say')?.trim() || undefined)
    const stopped = await readSetting(shop, 'paymentsStopped')
    return [
      'No new payments are taken. Renewals go on, and what is being paid now still becomes an order.',
      `Buyers read: ${stopped?.sentence}`,
    ]
  },
}

export const paymentsStart: Command = {
  summary: 'takes payments again',
  options: {},
  async run(shop) {
    await resumePayments(shop)
    return ['New payments are taken.']
  },
}
