import { showToast } from '../../ui/toast-store.ts'
import { useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { dropAddresses, toastError } from './use-drop.ts'

/** Marks every box whose label was bought here as shipped, each with its tracking number. */
export function ShipLabelled({ drop }: { drop: string }) {
  const staff = useStaff()
  const { data } = useAdmin('readDropLabels', { drop })
  const ship = useChange('shipLabelled', {
    changes: dropAddresses,
    onSuccess: ({ shipped }) =>
      showToast({ title: 'Shipped', description: `${shipped} shipped, and the emails are on their way.` }),
    onError: toastError,
  })
  const bought = data?.bought ?? 0
  if (!staff.may('shipLabelled') || bought === 0) return null
  const boxes = bought === 1 ? '1 box' : `${bought.toLocaleString('en-US')} boxes`
  return (
    <section className="panel" aria-labelledby="labelled">
      <div className="drop-head">
        <h2 id="labelled">{boxes} with a label</h2>
        <button
          className="btn btn-1"
          type="button"
          disabled={ship.isPending}
          onClick={() => ship.mutate({ drop })}
        >
          Ship {boxes}
        </button>
      </div>
      <p className="quiet">
        We already have their tracking numbers. Press this once the carrier has the boxes, and members get
        their emails right away.
      </p>
    </section>
  )
}
