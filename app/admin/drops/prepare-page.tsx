import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { DropBelt, DropView } from '../../../domain/admin/drop-contracts.ts'
import { type Style, styleNames } from '../../../domain/belt.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { CopyBelts } from '../belts/copy-belts.tsx'
import { sentenceOf, useStaff } from '../client/use-admin.ts'
import { useSaveOver } from '../ui/use-save-over.tsx'
import { dropAddresses, useDrop } from './use-drop.ts'

/** Step 1: a drop's dates, its belts, and the stock per size. */
export default function PreparePage() {
  const { drop, belts } = useDrop()
  const staff = useStaff()
  return (
    <div className="drop-step">
      <DropDays key={`${drop.cutOffDay} ${drop.shipBy}`} drop={drop} canEdit={staff.may('updateDrop')} />
      <section aria-labelledby="drop-belts">
        <div className="drop-head">
          <h2 id="drop-belts">{dropTitle(drop.drop)} belts</h2>
          <div className="adm-tools">
            {staff.may('setStock') && belts.length > 0 && (
              <Link className="btn btn-2" to={`/admin/belts/stock?drop=${drop.drop}`}>
                Set stock
              </Link>
            )}
            {staff.may('copyBelts') && drop.isCreated && <CopyBelts drop={drop.drop} />}
            {staff.may('createBelt') && drop.isCreated && (
              <Link className="btn btn-2" to={`/admin/belts/new?drop=${drop.drop}`}>
                Add a belt
              </Link>
            )}
          </div>
        </div>
        {belts.length === 0 ? (
          <p className="panel list-wait">
            {drop.isCreated
              ? 'No belts for this month yet. Copy another month’s, or add one. Without any, boxes get what’s left from earlier drops.'
              : 'Start with “Prepare this month” above. Then copy another month’s belts, or add new ones.'}
          </p>
        ) : (
          <BeltTable belts={belts} />
        )}
      </section>
    </div>
  )
}

function BeltTable({ belts }: { belts: DropBelt[] }) {
  const sizes = [...new Set(belts.flatMap((belt) => belt.sizes.map(({ size }) => size)))].sort()
  return (
    <div className="t-wrap">
      <table className="grid-t drop-belts">
        <thead>
          <tr>
            <th scope="col">Belt</th>
            {sizes.map((size) => (
              <th key={size} scope="col" className="r">
                {size}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {belts.map((belt) => (
            <tr key={belt.id}>
              <th scope="row">
                <Link to={`/admin/belts/${belt.id}`}>{belt.name}</Link>
                <small>
                  {styleNames[belt.style as Style]} · {belt.gender === 'male' ? 'men' : 'women'}
                  {belt.isActive ? '' : ' · hidden'}
                </small>
              </th>
              {sizes.map((size) => {
                const place = belt.sizes.find((each) => each.size === size)
                return (
                  <td key={size} className="r" data-l={size}>
                    {place && (
                      <span className={place.wanted > place.stock ? 'is-short' : ''}>
                        {place.stock}
                        {place.wanted > 0 && <small>{place.wanted} proposed</small>}
                      </span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The cut-off and ship-by dates, which the owner can change for one drop without notifying anyone. */
function DropDays({ drop, canEdit }: { drop: DropView; canEdit: boolean }) {
  const [cutOffDay, setCutOffDay] = useState(drop.cutOffDay)
  const [shipBy, setShipBy] = useState(drop.shipBy)
  const [began] = useState({ cutOffDay: drop.cutOffDay, shipBy: drop.shipBy })
  const { change: save, question } = useSaveOver('updateDrop', {
    changes: dropAddresses,
    onSuccess: () =>
      showToast({
        title: 'Days saved',
        description: 'We didn’t email anyone. Use “Hold or move” to tell members.',
      }),
  })
  const isChanged = cutOffDay !== drop.cutOffDay || shipBy !== drop.shipBy || !drop.isCreated
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate({ drop: drop.drop, cutOffDay, shipBy, ...(drop.isCreated ? { was: began } : {}) })
  }
  return (
    <form className="panel drop-days" noValidate onSubmit={submit}>
      <h2>Days</h2>
      <TextField
        label="Cut-off"
        hint="The last day members can change their box."
        type="date"
        value={cutOffDay}
        onChange={setCutOffDay}
        disabled={!canEdit}
      />
      <TextField
        label="Ships by"
        hint="The last day its boxes ship."
        type="date"
        value={shipBy}
        onChange={setShipBy}
        disabled={!canEdit}
        error={save.error ? sentenceOf(save.error, 'We couldn’t save the days. Try again.') : null}
      />
      {canEdit && (
        <button className="btn btn-2" type="submit" disabled={!isChanged || save.isPending}>
          {drop.isCreated ? 'Save days' : 'Prepare this month'}
        </button>
      )}
      {question}
    </form>
  )
}
