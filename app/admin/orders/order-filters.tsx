import { useEffect, useState } from 'react'
import { orderStatuses } from '../../../domain/order.ts'
import { plans } from '../../../domain/plan.ts'
import type { useOrderFilters } from './use-order-filters.ts'

/** Milliseconds after the last key before the search is sent. */
const pause = 250

/** The search and the filters above the list. */
export function OrderFilters({ list }: { list: ReturnType<typeof useOrderFilters> }) {
  return (
    <search className="adm-tools order-filters">
      <Search value={list.value('search')} onChange={(value) => list.choose('search', value)} />
      <Choice
        label="Status"
        every="Every status"
        options={orderStatuses.map((each) => [each, each])}
        {...of('status')}
      />
      <Choice
        label="For whom"
        every="Self and gift"
        options={[
          ['gift', 'Gifts'],
          ['self', 'Self'],
        ]}
        {...of('recipientType')}
      />
      <Choice
        label="Plan"
        every="Every plan"
        options={plans.map(({ id, name }) => [id, name])}
        {...of('plan')}
      />
      <Day label="From" {...of('from')} />
      <Day label="To" {...of('to')} />
      {list.isFiltered && (
        <button className="text-btn" type="button" onClick={list.clear}>
          Show all
        </button>
      )}
    </search>
  )

  function of(key: Parameters<typeof list.choose>[0]) {
    return { value: list.value(key), onChange: (value: string) => list.choose(key, value) }
  }
}

type FieldProps = { value: string; onChange: (value: string) => void }

function Search({ value, onChange }: FieldProps) {
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  // The address changed by itself: "back", or "Show all".
  if (value !== sent) {
    setSent(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === sent) return
    const timer = setTimeout(() => {
      setSent(typed.trim())
      onChange(typed.trim())
    }, pause)
    return () => clearTimeout(timer)
  })
  return (
    <label className="order-search">
      <span className="sr">Find an order</span>
      <input
        className="input"
        type="search"
        placeholder="Order, name or email"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  )
}

type ChoiceProps = FieldProps & { label: string; every: string; options: (readonly [string, string])[] }

function Choice({ label, every, options, value, onChange }: ChoiceProps) {
  return (
    <label>
      <span className="sr">{label}</span>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{every}</option>
        {options.map(([id, words]) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

function Day({ label, value, onChange }: FieldProps & { label: string }) {
  return (
    <label className="order-day">
      <span className="quiet">{label}</span>
      <input className="input" type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  )
}
