import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { BoxView } from '../../../domain/admin/curation-calls.ts'
import { trackingOf } from '../../../domain/tracking.ts'
import { useChange } from '../use-admin.ts'
import { dropAddresses } from './drop-addresses.ts'
import { tellFailure } from './told.ts'

export const shipHead = ['For', 'Belt', 'Reference', 'Order', 'Tracking', '']

/** One parcel: its number to be typed, corrected or followed, and whether it has arrived. */
export function ShipRow({ box, drop, canShip }: { box: BoxView; drop: string; canShip: boolean }) {
  const { id, name, belt, size, reference, orderId, orderNumber, state, isGift } = box
  const deliver = useChange('deliverBox', { changes: dropAddresses, onError: tellFailure })
  return (
    <>
      <td data-l="For">
        <span>
          {name}
          {isGift && <small>Gift</small>}
        </span>
      </td>
      <td data-l="Belt">
        <span>
          {belt?.name}
          <small>Size {size}</small>
        </span>
      </td>
      <td data-l="Reference">
        <Link className="num" to={`/admin/drops/${drop}/slips?box=${id}`} title="Its packing slip">
          {reference}
        </Link>
      </td>
      <td data-l="Order">
        <Link className="num" to={`/admin/orders/${orderId}`}>
          {orderNumber}
        </Link>
      </td>
      <td data-l="Tracking">
        <Tracking key={box.trackingNumber} box={box} canShip={canShip} />
      </td>
      <td className="r">
        {state === 'shipped' && canShip && (
          <button
            className="text-btn"
            type="button"
            disabled={deliver.isPending}
            onClick={() => deliver.mutate({ boxId: id })}
          >
            Delivered<span className="sr">: the parcel for {name}</span>
          </button>
        )}
      </td>
    </>
  )
}

function Tracking({ box, canShip }: { box: BoxView; canShip: boolean }) {
  const { id, name, state, trackingNumber } = box
  const [typed, setTyped] = useState<string | null>(state === 'packed' ? '' : null)
  const ship = useChange('shipBox', { changes: dropAddresses, onError: tellFailure })
  const tracking = trackingNumber ? trackingOf(trackingNumber) : null
  if (typed === null || !canShip) {
    return (
      <span className="num">
        {tracking ? (
          <a href={tracking.link} target="_blank" rel="noreferrer">
            {trackingNumber}
          </a>
        ) : (
          (trackingNumber ?? 'None yet')
        )}{' '}
        {canShip && (
          <button
            className="text-btn"
            type="button"
            aria-label={`Correct the tracking number of ${name}`}
            onClick={() => setTyped(trackingNumber ?? '')}
          >
            Correct
          </button>
        )}
      </span>
    )
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed?.trim()) ship.mutate({ boxId: id, trackingNumber: typed.trim() })
  }
  return (
    <form className="adm-tools track" onSubmit={submit}>
      <input
        className="input"
        aria-label={`Tracking number of ${name}`}
        placeholder="Type its number"
        value={typed}
        maxLength={60}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed.trim() !== '' && (
        <button className="btn btn-2" type="submit" disabled={ship.isPending}>
          {state === 'packed' ? 'Ship' : 'Save'}
        </button>
      )}
    </form>
  )
}
