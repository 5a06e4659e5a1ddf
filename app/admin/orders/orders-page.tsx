import { Link } from 'react-router'
import { formatCount } from '../../../domain/count.ts'
import { addressOf } from '../call-admin.ts'
import { ListState } from '../list-state.tsx'
import { useAdmin } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'
import { OrderFilters } from './order-filters.tsx'
import { OrderTable } from './order-table.tsx'
import './orders.css'
import { useOrderFilters } from './use-order-filters.ts'

/** All orders newest first, with a total count and a gift count (spec §2 "Orders"). */
export default function OrdersPage() {
  const staff = useStaff()
  const list = useOrderFilters()
  const orders = useAdmin('listOrders', list.input, { keeps: true })
  const known = orders.data
  return (
    <>
      <div className="adm-bar">
        <div>
          <h1>Orders</h1>
          <p className="quiet num" role="status">
            {known ? `${counted(known.total, 'order')}, ${counted(known.gifts, 'gift')}, newest first` : ' '}
          </p>
        </div>
        {staff.may('exportOrders') && (
          <a className="btn btn-2" href={addressOf('exportOrders', list.filters)} download>
            Export CSV
          </a>
        )}
        <OrderFilters list={list} />
      </div>
      <ListState
        keeps
        query={orders}
        empty={(data) =>
          data.orders.length > 0 ? null : list.isFiltered ? (
            <>
              <p>No order fits.</p>
              <button className="btn btn-2" type="button" onClick={list.clear}>
                Show all
              </button>
            </>
          ) : (
            'There are no orders yet. The first one shows up here the moment it is paid.'
          )
        }
      >
        {(data) => <OrderTable orders={data.orders} />}
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

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
