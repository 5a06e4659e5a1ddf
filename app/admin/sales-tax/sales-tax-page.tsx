import type { AdminReply } from '../../../domain/admin/contracts.ts'
import type { StateTax } from '../../../domain/admin/sales-tax-contracts.ts'
import {
  addDays,
  addMonths,
  type CalendarDate,
  formatDate,
  formatDay,
} from '../../../domain/calendar-date.ts'
import { formatCount } from '../../../domain/count.ts'
import { formatCents } from '../../../domain/money.ts'
import { nexusSource } from '../../../domain/nexus.ts'
import { showToast } from '../../ui/toast-store.ts'
import { addressOf, sentenceOf, useAdmin, useChange } from '../client/use-admin.ts'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'
import { TaxRuleDialog } from './tax-rule-dialog.tsx'
import './sales-tax.css'
import { useState } from 'react'
import { useToday } from '../../shop/use-shop.ts'
import { TextField } from '../../ui/text-field.tsx'

type SalesTax = AdminReply<'readSalesTax'>
type Shown = { state: StateTax | null }

/** How close sales are to each state's threshold, where tax is collected, and how to start collecting. */
export default function SalesTaxPage() {
  const [shown, setShown] = useState<Shown | null>(null)
  const taxes = useAdmin('readSalesTax', {})
  return (
    <>
      <ScreenHead
        title="Sales tax"
        note="What you shipped to each state, next to the sales at which it may want its tax."
      >
        <button
          className="btn btn-1"
          type="button"
          disabled={!taxes.data}
          onClick={() => setShown({ state: null })}
        >
          Collect in a state
        </button>
      </ScreenHead>
      {shown && taxes.data && (
        <TaxRuleDialog taxes={taxes.data} state={shown.state} onClose={() => setShown(null)} />
      )}
      <ListState query={taxes}>
        {(data) => (
          <>
            <States taxes={data} onChange={(state) => setShown({ state })} />
            <p className="adm-note tax-note">
              This is a watch, not advice. The thresholds are those of {formatDate(data.asOf)}, from{' '}
              {nexusSource}, and laws change. An office, a warehouse or stock in a state can make you owe its
              tax from the first sale, whatever stands here. Each paid term counts as one sale. Ask the
              state’s tax agency or an accountant, and register there before you collect.
            </p>
            <ReportForm today={data.today} />
          </>
        )}
      </ListState>
    </>
  )
}

function States({ taxes, onChange }: { taxes: SalesTax; onChange: (state: StateTax) => void }) {
  return (
    <Table
      label="States"
      className="num"
      rows={taxes.states}
      keyOf={({ state }) => state}
      columns={[
        { head: 'State', cell: ({ name }) => <b>{name}</b> },
        {
          head: 'Shipped',
          isFigure: true,
          cell: (state) => (
            <span>
              {formatCents(state.salesCents)}
              <small className="tax-span">{spanText(state, taxes.today)}</small>
            </span>
          ),
        },
        { head: 'Sales', isFigure: true, cell: ({ sales }) => formatCount(sales) },
        { head: 'Of the threshold', cell: (state) => <Share state={state} /> },
        { head: 'Tax', cell: (state) => <Collecting state={state} /> },
        {
          head: 'Change',
          isHeadHidden: true,
          cell: (state) => state.state !== 'CA' && <Acts state={state} onChange={() => onChange(state)} />,
        },
      ]}
    />
  )
}

function spanText({ from, to }: StateTax, today: string): string {
  return to === today ? `since ${formatDate(from)}` : `${formatDate(from)} to ${formatDate(to)}`
}

function Share({ state: { threshold, share, note, name } }: { state: StateTax }) {
  if (!threshold) return <span className="quiet">{note}</span>
  const percent = Math.floor(share * 100)
  return (
    <span className="tax-share">
      <b>{percent}%</b>
      <meter
        min={0}
        max={100}
        low={80}
        high={99}
        optimum={0}
        value={Math.min(percent, 100)}
        aria-label={`${name}: ${percent}% of the threshold`}
      />
      <small>{threshold}</small>
      {note && <small>{note}</small>}
    </span>
  )
}

function Collecting({ state: { rule, planned, warning } }: { state: StateTax }) {
  return (
    <span className="tax-rule">
      <span className={rule ? 'st ok' : warning ? `st ${warning >= 100 ? 'no' : 'wn'}` : 'st'}>
        {rule ? `Collecting${rule.from ? ` since ${formatDate(rule.from)}` : ''}` : 'Not collecting'}
      </span>
      {rule && <small>{wayText(rule)}</small>}
      {planned.map((each) => (
        <small key={each.from}>
          From {formatDate(each.from)}: {wayText(each)}
        </small>
      ))}
    </span>
  )
}

function wayText({ way, ratePercent }: { way: string; ratePercent: string | null }): string {
  if (way === 'rate') return `${ratePercent}% in the whole state`
  return way === 'none' ? 'no tax' : 'by address, from the payment provider'
}

function Acts({ state, onChange }: { state: StateTax; onChange: () => void }) {
  const today = useToday()
  const answer = useChange('answerTaxWarning', {
    changes: ['/api/admin/sales-tax', '/api/admin/promises', '/api/admin/health'],
    onSuccess: () =>
      showToast({
        title: `${state.name} is taken care of`,
        description: 'We’ll tell you at the next mark, or next year.',
      }),
    onError: (error) =>
      showToast({ destructive: true, title: 'Not saved', description: sentenceOf(error, 'Try again.') }),
  })
  const drop = useChange('dropTaxRule', {
    changes: ['/api/admin/sales-tax', '/api/admin/promises'],
    onError: (error) =>
      showToast({ destructive: true, title: 'Not dropped', description: sentenceOf(error, 'Try again.') }),
  })
  return (
    <span className="adm-tools">
      {state.threshold && (
        <button
          className="text-btn"
          type="button"
          aria-label={`${state.rule ? 'Change' : 'Collect in'} ${state.name}`}
          onClick={onChange}
        >
          {state.rule ? 'Change' : 'Collect'}
        </button>
      )}
      {state.planned.map(({ from }) => (
        <button
          key={from}
          className="text-btn"
          type="button"
          onClick={() => drop.mutate({ state: state.state, from })}
        >
          Drop {formatDay(from, today)}
        </button>
      ))}
      {state.warning !== null && (
        <button className="text-btn" type="button" onClick={() => answer.mutate({ state: state.state })}>
          I’ve taken care of it
        </button>
      )}
    </span>
  )
}

/** Downloads a tax return's figures by state. It starts with the previous quarter. */
function ReportForm({ today }: { today: CalendarDate }) {
  const [period, setPeriod] = useState(() => quarterBefore(today))
  return (
    <section className="panel tax-report" aria-labelledby="report-title">
      <h2 id="report-title">For a tax return</h2>
      <p className="quiet">What you charged, taxed, refunded and shipped in each state, from the books.</p>
      <div className="adm-row">
        <TextField
          label="From"
          type="date"
          value={period.from}
          onChange={(from) => from && setPeriod({ ...period, from })}
        />
        <TextField
          label="To"
          type="date"
          value={period.to}
          onChange={(to) => to && setPeriod({ ...period, to })}
          error={period.to < period.from ? 'Choose a later last day.' : undefined}
        />
      </div>
      <a className="btn btn-2" href={addressOf('exportSalesTax', period)} download>
        Download CSV
      </a>
    </section>
  )
}

function quarterBefore(today: CalendarDate) {
  const month = Number(today.slice(5, 7))
  const begun = addMonths(`${today.slice(0, 7)}-01`, -((month - 1) % 3))
  return { from: addMonths(begun, -3), to: addDays(begun, -1) }
}
