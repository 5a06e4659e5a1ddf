import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { showToast } from '../../ui/toast-store.ts'
import { addressOf, useAdmin, useChange, useReadAgain, useStaff } from '../client/use-admin.ts'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ListState } from '../ui/list-state.tsx'
import { BuyLabels } from './buy-labels.tsx'
import { PickTable } from './print-bar.tsx'
import { dropAddresses, toastError, useDrop } from './use-drop.ts'

/** Ounces of a belt in its box. */
const usualWeight = '12'

type PapersProps = { drop: string; packed: number; checked: number; unlabelled: number }

/** What is printed and taken away for the boxes that are packed. */
function Papers({ drop, packed, checked, unlabelled }: PapersProps) {
  const readAgain = useReadAgain()
  // The file is on its way once the link was followed: the counts follow it.
  const onLabels = () => void setTimeout(() => readAgain(...dropAddresses), 1500)
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
      toastError(error)
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
        {staff.may('scanAtPacking') && (
          <li>
            <Link className="btn btn-2" to={`/admin/drops/${drop}/scan`}>
              Check with a scanner
            </Link>
            <span>
              Scan the slip, then the belt.{' '}
              {checked > 0 &&
                `${checked.toLocaleString('en-US')} of ${packed.toLocaleString('en-US')} are checked.`}
            </span>
          </li>
        )}
        <BuyLabels drop={drop} weight={weight} />
        {staff.may('exportLabels') && (
          <li>
            <span className="labels">
              {unlabelled > 0 && (
                <a
                  className="btn btn-2"
                  href={addressOf('exportLabels', { drop, weight, which: 'new' })}
                  download
                  onClick={onLabels}
                >
                  Labels CSV{unlabelled < packed && `, ${unlabelled.toLocaleString('en-US')} new`}
                </a>
              )}
              {unlabelled < packed && (
                <a
                  className={unlabelled > 0 ? 'text-btn' : 'btn btn-2'}
                  href={addressOf('exportLabels', { drop, weight, which: 'all' })}
                  download
                >
                  All labels again
                </a>
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
          title={`Take back ${packed === 1 ? '1 box' : `${packed.toLocaleString('en-US')} boxes`}?`}
          action="Take back"
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
  unseen: 'without an unseen belt in the size',
  stock: 'for which no belt is left',
  belt: 'without a belt',
  dispute: 'disputed at the bank',
}

/** Step 4: what packing would freeze, then the freeze, then the papers. */
export default function PackPage() {
  const { drop } = useDrop()
  const query = useAdmin('previewPack', { drop: drop.drop })
  return (
    <div className="drop-step">
      <ListState query={query} empty={() => null}>
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
      showToast({
        title: 'Packed',
        description: `${packed.toLocaleString('en-US')} boxes are frozen. Print their papers.`,
      })
    },
    onError: (error) => {
      setAsked(false)
      toastError(error)
    },
  })
  const boxes = ready === 1 ? '1 box' : `${ready.toLocaleString('en-US')} boxes`
  return (
    <section className="panel" aria-labelledby="pack">
      <div className="drop-head">
        <h2 id="pack">{ready > 0 ? `${boxes} can be packed` : 'Nothing waits to be packed'}</h2>
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
          <p>Pieces are missing. Correct the stock or curate again:</p>
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
            Left out, and packed later once they are mended under{' '}
            <Link to={`/admin/drops/${drop}/curate`}>Curate</Link>:
          </p>
          <ul>
            {leftOut.map(({ reason, boxes }) => (
              <li key={reason}>
                <b className="num">{boxes.toLocaleString('en-US')}</b> {reasons[reason] ?? `held: ${reason}`}
              </li>
            ))}
          </ul>
        </div>
      )}
      {lines.length > 0 && (
        <details>
          <summary>The pieces, by belt and size</summary>
          <PickTable lines={lines} />
        </details>
      )}
      {isAsked && (
        <AskDialog
          title={`Pack ${boxes} of ${dropTitle(drop)}?`}
          action={`Pack ${boxes}`}
          isBusy={pack.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => pack.mutate({ drop })}
        >
          <p>
            Their belts, sizes and addresses stand from then on: members can no longer skip or change them,
            and the pieces leave the stock. It can be taken back until a box ships.
          </p>
        </AskDialog>
      )}
    </section>
  )
}
