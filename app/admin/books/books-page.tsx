import type { AdminReply, AdminSent } from '../../../domain/admin/contracts.ts'
import { addDays, addMonths, type CalendarDate, formatDay } from '../../../domain/calendar-date.ts'
import { formatCents } from '../../../domain/money.ts'
import { useShop } from '../../shop/use-shop.ts'
import { addressOf, useAdmin } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { ListState } from '../ui/list-state.tsx'
import { PlansPanel } from './plans-panel.tsx'
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
      <div className="adm-bar">
        <div>
          <h1>Books</h1>
          <p className="quiet">Double entry, derived from every payment, box, refund and dispute.</p>
        </div>
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
      </div>
      <Files period={period} />
      <ListState
        keeps
        query={books}
        empty={(data) => (data.accounts.length > 0 ? null : 'Nothing was booked up to this day.')}
      >
        {(data) => <TrialBalance accounts={data.accounts} />}
      </ListState>
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
  const sum = (pick: (account: Account) => number) =>
    accounts.reduce((total, account) => total + pick(account), 0)
  return (
    <section className="t-wrap" aria-label="Trial balance">
      <table className="grid-t cards-sm num">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" className="r">
              Before
            </th>
            <th scope="col" className="r">
              Debits
            </th>
            <th scope="col" className="r">
              Credits
            </th>
            <th scope="col" className="r">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={account.code}>
              <td data-l="Account">
                <span>
                  <b>{account.name}</b> <small>{account.code}</small>
                </span>
              </td>
              <td data-l="Before" className="r">
                {sided(account.openingCents)}
              </td>
              <td data-l="Debits" className="r">
                {formatCents(account.debitCents)}
              </td>
              <td data-l="Credits" className="r">
                {formatCents(account.creditCents)}
              </td>
              <td data-l="Balance" className="r">
                {sided(account.closingCents)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All accounts</th>
            <td data-l="Before" className="r">
              {sided(sum((account) => account.openingCents))}
            </td>
            <td data-l="Debits" className="r">
              {formatCents(sum((account) => account.debitCents))}
            </td>
            <td data-l="Credits" className="r">
              {formatCents(sum((account) => account.creditCents))}
            </td>
            <td data-l="Balance" className="r">
              {sided(sum((account) => account.closingCents))}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
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

/** Payouts, and whether the books agree with the provider. */
function Payouts({ period }: { period: Period }) {
  const payouts = useAdmin('readPayouts', period, { keeps: true })
  return (
    <section className="books-payouts" aria-labelledby="payouts-title">
      <h2 id="payouts-title">Payouts</h2>
      <ListState keeps query={payouts} empty={() => null}>
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

function PayoutTable({ payouts }: { payouts: AdminReply<'readPayouts'>['payouts'] }) {
  const columns = [
    ['Charges', 'chargeCents'],
    ['Refunds', 'refundCents'],
    ['Disputes', 'disputeCents'],
    ['Fees', 'feeCents'],
    ['Other', 'otherCents'],
    ['Paid out', 'amountCents'],
  ] as const
  return (
    <section className="t-wrap" aria-label="Payouts">
      <table className="grid-t cards-sm num">
        <thead>
          <tr>
            <th scope="col">Day</th>
            {columns.map(([label]) => (
              <th scope="col" className="r" key={label}>
                {label}
              </th>
            ))}
            <th scope="col">Reconciled</th>
          </tr>
        </thead>
        <tbody>
          {payouts.map((payout) => (
            <tr key={payout.id}>
              <td data-l="Day">
                <b>{formatDay(payout.day)}</b> <small>{payout.id}</small>
              </td>
              {columns.map(([label, key]) => (
                <td data-l={label} className="r" key={label}>
                  {formatCents(payout[key])}
                  {key === 'chargeCents' && <small>{payout.charges} payments</small>}
                </td>
              ))}
              <td data-l="Reconciled">
                {payout.isManual ? (
                  <span className="st">Made by hand</span>
                ) : (
                  <span className={payout.isReconciled ? 'st ok' : 'st bad'}>
                    {payout.isReconciled ? 'To the cent' : 'Parts are missing'}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
