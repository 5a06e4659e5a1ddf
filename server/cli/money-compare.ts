import { formatCount } from '../../domain/count.ts'
import { formatCents } from '../../domain/money.ts'
import { compareMoneyNow } from '../billing/compare-money.ts'
import { differences } from '../billing/differences.ts'
import type { Command } from './command.ts'

export const moneyCompare: Command = {
  summary: 'compares charges, refunds, disputes and subscriptions at the provider with the ledger',
  options: {},
  async run(shop) {
    const { found, count, compared } = await compareMoneyNow(shop)
    const what = `${formatCount(compared)} objects of the provider compared`
    if (count === 0) return [`${what}: the provider and the ledger agree.`]
    const named = found.map(({ kind, id, cents, orderNumber }) => {
      const { label, mend } = differences[kind]
      return `${label}: ${id}, ${formatCents(cents)}${orderNumber ? `, order ${orderNumber}` : ''}. ${mend}`
    })
    const more = count > found.length ? [`… and ${formatCount(count - found.length)} more.`] : []
    return [
      `${what}, ${formatCount(count)} ${count === 1 ? 'difference' : 'differences'}:`,
      ...named,
      ...more,
    ]
  },
}
