import { useEffect, useState } from 'react'
import type { boxFilters } from '../../../domain/admin/curation-calls.ts'
import { useStaff } from '../use-staff.ts'
import { BoxTable } from './box-table.tsx'
import { FileImport } from './file-import.tsx'
import { ShipRow, shipHead } from './ship-row.tsx'
import { useDrop } from './use-drop.ts'

const shown = [
  { filter: 'packed', label: 'Packed', empty: 'No box waits for its tracking number.' },
  { filter: 'shipped', label: 'Shipped', empty: 'No box is on its way.' },
  { filter: 'delivered', label: 'Delivered', empty: 'No box has arrived yet.' },
] as const satisfies { filter: (typeof boxFilters)[number]; label: string; empty: string }[]

/** Milliseconds after the last key before the search is sent. */
const pause = 250

/** Step 5: tracking numbers by file or by hand; each member hears that the belt is on its way. */
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
      {staff.may('importTracking') && (
        <div className="ship-files">
          <FileImport
            drop={drop.drop}
            title="Tracking numbers"
            hint="The file that your carrier’s tool made of the labels: a column Box Reference (or Order Number) and a column Tracking Number."
            calls={{ preview: 'previewTracking', load: 'importTracking' }}
            action={(count) => `Ship ${count} and tell ${count === '1 box' ? 'its member' : 'their members'}`}
            done={(count) => `${count} shipped; the mails are on their way.`}
          />
          <FileImport
            drop={drop.drop}
            title="Deliveries"
            hint="A file with a column Tracking Number (or Box Reference); with a column Status, only lines that say delivered count."
            calls={{ preview: 'previewDelivered', load: 'importDelivered' }}
            action={(count) => `Mark ${count} as delivered`}
            done={(count) => `${count} marked as delivered.`}
          />
        </div>
      )}
      <section aria-labelledby="parcels">
        <div className="drop-head">
          <h2 id="parcels">Parcels</h2>
          <search className="adm-tools">
            {shown.map((each) => (
              <button
                key={each.filter}
                className={each.filter === filter ? 'btn btn-ink' : 'btn btn-2'}
                type="button"
                aria-pressed={each.filter === filter}
                onClick={() => setFilter(each.filter)}
              >
                {each.label} <span className="num">{boxes[each.filter].toLocaleString('en-US')}</span>
              </button>
            ))}
            <input
              className="input"
              type="search"
              aria-label="Name, order, reference or tracking number"
              placeholder="Find a parcel"
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
          row={(box) => <ShipRow box={box} drop={drop.drop} canShip={staff.may('shipBox')} />}
        />
      </section>
    </div>
  )
}
