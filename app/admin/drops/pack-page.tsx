import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { showToast } from '../../ui/toast-store.ts'
import { ListState } from '../list-state.tsx'
import { AskDialog } from '../orders/ask-dialog.tsx'
import { useAdmin, useChange } from '../use-admin.ts'
import { useStaff } from '../use-staff.ts'
import { dropAddresses } from './drop-addresses.ts'
import { Papers } from './papers.tsx'
import { PickTable } from './pick-table.tsx'
import { tellFailure } from './told.ts'
import { useDrop } from './use-drop.ts'

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
            {preview.packed > 0 && <Papers drop={drop.drop} packed={preview.packed} />}
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
      tellFailure(error)
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
