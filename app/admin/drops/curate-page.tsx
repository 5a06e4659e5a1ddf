import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import type { BoxView } from '../../../domain/admin/curation-contracts.ts'
import { type Style, styleNames } from '../../../domain/belt.ts'
import { counted, formatCount } from '../../../domain/count.ts'
import { noRepeat } from '../../../domain/term-words.ts'
import {
  addressOf,
  toastFailedChange,
  useAdmin,
  useChange,
  useReadAgain,
  useStaff,
} from '../client/use-admin.ts'
import { Instant, ListState } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'
import { BoxTable } from './box-table.tsx'
import { ChooseBelt } from './choose-belt.tsx'
import { ExceptionMend } from './exception-mend.tsx'
import { dropAddresses, useDrop } from './use-drop.ts'

/** How often, in milliseconds, a running curation is checked; nothing polls otherwise (spec §9). */
const look = 400

const lookAgain = (reply: AdminReply<'readCuration'> | undefined) =>
  reply?.run?.state === 'running' ? look : false

/** The latest curation of a drop, its progress, and how to start one. When it ends, what it changed is fetched again. */
function useCuration(drop: string) {
  const query = useAdmin('readCuration', { drop }, { lookAgain })
  const readAgain = useReadAgain()
  const run = query.data?.run ?? null
  const isRunning = run?.state === 'running'
  const seen = useRef<string | null>(null)
  const { dataUpdatedAt } = query
  const start = useChange('startCuration', {
    onSuccess: () => {
      seen.current = 'running'
      void readAgain(addressOf('readCuration', { drop }))
    },
    onError: toastFailedChange,
  })
  useEffect(() => {
    if (dataUpdatedAt === 0) return
    const end = isRunning ? 'running' : `ended ${run?.id}`
    // A small drop may finish before the first check: a run other than the last one seen has ended, too.
    if (seen.current !== null && seen.current !== end && !isRunning) void readAgain(...dropAddresses)
    seen.current = end
  }, [isRunning, run?.id, dataUpdatedAt, readAgain])
  return { run, isRunning: isRunning || start.isPending, start: () => start.mutate({ drop }) }
}

/** Step 2: every box gets the best available belt; the owner only handles what couldn't be filled. */
export default function CuratePage() {
  const { drop, boxes } = useDrop()
  const staff = useStaff()
  const { run, isRunning, start } = useCuration(drop.drop)
  const [chosen, setChosen] = useState<string | null>(null)
  const open = boxes.owed + boxes.held + boxes.assigned
  return (
    <div className="drop-step">
      <section className="panel drop-run" aria-labelledby="curation">
        <div className="drop-head">
          <h2 id="curation">Proposals</h2>
          {staff.may('startCuration') && (
            <button className="btn btn-1" type="button" disabled={isRunning || open === 0} onClick={start}>
              {run ? 'Curate again' : 'Curate'}
            </button>
          )}
        </div>
        {isRunning ? (
          <p className="drop-progress">
            <progress
              aria-label="Boxes looked at"
              max={Math.max(run?.total ?? 0, 1)}
              value={run?.state === 'running' ? run.done : 0}
            />
            <span role="status">Choosing belts …</span>
          </p>
        ) : (
          <p role="status">
            {run?.state === 'failed' && <span className="st no">{run.error ?? 'It didn’t finish.'}</span>}
            {run?.state === 'done' && (
              <>
                {counted(run.assigned, 'box has', 'boxes have')} a belt, and{' '}
                {counted(run.held, 'needs', 'need')} you
                {run.finishedAt && (
                  <>
                    {' '}
                    (<Instant at={run.finishedAt} />)
                  </>
                )}
                . Curate again after any change. Packed boxes and belts you chose yourself stay as they are.
              </>
            )}
            {!run &&
              `Curating picks a belt for every box by size, style and stock, and never the same belt twice in ${noRepeat}.`}
          </p>
        )}
      </section>
      <Exceptions drop={drop.drop} onChoose={setChosen} notCurated={boxes.owed} />
      <section aria-labelledby="proposed">
        <h2 id="proposed" className="drop-title">
          Proposed belts <small className="num">{formatCount(boxes.assigned)}</small>
        </h2>
        <BoxTable
          drop={drop.drop}
          filter="proposed"
          head={proposalHead}
          empty={
            boxes.packed + boxes.shipped + boxes.delivered > 0
              ? 'Nothing’s proposed. Every box with a belt is already packed.'
              : 'No box has a belt yet.'
          }
          row={(box) => (
            <ProposalRow box={box} onChange={staff.may('chooseBelt') ? () => setChosen(box.id) : undefined} />
          )}
        />
      </section>
      {chosen && <ChooseBelt boxId={chosen} onClose={() => setChosen(null)} />}
    </div>
  )
}

type ExceptionsProps = { drop: string; notCurated: number; onChoose: (boxId: string) => void }

/** Boxes without a belt, each with its reason and fix (club-rules.md "Curate"). */
function Exceptions({ drop, notCurated, onChoose }: ExceptionsProps) {
  const staff = useStaff()
  const query = useAdmin('listExceptions', { drop })
  return (
    <section aria-labelledby="exceptions">
      <h2 id="exceptions" className="drop-title">
        Waiting for you <small className="num">{query.data && formatCount(query.data.total)}</small>
      </h2>
      {notCurated > 0 && (
        <p className="adm-note">
          {counted(notCurated, 'box is', 'boxes are')} new or changed since you last curated. Curate to give{' '}
          {notCurated === 1 ? 'it a belt' : 'them belts'}.
        </p>
      )}
      <ListState
        query={query}
        empty={({ total }) => (total === 0 ? 'Nothing. Every curated box has its belt.' : null)}
      >
        {({ exceptions, total }) => (
          <>
            <Table
              className="exceptions"
              rows={exceptions}
              keyOf={({ boxId }) => boxId}
              columns={[
                {
                  head: 'For',
                  cell: ({ name, orderId, orderNumber }) => (
                    <span>
                      {name || 'No name'}
                      <small>
                        <Link className="num" to={`/admin/orders/${orderId}`}>
                          {orderNumber}
                        </Link>
                      </small>
                    </span>
                  ),
                },
                {
                  head: 'Size and style',
                  label: 'Wants',
                  cell: ({ size, styles }) => (
                    <span>
                      {size}
                      <small>{likes(styles)}</small>
                    </span>
                  ),
                },
                { head: 'Why it waits', label: 'Why', cell: ({ sentence }) => sentence },
                {
                  head: 'How to fix it',
                  label: 'Fix',
                  cell: (exception) =>
                    staff.may('setWearerSize') && (
                      <ExceptionMend {...{ exception, drop }} onChoose={() => onChoose(exception.boxId)} />
                    ),
                },
              ]}
            />
            {total > exceptions.length && (
              <p className="quiet">The first {exceptions.length} of them. Fix these to see the next ones.</p>
            )}
          </>
        )}
      </ListState>
    </section>
  )
}

const proposalHead = ['For', 'Size', 'Likes', 'Belt', 'Order', '']

/** Who gets which belt, with a way to change it. */
function ProposalRow({ box, onChange }: { box: BoxView; onChange: (() => void) | undefined }) {
  const { name, size, styles, belt, isChosen, isGift, orderId, orderNumber } = box
  return (
    <>
      <td data-l="For">
        <span>
          {name || 'No name'}
          {isGift && <small>Gift</small>}
        </span>
      </td>
      <td data-l="Size" className="num">
        {size}
      </td>
      <td data-l="Likes">{likes(styles)}</td>
      <td data-l="Belt">
        <span>
          {belt?.name}
          <small>
            {belt && styleNames[belt.style as Style]}
            {isChosen && ' · by hand'}
          </small>
        </span>
      </td>
      <td data-l="Order">
        <Link className="num order-link" to={`/admin/orders/${orderId}`}>
          {orderNumber}
        </Link>
      </td>
      <td className="r">
        {onChange && (
          <button className="text-btn" type="button" onClick={onChange}>
            Change<span className="sr"> the belt of {name}</span>
          </button>
        )}
      </td>
    </>
  )
}

/** "Dress, Casual"; "any" if nothing was chosen, or the recipient hasn't picked yet. */
function likes(styles: string[]): string {
  const known = styles.flatMap((style) => styleNames[style as Style] ?? [])
  return known.length > 0 ? known.join(', ') : 'Any style'
}
