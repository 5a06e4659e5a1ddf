import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { BoxView, boxFilters } from '../../../domain/admin/curation-contracts.ts'
import { counted, formatCount } from '../../../domain/count.ts'
import { oddTracking, trackingOf } from '../../../domain/tracking.ts'
import { ApiError } from '../../browser/call-api.ts'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, useAdmin, useChange, useStaff } from '../client/use-admin.ts'
import { AskDialog } from '../ui/dialogs.tsx'
import { RecordOf } from '../ui/track-record.tsx'
import { BoxTable } from './box-table.tsx'
import { FileImport } from './file-import.tsx'
import { dropAddresses, useDrop } from './use-drop.ts'

const shipHead = ['For', 'Belt', 'Reference', 'Order', 'Tracking', '']

/** Takes one box back, to change its size or address. */
function Unpack({ drop, id, name }: { drop: string; id: string; name: string }) {
  const [isAsked, setAsked] = useState(false)
  const unpack = useChange('unpackBoxes', {
    changes: dropAddresses,
    onSuccess: ({ unpacked }) =>
      unpacked === 1
        ? showToast({ title: 'Unpacked', description: 'Its belt is back in stock.' })
        : showToast({
            title: 'Not unpacked',
            description: 'Someone shipped or unpacked it before you.',
            destructive: true,
          }),
    onError: toastFailedChange,
  })
  return (
    <>
      <button className="text-btn" type="button" onClick={() => setAsked(true)}>
        Unpack<span className="sr">: the box for {name}</span>
      </button>
      {isAsked && (
        <AskDialog
          title={`Unpack the box for ${name}?`}
          action="Unpack it"
          isBusy={unpack.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => unpack.mutate({ drop, boxIds: [id] }, { onSettled: () => setAsked(false) })}
        >
          <p>
            It keeps its belt, and you can change its size or address again. Throw out its slip and label,
            then pack it again. We’ll ask the carrier to refund postage bought here.
          </p>
        </AskDialog>
      )}
    </>
  )
}

type ShipRowProps = { box: BoxView; drop: string; canShip: boolean; canUnpack: boolean }

/** A package: its tracking number, to enter or correct; marked as delivered, or unpacked again. */
function ShipRow({ box, drop, canShip, canUnpack }: ShipRowProps) {
  const { id, name, belt, size, reference, orderId, orderNumber, state, isGift } = box
  const deliver = useChange('deliverBox', { changes: dropAddresses, onError: toastFailedChange })
  const undo = useChange('undeliverBox', { changes: dropAddresses, onError: toastFailedChange })
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
            Delivered<span className="sr">: the package for {name}</span>
          </button>
        )}
        {state === 'delivered' && canShip && (
          <button
            className="text-btn"
            type="button"
            disabled={undo.isPending}
            onClick={() => undo.mutate({ boxId: id })}
          >
            Not delivered<span className="sr">: the package for {name}</span>
          </button>
        )}
        {state === 'packed' && canUnpack && <Unpack drop={drop} id={id} name={name} />}
      </td>
    </>
  )
}

function Tracking({ box, canShip }: { box: BoxView; canShip: boolean }) {
  const { id, orderId, name, state, trackingNumber } = box
  const [typed, setTyped] = useState<string | null>(state === 'packed' ? '' : null)
  const [doubt, setDoubt] = useState<string | null>(null)
  const [isShared, setShared] = useState(false)
  const own = useRef<HTMLFormElement>(null)
  const next = useRef<HTMLElement | null>(null)
  function question(sentence: string) {
    setDoubt(sentence)
    // The next scan replaces it.
    own.current?.querySelector('input')?.select()
  }
  const ship = useChange('shipBox', {
    changes: dropAddresses,
    onSuccess: () => {
      // The row leaves the list, with the focus: the next scan goes into the next one.
      const { activeElement } = document
      if (activeElement === document.body || own.current?.contains(activeElement)) next.current?.focus()
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.details.shared)) return toastFailedChange(error)
      question(error.sentence ?? '')
      setShared(true)
    },
  })
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
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const number = typed?.trim()
    if (!number) return
    const odd = oddTracking(number)
    if (odd && !doubt) return question(odd)
    next.current = fieldAfter(event.currentTarget)
    ship.mutate({ boxId: id, trackingNumber: number, ...(isShared ? { isShared } : {}) })
  }
  return (
    <form ref={own} className="adm-tools track" onSubmit={submit}>
      <input
        className="input"
        aria-label={`Tracking number of ${name}`}
        placeholder="Tracking number"
        value={typed}
        maxLength={60}
        onChange={(event) => {
          setTyped(event.target.value)
          setDoubt(null)
          setShared(false)
        }}
      />
      {typed.trim() !== '' && (
        <button className="btn btn-2" type="submit" disabled={ship.isPending}>
          {state === 'packed' ? 'Ship' : 'Save'}
          {doubt && ' anyway'}
        </button>
      )}
      {typed.trim() !== '' && state === 'packed' && <RecordOf orderId={orderId} />}
      {doubt && (
        <small className="err" role="alert">
          {doubt}
        </small>
      )}
    </form>
  )
}

/** The tracking number field of the row below, or above at the end. */
function fieldAfter(form: HTMLFormElement): HTMLElement | null {
  const forms = [...(form.closest('table')?.querySelectorAll('form.track') ?? [])]
  const place = forms.indexOf(form)
  return (forms[place + 1] ?? forms[place - 1])?.querySelector('input') ?? null
}

const shown = [
  { filter: 'packed', label: 'Packed', empty: 'No box is waiting for a tracking number.' },
  { filter: 'shipped', label: 'Shipped', empty: 'No boxes are on their way.' },
  { filter: 'delivered', label: 'Delivered', empty: 'Nothing has arrived yet.' },
] as const satisfies { filter: (typeof boxFilters)[number]; label: string; empty: string }[]

/** The pause in typing, in milliseconds, before the search is sent. */
const pause = 250

/** Step 5: tracking numbers by file or by hand; each member gets an email that the belt has shipped. */
export default function ShipPage() {
  const { drop, boxes } = useDrop()
  const staff = useStaff()
  const [filter, setFilter] = useState<(typeof shown)[number]['filter']>('packed')
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  const list = shown.find((each) => each.filter === filter)!
  return (
    <div className="drop-step">
      <ShipLabelled drop={drop.drop} />
      {staff.may('importTracking') && (
        <div className="ship-files">
          <FileImport
            drop={drop.drop}
            title="Tracking numbers"
            hint="The file you get back from Pirate Ship, ShipStation or your carrier. It needs a Tracking Number column, and Box Reference or Order Number beside it."
            calls={{ preview: 'previewTracking', load: 'importTracking' }}
            action={(count) => `Ship ${count} and email ${count === '1 box' ? 'the member' : 'the members'}`}
            done={(count) => `${count} shipped, and we’re emailing the tracking numbers.`}
          />
          <FileImport
            drop={drop.drop}
            title="Deliveries"
            hint="A file with a Tracking Number or Box Reference column. If it has a Status column, only lines that say delivered count."
            calls={{ preview: 'previewDelivered', load: 'importDelivered' }}
            action={(count) => `Mark ${count} as delivered`}
            done={(count) => `${count} marked as delivered.`}
          />
        </div>
      )}
      <section aria-labelledby="parcels">
        <div className="drop-head">
          <h2 id="parcels">Packages</h2>
          <search className="adm-tools">
            {shown.map((each) => (
              <button
                key={each.filter}
                className={each.filter === filter ? 'btn btn-ink' : 'btn btn-2'}
                type="button"
                aria-pressed={each.filter === filter}
                onClick={() => setFilter(each.filter)}
              >
                {each.label} <span className="num">{formatCount(boxes[each.filter])}</span>
              </button>
            ))}
            <input
              className="input"
              type="search"
              aria-label="Name, order, reference or tracking number"
              placeholder="Find a package"
              value={typed}
              maxLength={100}
              onChange={(event) => setTyped(event.target.value)}
            />
          </search>
        </div>
        <BoxTable
          key={filter}
          drop={drop.drop}
          filter={filter}
          search={search}
          head={shipHead}
          empty={list.empty}
          row={(box) => (
            <ShipRow
              {...{ box, drop: drop.drop }}
              canShip={staff.may('shipBox')}
              canUnpack={staff.may('unpackBoxes')}
            />
          )}
        />
      </section>
    </div>
  )
}

/** Marks every box with a label bought here as shipped, with its tracking number. */
function ShipLabelled({ drop }: { drop: string }) {
  const staff = useStaff()
  const { data } = useAdmin('readDropLabels', { drop })
  const [isAsked, setAsked] = useState(false)
  const ship = useChange('shipLabelled', {
    changes: dropAddresses,
    onSuccess: ({ shipped }) => {
      setAsked(false)
      if (shipped === 0)
        return showToast({ title: 'Nothing left to ship', description: 'Someone shipped them before you.' })
      showToast({ title: 'Shipped', description: `${shipped} shipped, and the emails are on their way.` })
    },
    onError: (error) => {
      setAsked(false)
      toastFailedChange(error)
    },
  })
  const bought = data?.bought ?? 0
  if (!staff.may('shipLabelled') || bought === 0) return null
  const boxes = counted(bought, 'box', 'boxes')
  return (
    <section className="panel" aria-labelledby="labelled">
      <div className="drop-head">
        <h2 id="labelled">{boxes} with a label</h2>
        <button className="btn btn-1" type="button" onClick={() => setAsked(true)}>
          Ship {boxes}
        </button>
      </div>
      <p className="quiet">
        We already have their tracking numbers. Press this once the carrier has the boxes, and members get
        their emails right away.
      </p>
      {isAsked && (
        <AskDialog
          title={`Has the carrier picked up ${boxes}?`}
          action={`Ship ${boxes}`}
          isBusy={ship.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => ship.mutate({ drop })}
        >
          <p>
            {bought === 1 ? 'Its member gets' : 'Members get'} the tracking number by email right away. You
            can’t take that back.
          </p>
        </AskDialog>
      )}
    </section>
  )
}
