import { useState } from 'react'
import { addDays, addMonths, type CalendarDate } from '../../../domain/calendar-date.ts'
import { TextField } from '../../ui/text-field.tsx'
import { addressOf } from '../client/use-admin.ts'

/** The figures of a tax return, by state, as a file. It begins with the quarter before. */
export function ReportForm({ today }: { today: CalendarDate }) {
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
