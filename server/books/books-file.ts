import type { BooksFormat } from '../../domain/admin/book-contracts.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Download } from '../../domain/contract.ts'
import { dollarsOfCents } from '../../domain/money.ts'
import { plainCsv } from '../documents/csv-download.ts'
import type { Shop } from '../shop/shop.ts'
import { type Books, type Period, readBooks, readJournal } from './books.ts'

type Row = string[]

/** The most lines one import may have: QuickBooks Online, with the header; Xero's template (051-books.md). */
const mostLines = { quickbooks: 999, xero: 300 }

/**
 * The books of a period as a CSV file. 'quickbooks' and 'xero' can be imported there as manual journals, with one entry per
 * day, or per month if the days would have more lines than one import accepts; 'journal' has every entry.
 * @throws ShopError 'invalid_body' for a period that ends before it begins
 */
export async function booksFile(shop: Shop, period: Period, format: BooksFormat): Promise<Download> {
  // Without protection against formulas: every text in it is ours or an id.
  const fileName = `books-${period.from}-${period.to}-${format}.csv`
  if (format === 'journal') return plainCsv(fileName, journalColumns, journalRows(shop, period))
  const books = await readBooks(shop, period)
  const { columns, row } = formats[format]
  const entries = summarized(books, mostLines[format])
  return plainCsv(
    fileName,
    columns,
    entries.flatMap(({ name, day, lines }) => lines.map((line) => row(name, day, line))),
  )
}

type Line = { code: string; name: string; cents: number }
type Summary = { name: string; day: CalendarDate; lines: Line[] }

const formats = {
  // The columns its import expects (QuickBooks help "Import journal entries"): account names instead of numbers; US dates.
  quickbooks: {
    columns: ['JournalNo', 'JournalDate', 'AccountName', 'Debits', 'Credits', 'Description'],
    row: (name: string, day: CalendarDate, line: Line) => [
      name,
      `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
      line.name,
      ...sides(line.cents),
      `Belt club ${name}`,
    ],
  },
  // The columns of its template (Xero Central "Import manual journals"): a debit is positive; dates are day first.
  xero: {
    columns: ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
    row: (name: string, day: CalendarDate, line: Line) => [
      `Belt club ${name}`,
      `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`,
      line.name,
      line.code,
      'Tax Exempt',
      dollarsOfCents(line.cents),
    ],
  },
}

function sides(cents: number): [debit: string, credit: string] {
  return cents > 0 ? [dollarsOfCents(cents), ''] : ['', dollarsOfCents(-cents)]
}

function summarized({ accounts, days }: Books, most: number): Summary[] {
  const byDay = [...days].map(([day, moved]) => ({ name: day, day, moved }))
  const lineCount = byDay.reduce((sum, { moved }) => sum + moved.size, 0)
  const entries = lineCount <= most ? byDay : byMonth(byDay)
  return entries.map(({ name, day, moved }) => ({
    ...{ name, day },
    lines: accounts.flatMap((account) => {
      const cents = moved.get(account.code) ?? 0
      return cents === 0 ? [] : [{ code: account.code, name: account.name, cents }]
    }),
  }))
}

type Moved = { name: string; day: CalendarDate; moved: Map<string, number> }

function byMonth(entries: Moved[]): Moved[] {
  const months = new Map<string, Moved>()
  for (const { day, moved } of entries) {
    const name = day.slice(0, 7)
    const month = months.get(name) ?? { name, day, moved: new Map<string, number>() }
    // Dated the last day that has entries, so that the date is always within the period.
    months.set(name, { ...month, day })
    for (const [code, cents] of moved) month.moved.set(code, (month.moved.get(code) ?? 0) + cents)
  }
  return [...months.values()]
}

const journalColumns = [
  'Entry',
  'Date',
  'Time',
  'Kind',
  'Reference',
  'AccountCode',
  'AccountName',
  'Debit',
  'Credit',
]

async function* journalRows(shop: Shop, period: Period): AsyncGenerator<Row> {
  let number = 0
  for await (const { day, at, kind, reference, postings } of readJournal(shop, period)) {
    number += 1
    for (const { account, cents } of postings)
      yield [
        String(number),
        day,
        at.toISOString(),
        kind,
        reference,
        account.code,
        account.name,
        ...sides(cents),
      ]
  }
}
