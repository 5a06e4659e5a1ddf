import { Link } from 'react-router'
import type { AdminReply, AdminSent } from '../../../domain/admin/contracts.ts'
import { addDays, addMonths, type CalendarDate, formatDay } from '../../../domain/calendar-date.ts'
import { formatCents } from '../../../domain/money.ts'
import { useShop, useToday } from '../../shop/use-shop.ts'
import { addressOf, useAdmin } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'
import { PlansPanel } from './plans-panel.tsx'
import { StraysPanel } from './strays-panel.tsx'
import { UnmatchedPanel } from './unmatched-panel.tsx'
import './books.css'

type Account = AdminReply<'readBooks'>['accounts'][number]
type Period = { from: CalendarDate; to: CalendarDate }

/** The trial balance of a period, and files for the bookkeeper. The period is kept in the URL. */
export default function BooksPage() {
  const { today } = useShop()
  const [params, setPart] = useSearch()
  const lastMonth = monthOf(addMonths(`${today.slice(0, 7)}-01`, -1))
  const period = { from: params.get('from') ?? lastMonth.from, to: params.get('to') ?? lastMonth.to }
  const books = useAdmin('readBooks', period, { keeps: true })
  const choose = ({ from, to }: Period) => setPart('from', from, ['to', to])
  return (
    <>
      <ScreenHead title="Books" note="Double entry, derived from every payment, box, refund and dispute.">
        <fieldset className="books-period">
          <legend className="sr">Period</legend>
          <Day label="From" value={period.from} onChange={(from) => setPart('from', from)} />
          <Day label="To" value={period.to} onChange={(to) => setPart('to', to)} />
          <button className="text-btn" type="button" onClick={() => choose(monthOf(today))}>
            This month
          </button>
          <button className="text-btn" type="button" onClick={() => choose(lastMonth)}>
            Last month
          </button>
          <button className="text-btn" type="button" onClick={() => choose(yearOf(today))}>
            This year
          </button>
        </fieldset>
      </ScreenHead>
      <Files period={period} />
      <ListState
        keeps
        query={books}
        empty={(data) => (data.accounts.length > 0 ? null : 'Nothing was booked up to this day.')}
      >
        {(data) => <TrialBalance accounts={data.accounts} />}
      </ListState>
      <UnmatchedPanel />
      <StraysPanel />
      <PlansPanel period={period} />
      <Payouts period={period} />
    </>
  )
}

const files: { format: AdminSent<'exportBooks'>['format']; label: string; note: string }[] = [
  { format: 'quickbooks', label: 'For QuickBooks', note: 'Journal entries, one a day' },
  { format: 'xero', label: 'For Xero', note: 'Manual journals, one a day' },
  { format: 'journal', label: 'Every entry', note: 'For an auditor' },
]

function Files({ period }: { period: Period }) {
  return (
    <ul className="panel books-files" aria-label="Download CSV">
      {files.map(({ format, label, note }) => (
        <li key={format}>
          <a className="btn btn-2" href={addressOf('exportBooks', { ...period, format })} download>
            {label}
          </a>
          <span className="quiet">{note}</span>
        </li>
      ))}
    </ul>
  )
}

function TrialBalance({ accounts }: { accounts: Account[] }) {
  const figures = [
    ['Before', 'openingCents', sided],
    ['Debits', 'debitCents', formatCents],
    ['Credits', 'creditCents', formatCents],
    ['Balance', 'closingCents', sided],
  ] as const
  return (
    <Table
      label="Trial balance"
      className="num"
      rows={accounts}
      keyOf={({ code }) => code}
      columns={[
        {
          head: 'Account',
          cell: ({ name, code }) => (
            <span>
              <b>{name}</b> <small>{code}</small>
            </span>
          ),
        },
        ...figures.map(([head, figure, format]) => ({
          head,
          isFigure: true,
          cell: (account: Account) => format(account[figure]),
        })),
      ]}
      foot={
        <tr>
          <th scope="row">All accounts</th>
          {figures.map(([head, figure, format]) => (
            <td key={head} data-l={head} className="r">
              {format(accounts.reduce((sum, account) => sum + account[figure], 0))}
            </td>
          ))}
        </tr>
      }
    />
  )
}

/** A balance with its side, debit or credit. */
function sided(cents: number): string {
  if (cents === 0) return formatCents(0)
  return `${formatCents(Math.abs(cents))} ${cents > 0 ? 'Dr' : 'Cr'}`
}

function Day({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <label className="books-day">
      <span className="quiet">{label}</span>
      <input
        className="input"
        type="date"
        required
        value={value}
        onChange={(event) => event.target.value && onChange(event.target.value)}
      />
    </label>
  )
}

function monthOf(day: CalendarDate): Period {
  const from = `${day.slice(0, 7)}-01`
  return { from, to: addDays(addMonths(from, 1), -1) }
}

function yearOf(day: CalendarDate): Period {
  return { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` }
}

/** The lines of Health that are about the balance: the books say the same. */
const saidByHealth = new Set(['money-compared', 'movements-unexplained'])

/** Payouts, and whether the books agree with the provider. */
function Payouts({ period }: { period: Period }) {
  const payouts = useAdmin('readPayouts', period, { keeps: true })
  const health = useAdmin('readHealth', {})
  const wrong = (health.data?.lines ?? []).filter(({ id, state }) => state === 'bad' && saidByHealth.has(id))
  return (
    <section className="books-payouts" aria-labelledby="payouts-title">
      <h2 id="payouts-title">Payouts</h2>
      {wrong.map(({ id, label, value }) => (
        <p key={id}>
          <span className="st bad">
            {label}: {value}.
          </span>{' '}
          <Link to="/admin/health">Health names each</Link>
        </p>
      ))}
      <ListState keeps query={payouts}>
        {({ payouts: made, booksCents, providerCents }) => (
          <>
            <p>
              <span className={booksCents === providerCents ? 'st ok' : 'st bad'}>
                {booksCents === providerCents
                  ? `The provider’s balance is ${formatCents(providerCents)}, as the books have it.`
                  : `The provider’s movements add up to ${formatCents(providerCents)}, the books to ${formatCents(booksCents)}: ${formatCents(Math.abs(booksCents - providerCents))} apart. Health names the payments that differ.`}
              </span>
            </p>
            {made.length === 0 ? (
              <p className="quiet">No payout was made in this period.</p>
            ) : (
              <PayoutTable payouts={made} />
            )}
          </>
        )}
      </ListState>
    </section>
  )
}

type Payout = AdminReply<'readPayouts'>['payouts'][number]

function PayoutTable({ payouts }: { payouts: Payout[] }) {
  const today = useToday()
  const sums = [
    ['Charges', 'chargeCents'],
    ['Refunds', 'refundCents'],
    ['Disputes', 'disputeCents'],
    ['Fees', 'feeCents'],
    ['Other', 'otherCents'],
    ['Paid out', 'amountCents'],
  ] as const
  return (
    <Table
      label="Payouts"
      className="num"
      rows={payouts}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Day',
          cell: ({ day, id }) => (
            <>
              <b>{formatDay(day, today)}</b> <small>{id}</small>
            </>
          ),
        },
        ...sums.map(([head, sum]) => ({
          head,
          isFigure: true,
          cell: (payout: Payout) => (
            <>
              {formatCents(payout[sum])}
              {sum === 'chargeCents' && <small>{payout.charges} payments</small>}
            </>
          ),
        })),
        {
          head: 'Reconciled',
          cell: ({ isManual, isReconciled }) =>
            isManual ? (
              <span className="st">Made by hand</span>
            ) : (
              <span className={isReconciled ? 'st ok' : 'st bad'}>
                {isReconciled ? 'To the cent' : 'Parts are missing'}
              </span>
            ),
        },
      ]}
    />
  )
}
