import { type KeyboardEvent, useRef, useState } from 'react'
import { addDays, addMonths, type CalendarDate, formatDate, monthName } from '../../domain/calendar-date.ts'
import { Icon } from '../ui/icons.tsx'
import './month-calendar.css'

type MonthCalendarProps = {
  label: string
  value: CalendarDate | ''
  /** the first day that can be chosen */
  first: CalendarDate
  onChange: (day: CalendarDate) => void
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** How far each key moves; all other keys are left to the browser. */
const moves: Record<string, (day: CalendarDate) => CalendarDate> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}

/** A month's days below a date field that shows the same date. Only one day is a tab stop. */
export function MonthCalendar({ label, value, first, onChange }: MonthCalendarProps) {
  const table = useRef<HTMLTableElement>(null)
  // The day in view, until the field changes.
  const [looked, setLooked] = useState({ at: value, day: value || first })
  const day = looked.at === value ? looked.day : value >= first ? value : looked.day
  const at = day < first ? first : day
  const [year, month] = [Number(at.slice(0, 4)), Number(at.slice(5, 7))]
  const look = (to: CalendarDate) => setLooked({ at: value, day: isOut(to) ? at : to < first ? first : to })
  const monthAfter = (by: number) => addMonths(`${at.slice(0, 7)}-01`, by)

  function onKeyDown(event: KeyboardEvent) {
    const move = moves[event.key]
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    look(move(at))
    // After the other month has rendered.
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus())
  }

  const turn = (by: -1 | 1, icon: 'left' | 'right') => {
    const to = monthAfter(by)
    const isOver = isOut(to) || to.slice(0, 7) < first.slice(0, 7)
    return (
      <button
        className="icon-btn"
        type="button"
        aria-label={titleOf(to)}
        disabled={isOver}
        onClick={() => look(to)}
      >
        <Icon name={icon} />
      </button>
    )
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: screen readers would announce a nested fieldset with each day
    <div className="cal" role="group" aria-label={label}>
      <div className="cal-top">
        {turn(-1, 'left')}
        <span aria-live="polite">{`${monthName(month)} ${year}`}</span>
        {turn(1, 'right')}
      </div>
      <table ref={table} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map(({ from, days }) => (
            <tr key={from}>
              {days.map((each, column) => (
                <td key={weekdays[column]}>
                  {each && (
                    <button
                      type="button"
                      aria-pressed={each === value}
                      aria-label={each < first ? `${formatDate(each)}, has passed` : formatDate(each)}
                      disabled={each < first}
                      tabIndex={each === at ? 0 : -1}
                      onClick={() => {
                        setLooked({ at: each, day: each })
                        onChange(each)
                      }}
                    >
                      {Number(each.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

// A five-digit year isn't a CalendarDate.
const isOut = (day: CalendarDate) => day.length > 10

const weekdayOf = (day: CalendarDate) => new Date(`${day}T00:00:00Z`).getUTCDay()

const titleOf = (day: CalendarDate) => `${monthName(Number(day.slice(5, 7)))} ${day.slice(0, 4)}`

/** Always six weeks, so that changing the month moves nothing below it. */
function weeksOf(day: CalendarDate): { from: CalendarDate; days: (CalendarDate | null)[] }[] {
  const month = day.slice(0, 7)
  const start = `${month}-01`
  return [0, 7, 14, 21, 28, 35].map((week) => {
    const from = addDays(start, week - weekdayOf(start))
    const days = weekdays.map((_, column) => addDays(from, column))
    return { from, days: days.map((each) => (each.startsWith(month) ? each : null)) }
  })
}
