import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminSent } from '../../../domain/admin/contracts.ts'
import { formatCount } from '../../../domain/count.ts'
import { TextField } from '../../ui/text-field.tsx'
import { toastFailedChange, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { SubmitDialog } from '../ui/dialogs.tsx'

/** Larger counts show as "1,000+". */
const mostCounted = 1_000
const address = '/api/admin/order-searches'

type Filters = AdminSent<'saveOrderSearch'>['filters']

/** The staff's saved views with their current counts, and a way to save this one. */
export function SavedViews({ filters }: { filters: Filters }) {
  const staff = useStaff()
  const { data } = useAdmin('listOrderSearches', {})
  const [isNaming, setNaming] = useState(false)
  const remove = useChange('deleteOrderSearch', { changes: [address], onError: toastFailedChange })
  const searches = data?.searches ?? []
  const here = sameAs(filters)
  const current = searches.find((each) => sameAs(each.filters) === here)
  const canSave = staff.may('saveOrderSearch') && Object.keys(filters).length > 0 && !current
  if (searches.length === 0 && !canSave) return null
  return (
    <nav className="order-views" aria-label="Saved views">
      {searches.map(({ id, name, filters: kept, orders }) => (
        <Link
          key={id}
          className="order-view"
          aria-current={id === current?.id ? 'page' : undefined}
          to={`/admin?${new URLSearchParams(kept as Record<string, string>)}`}
        >
          {name}
          <span className="num quiet">
            {formatCount(orders)}
            {orders >= mostCounted && '+'}
          </span>
        </Link>
      ))}
      {canSave && (
        <button className="text-btn" type="button" onClick={() => setNaming(true)}>
          Save this view
        </button>
      )}
      {current && staff.may('deleteOrderSearch') && (
        <button className="text-btn" type="button" onClick={() => remove.mutate({ searchId: current.id })}>
          Delete this view
        </button>
      )}
      {isNaming && (
        <NameDialog
          filters={filters}
          names={searches.map(({ name }) => name)}
          onClose={() => setNaming(false)}
        />
      )}
    </nav>
  )
}

const sameAs = (filters: Filters) =>
  JSON.stringify(
    Object.entries(filters)
      .filter(([, value]) => value)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

type NameDialogProps = { filters: Filters; names: string[]; onClose: () => void }

function NameDialog({ filters, names, onClose }: NameDialogProps) {
  const [name, setName] = useState('')
  const taken = names.find((each) => each.toLowerCase() === name.trim().toLowerCase())
  const save = useChange('saveOrderSearch', {
    changes: [address],
    onSuccess: onClose,
    onError: toastFailedChange,
  })
  return (
    <SubmitDialog
      title="Save this view"
      action={taken ? 'Replace it' : 'Save view'}
      isBusy={save.isPending}
      isBlocked={name.trim() === ''}
      onSubmit={() => save.mutate({ name, filters })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={40}
        autoFocus
        hint="Everyone on staff sees it."
      />
      <p role="status">{taken && `There’s a view named ${taken}. This one takes its place.`}</p>
    </SubmitDialog>
  )
}
