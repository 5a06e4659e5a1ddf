import { useState } from 'react'
import { Link } from 'react-router'
import { showToast } from '../../ui/toast-store.ts'
import { addressOf } from '../call-admin.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useChange } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'
import { dropAddresses } from './drop-addresses.ts'
import { tellFailure } from './told.ts'

/** Ounces of a belt in its box. */
const usualWeight = '12'

/** What is printed and taken away for the boxes that are packed. */
export function Papers({ drop, packed }: { drop: string; packed: number }) {
  const staff = useStaff()
  const [weight, setWeight] = useState(usualWeight)
  const [isAsked, setAsked] = useState(false)
  const boxes = packed === 1 ? '1 box is' : `${packed.toLocaleString('en-US')} boxes are`
  const unpack = useChange('unpackBoxes', {
    changes: dropAddresses,
    onSuccess: ({ unpacked }) => {
      setAsked(false)
      showToast({
        title: 'Taken Back',
        description: `The pieces of ${unpacked} boxes are in the stock again.`,
      })
    },
    onError: (error) => {
      setAsked(false)
      tellFailure(error)
    },
  })
  return (
    <section className="panel papers" aria-labelledby="papers">
      <div className="drop-head">
        <h2 id="papers">{boxes} packed</h2>
        {staff.may('unpackBoxes') && (
          <button className="text-btn" type="button" onClick={() => setAsked(true)}>
            Take back
          </button>
        )}
      </div>
      <ol>
        <li>
          <Link className="btn btn-2" to={`/admin/drops/${drop}/pick-list`}>
            Pick list
          </Link>
          <span>What to fetch from the shelf, by belt and size.</span>
        </li>
        {staff.may('packingSlips') && (
          <li>
            <Link className="btn btn-2" to={`/admin/drops/${drop}/slips`}>
              Packing slips
            </Link>
            <span>One for each box, in the order of the pick list. No slip has a price.</span>
          </li>
        )}
        {staff.may('exportLabels') && (
          <li>
            <a className="btn btn-2" href={addressOf('exportLabels', { drop, weight })} download>
              Labels CSV
            </a>
            <label className="weight">
              For your carrier’s tool; each box weighs
              <input
                className="input"
                type="number"
                min="0.1"
                step="0.1"
                value={weight}
                onChange={(event) => setWeight(event.target.value)}
              />
              ounces.
            </label>
          </li>
        )}
      </ol>
      {isAsked && (
        <ConfirmDialog
          title={`Take back ${packed === 1 ? '1 box' : `${packed.toLocaleString('en-US')} boxes`}?`}
          action="Take back"
          isBusy={unpack.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => unpack.mutate({ drop })}
        >
          <p>They keep their belts, and can be changed again. Labels and slips that were printed are void.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
