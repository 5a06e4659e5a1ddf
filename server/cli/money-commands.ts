import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BooksFormat } from '../../domain/admin/book-contracts.ts'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import { formatCount } from '../../domain/count.ts'
import { ShopError } from '../../domain/errors.ts'
import { dollarsOfCents, formatCents } from '../../domain/money.ts'
import { compareMoneyNow } from '../billing/compare-money.ts'
import { differences } from '../billing/differences.ts'
import { type Period, readBooks } from '../books/books.ts'
import { booksFile } from '../books/books-file.ts'
import { readSetting, resumePayments, stopPayments } from '../settings/settings.ts'
import type { Shop } from '../shop/shop.ts'
import { type Command, type CommandArgs, textOf } from './command.ts'

export const writeBooks: Command = {
  summary:
    'writes the books of a period for QuickBooks, and beside them those for Xero and every single entry',
  options: {
    from: { value: '2026-01-01', says: 'the first day', isRequired: true },
    to: { value: '2026-01-31', says: 'the last day', isRequired: true },
    out: {
      value: 'books.csv',
      says: 'the file; the other two have -xero and -journal in their names',
      isRequired: true,
      isPath: true,
    },
  },
  async run(shop, args) {
    const period = { from: dayOf(args, 'from'), to: dayOf(args, 'to') }
    const out = textOf(args, 'out') ?? ''
    const { dir, name, ext } = path.parse(out)
    const beside = (what: string) => path.join(dir, `${name}-${what}${ext}`)
    const { accounts } = await readBooks(shop, period)
    await write(shop, period, 'quickbooks', out)
    await write(shop, period, 'xero', beside('xero'))
    await write(shop, period, 'journal', beside('journal'))
    const width = Math.max(0, ...accounts.map((account) => account.name.length))
    return [
      `The books from ${period.from} to ${period.to} are in ${out} for QuickBooks, ${beside('xero')} for Xero, and ${beside('journal')} entry by entry.`,
      ...accounts.map(
        ({ code, name, closingCents }) =>
          `  ${code.padEnd(8)} ${name.padEnd(width)} ${dollarsOfCents(closingCents).padStart(14)}`,
      ),
    ]
  },
}

async function write(shop: Shop, period: Period, format: BooksFormat, file: string) {
  const { content } = await booksFile(shop, period, format)
  await writeFile(file, content as ReadableStream<Uint8Array>).catch((error: NodeJS.ErrnoException) => {
    throw new ShopError(
      'not_possible',
      `${file} cannot be written (${error.code}): name a file in a folder that is there.`,
    )
  })
}

function dayOf(args: CommandArgs, name: string): string {
  const day = textOf(args, name) ?? ''
  if (!isCalendarDate(day))
    throw new ShopError('invalid_body', `--${name} needs a day such as 2026-01-31, not “${day}”.`)
  return day
}

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
