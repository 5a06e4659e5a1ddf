import { orderStatuses } from '../../../domain/order.ts'
import { useShop } from '../../layout/use-shop.ts'
import { SearchField } from '../search-field.tsx'
import type { useOrderFilters } from './use-order-filters.ts'

/** The search and the filters above the list. */
export function OrderFilters({ list }: { list: ReturnType<typeof useOrderFilters> }) {
  const { plans } = useShop()
  return (
    <search className="adm-tools order-filters">
      <SearchField
        label="Find an order"
        placeholder="Order, name or email"
        value={list.value('search')}
        onChange={(value) => list.choose('search', value)}
      />
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
