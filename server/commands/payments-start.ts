import { resumePayments } from '../settings/payments-switch.ts'
import type { Command } from './command.ts'

export const paymentsStart: Command = {
  summary: 'takes payments again',
  options: {},
  async run(shop) {
    await resumePayments(shop)
    return ['New payments are taken.']
  },
}
