import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { counted, formatCount } from '../../../domain/count.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, useAdmin, useChange, useReadAgain, useStaff } from '../client/use-admin.ts'
import { AskDialog, ConfirmDialog } from '../ui/dialogs.tsx'
import { Download } from '../ui/download.tsx'
import { ListState } from '../ui/screen.tsx'
import { BuyLabels } from './buy-labels.tsx'
import { PickTable } from './print-bar.tsx'
import { dropAddresses, useDrop } from './use-drop.ts'

/** The default weight of a packed belt, in ounces, and what carriers take. */
const usualWeight = '12'
const leastWeight = 0.1
const mostWeight = 1120

const shippedBefore = 'Someone shipped or unpacked them before you.'

type PapersProps = { drop: string; packed: number; checked: number; unlabelled: number }

/** Printouts and files for the packed boxes. */
function Papers({ drop, packed, checked, unlabelled }: PapersProps) {
  const readAgain = useReadAgain()
  // The link starts the download; the counts are refreshed right after.
  const onLabels = () => void setTimeout(() => readAgain(...dropAddresses), 1500)
  const staff = useStaff()
  const [weight, setWeight] = useState(usualWeight)
  const isWeight = Number(weight) >= leastWeight && Number(weight) <= mostWeight
  const [isAsked, setAsked] = useState(false)
  const boxes = counted(packed, 'box is', 'boxes are')
  const unpack = useChange('unpackBoxes', {
    changes: dropAddresses,
    onSuccess: ({ unpacked }) => {
      setAsked(false)
      if (unpacked === 0) return showToast({ title: 'Nothing left to unpack', description: shippedBefore })
      showToast({
        title: 'Unpacked',
        description:
          unpacked === 1
            ? 'Its belt is back in stock.'
            : `The belts from ${formatCount(unpacked)} boxes are back in stock.`,
      })
    },
    onError: (error) => {
      setAsked(false)
      toastFailedChange(error)
    },
  })
  return (
    <section className="panel papers" aria-labelledby="papers">
      <div className="drop-head">
        <h2 id="papers">{boxes} packed</h2>
        {staff.may('unpackBoxes') && (
          <button className="text-btn" type="button" onClick={() => setAsked(true)}>
            Unpack
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
        {staff.may('scanAtPacking') && (
          <li>
            <Link className="btn btn-2" to={`/admin/drops/${drop}/scan`}>
              Check with a scanner
            </Link>
            <span>
              Scan the slip, then the belt.{' '}
              {checked > 0 && `${formatCount(checked)} of ${formatCount(packed)} are checked.`}
            </span>
          </li>
        )}
        <BuyLabels drop={drop} weight={weight} />
        {staff.may('exportLabels') && (
          <li>
            <span className="labels">
              {!isWeight && <span className="err">Enter what a box weighs first.</span>}
              {isWeight && unlabelled > 0 && (
                <Download of="exportLabels" input={{ drop, weight, which: 'new' }} onTaken={onLabels}>
                  Labels CSV{unlabelled < packed && `, ${formatCount(unlabelled)} new`}
                </Download>
              )}
              {isWeight && unlabelled < packed && (
                <Download
                  of="exportLabels"
                  input={{ drop, weight, which: 'all' }}
                  className={unlabelled > 0 ? 'text-btn' : 'btn btn-2'}
                >
                  All labels again
                </Download>
              )}
            </span>
            <label className="weight">
              For Pirate Ship, ShipStation or your carrier’s tool. Each box weighs
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
          title={`Unpack ${counted(packed, 'box', 'boxes')}?`}
          action="Unpack"
          isBusy={unpack.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => unpack.mutate({ drop })}
        >
          <p>
            They keep their belts, and you can change them again. Throw out the labels and slips you’ve
            printed. We’ll ask the carrier to refund postage bought here.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

type Preview = AdminReply<'previewPack'>

const reasons: Record<string, string> = {
  'not curated': 'not curated yet',
  size: 'without a size',
  address: 'without a complete address',
  unseen: 'with no belt left in their size that they haven’t had',
  stock: 'with no belt left in stock',
  belt: 'without a belt',
  dispute: 'disputed at the bank',
}

/** Step 4: a preview, then the freeze, then the paperwork. */
export default function PackPage() {
  const { drop } = useDrop()
  const query = useAdmin('previewPack', { drop: drop.drop })
  return (
    <div className="drop-step">
      <ListState query={query}>
        {(preview) => (
          <>
            <PackPreview drop={drop.drop} preview={preview} />
            {preview.packed > 0 && (
              <Papers
                drop={drop.drop}
                packed={preview.packed}
                checked={preview.checked}
                unlabelled={preview.unlabelled}
              />
            )}
          </>
        )}
      </ListState>
    </div>
  )
}

function PackPreview({ drop, preview }: { drop: string; preview: Preview }) {
  const staff = useStaff()
  const [isAsked, setAsked] = useState(false)
  const { ready, short, leftOut, lines, isHeld } = preview
  const pack = useChange('packDrop', {
    changes: dropAddresses,
    onSuccess: ({ packed }) => {
      setAsked(false)
      if (packed === 0)
        return showToast({ title: 'Nothing left to pack', description: 'Someone packed them before you.' })
      showToast({
        title: 'Packed',
        description:
          packed === 1
            ? 'Print its slip and label next.'
            : `${formatCount(packed)} boxes. Print their slips and labels next.`,
      })
    },
    onError: (error) => {
      setAsked(false)
      toastFailedChange(error)
    },
  })
  const boxes = counted(ready, 'box', 'boxes')
  return (
    <section className="panel" aria-labelledby="pack">
      <div className="drop-head">
        <h2 id="pack">{ready > 0 ? `${boxes} can be packed` : 'Nothing left to pack'}</h2>
        {staff.may('packDrop') && ready > 0 && (
          <button
            className="btn btn-1"
            type="button"
            disabled={short.length > 0 || isHeld}
            onClick={() => setAsked(true)}
          >
            Pack {boxes}
          </button>
        )}
      </div>
      {isHeld && <p className="adm-note">This drop is held. Release it first, under Hold or move.</p>}
      {short.length > 0 && (
        <div className="adm-note" role="alert">
          <p>You’re short on these. Fix the stock, or curate again:</p>
          <ul>
            {short.map(({ belt, size, needed, stock }) => (
              <li key={`${belt} ${size}`}>
                {belt}, size {size}: {stock} of {needed}
              </li>
            ))}
          </ul>
        </div>
      )}
      {leftOut.length > 0 && (
        <div className="left-out">
          <p>
            These aren’t ready. Fix them under <Link to={`/admin/drops/${drop}/curate`}>Curate</Link>, then
            pack them too:
          </p>
          <ul>
            {leftOut.map(({ reason, boxes }) => (
              <li key={reason}>
                <b className="num">{formatCount(boxes)}</b> {reasons[reason] ?? `held: ${reason}`}
              </li>
            ))}
          </ul>
        </div>
      )}
      {lines.length > 0 && (
        <details>
          <summary>Belts to pull, by size</summary>
          <PickTable lines={lines} />
        </details>
      )}
      {isAsked && (
        <AskDialog
          title={`Pack ${boxes} for ${dropTitle(drop)}?`}
          action={`Pack ${boxes}`}
          isBusy={pack.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => pack.mutate({ drop })}
        >
          <p>
            After this, members can’t skip or change these boxes, and their belts come off your stock. You can
            still unpack until a box ships.
          </p>
        </AskDialog>
      )}
    </section>
  )
}
