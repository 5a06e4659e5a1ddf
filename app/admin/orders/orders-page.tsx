import { useState } from 'react'
import { Link } from 'react-router'
import { counted } from '../../../domain/count.ts'
import { useAdmin, useStaff } from '../client/use-admin.ts'
import { useSearch } from '../client/use-search.ts'
import { FilterSelect, SearchField } from '../ui/fields.tsx'
import { ListState, ScreenHead } from '../ui/screen.tsx'
import { OrderTable } from './order-table.tsx'
import './orders.css'
import './order-list.css'
import type { AdminSent } from '../../../domain/admin/contracts.ts'
import { orderStatuses } from '../../../domain/order.ts'
import { useShop } from '../../shop/use-shop.ts'
import { Download } from '../ui/download.tsx'
import { SavedViews } from './saved-views.tsx'
import { SelectionBar } from './selection-bar.tsx'

const filterKeys = ['search', 'status', 'recipientType', 'plan', 'tag', 'from', 'to'] as const
type Key = (typeof filterKeys)[number]

/** The list's filters and page, kept in the URL, so that links, reloads and Back restore them. */
function useOrderFilters() {
  const [params, setPart] = useSearch()
  const read = (keys: readonly string[]) =>
    Object.fromEntries(keys.flatMap((key) => (params.get(key) ? [[key, params.get(key)]] : [])))
  const filters = read(filterKeys) as AdminSent<'exportOrders'>

  /** The query string of another page; null: the first. */
  function pageAt(cursor: string | null): string {
    const next = new URLSearchParams(params)
    if (cursor) next.set('cursor', cursor)
    else next.delete('cursor')
    return `?${next}`
  }

  return {
    filters,
    input: read([...filterKeys, 'cursor']) as AdminSent<'listOrders'>,
    isFiltered: Object.keys(filters).length > 0,
    isFirst: !params.has('cursor'),
    value: (key: Key) => params.get(key) ?? '',
    /** A new filter starts at the first page. */
    choose: (key: Key, value: string) => setPart(key, value, ['cursor', '']),
    clear: () => setPart('cursor', '', ...filterKeys.map((key): [string, string] => [key, ''])),
    pageAt,
  }
}

/** All orders newest first, with a total count and a gift count (spec §2 "Orders"). */
export default function OrdersPage() {
  const staff = useStaff()
  const list = useOrderFilters()
  const orders = useAdmin('listOrders', list.input, { keeps: true })
  const known = orders.data
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (ids: string[], isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      for (const id of ids) isChosen ? after.add(id) : after.delete(id)
      return after
    })
  // Actions never apply to orders that are no longer shown.
  const selected = (known?.orders ?? []).filter(({ id }) => chosen.has(id))
  return (
    <>
      <ScreenHead
        title="Orders"
        status={
          known ? `${counted(known.total, 'order')}, ${counted(known.gifts, 'gift')}, newest first` : null
        }
      >
        <div className="adm-tools">
          {staff.may('createManualOrder') && (
            <Link className="btn btn-ink" to="/admin/orders/new">
              New order
            </Link>
          )}
          {staff.may('exportOrders') && (
            <Download of="exportOrders" input={list.filters}>
              Export CSV
            </Download>
          )}
        </div>
        <OrderFilters list={list} />
      </ScreenHead>
      <SavedViews filters={list.filters} />
      {selected.length > 0 && <SelectionBar orders={selected} onChoose={(ids) => setChosen(new Set(ids))} />}
      <ListState
        keeps
        query={orders}
        empty={(data) =>
          data.orders.length > 0 ? null : list.isFiltered ? (
            <>
              <p>No orders match.</p>
              <button className="btn btn-2" type="button" onClick={list.clear}>
                Show all
              </button>
            </>
          ) : (
            <>
              <p>No orders yet. The first one shows up here the moment it’s paid for.</p>
              {staff.may('readSetup') && (
                <Link className="btn btn-2" to="/admin/setup">
                  See what’s left to set up
                </Link>
              )}
            </>
          )
        }
      >
        {(data) => <OrderTable orders={data.orders} chosen={chosen} onChoose={choose} />}
      </ListState>
      {(known?.nextCursor || !list.isFirst) && (
        <nav className="pager" aria-label="Pages">
          {list.isFirst ? <span /> : <Link to={list.pageAt(null)}>Newest</Link>}
          {known?.nextCursor && <Link to={list.pageAt(known.nextCursor)}>Older</Link>}
        </nav>
      )}
    </>
  )
}

/** The search and the filters above the list. */
function OrderFilters({ list }: { list: ReturnType<typeof useOrderFilters> }) {
  const { plans } = useShop()
  const { data } = useAdmin('listOrderTags', {})
  return (
    <search className="adm-tools order-filters">
      <SearchField
        label="Find an order"
        placeholder="Order, name, email, city, street, ZIP or tracking"
        value={list.value('search')}
        onChange={(value) => list.choose('search', value)}
      />
      <FilterSelect
        label="Status"
        every="Every status"
        options={orderStatuses.map((each) => [each, each])}
        {...of('status')}
      />
      <FilterSelect
        label="For whom"
        every="Self and gift"
        options={[
          ['gift', 'Gifts'],
          ['self', 'Self'],
        ]}
        {...of('recipientType')}
      />
      <FilterSelect
        label="Plan"
        every="Every plan"
        options={plans.map(({ id, name }) => [id, name])}
        {...of('plan')}
      />
      {data && data.tags.length > 0 && (
        <FilterSelect
          label="Tag"
          every="Every tag"
          options={data.tags.map((each) => [each, each])}
          {...of('tag')}
        />
      )}
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

function Day({ label, value, onChange }: FieldProps & { label: string }) {
  return (
    <label className="order-day">
      <span className="quiet">{label}</span>
      <input className="input" type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  )
}
