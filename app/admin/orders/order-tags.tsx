import { useState } from 'react'
import { Link } from 'react-router'
import type { OrderView } from '../../../domain/admin/order-views.ts'
import { toastFailedChange, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { SubmitDialog } from '../ui/dialogs.tsx'
import { type BulkDialogProps, orderAddresses } from './use-order-change.ts'

/** An order's tags; each links to all orders with that tag. */
export function OrderTags({ order }: { order: OrderView }) {
  const staff = useStaff()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (order.tags.length === 0 && !staff.may('tagOrders')) return null
  return (
    <span className="order-tags">
      {order.tags.map((tag) => (
        <Link key={tag} className="order-tag" to={`/admin?tag=${encodeURIComponent(tag)}`}>
          {tag}
        </Link>
      ))}
      {staff.may('tagOrders') && (
        <button className="text-btn" type="button" onClick={() => setOpen(true)}>
          {order.tags.length > 0 ? 'Change tags' : 'Add a tag'}
        </button>
      )}
      {isOpen && <TagOrdersDialog orders={[order]} onDone={close} onClose={close} />}
    </span>
  )
}

/** Edits the tags of the selected orders: removes existing ones, adds a new one. */
export function TagOrdersDialog({ orders, onDone, onClose }: BulkDialogProps) {
  const known = useAdmin('listOrderTags', {})
  const [typed, setTyped] = useState('')
  const [gone, setGone] = useState<string[]>([])
  const change = useChange('tagOrders', {
    changes: [...orderAddresses, '/api/admin/order-tags', '/api/admin/order-searches'],
    onSuccess: (outcome) => onDone(outcome, 'Tags changed'),
    onError: toastFailedChange,
  })
  const own = [...new Set(orders.flatMap(({ tags }) => tags))].sort()
  const add = typed
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  const isNothing = add.length === 0 && gone.length === 0
  return (
    <SubmitDialog
      title={`Tags of ${orders.length === 1 ? orders[0]?.orderNumber : `${orders.length} orders`}`}
      action="Save tags"
      isBlocked={isNothing || change.isPending}
      onSubmit={() => change.mutate({ orderIds: orders.map(({ id }) => id), add, remove: gone })}
      onClose={onClose}
    >
      {own.length > 0 && (
        <fieldset className="order-tag-list">
          <legend className="label">Take off</legend>
          {own.map((tag) => (
            <label key={tag}>
              <input
                type="checkbox"
                checked={gone.includes(tag)}
                onChange={() =>
                  setGone((before) =>
                    before.includes(tag) ? before.filter((each) => each !== tag) : [...before, tag],
                  )
                }
              />
              {tag}
            </label>
          ))}
        </fieldset>
      )}
      <label className="field">
        <span className="label">Add, with commas between</span>
        <input
          className="input"
          list="known-tags"
          maxLength={120}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <datalist id="known-tags">
          {known.data?.tags.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </label>
    </SubmitDialog>
  )
}
