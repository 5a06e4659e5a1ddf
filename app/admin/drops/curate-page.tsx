import { useState } from 'react'
import { Instant } from '../instant.tsx'
import { useStaff } from '../use-staff.ts'
import { BoxTable } from './box-table.tsx'
import { ChooseBelt } from './choose-belt.tsx'
import { Exceptions } from './exceptions.tsx'
import { ProposalRow, proposalHead } from './proposal-row.tsx'
import { useCuration } from './use-curation.ts'
import { useDrop } from './use-drop.ts'

/** Step 2: every box gets the best belt there is; only what could not be filled needs the owner. */
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
            {run?.state === 'failed' && <span className="st no">{run.error ?? 'It did not finish.'}</span>}
            {run?.state === 'done' && (
              <>
                {run.assigned.toLocaleString('en-US')} boxes have a belt, {run.held.toLocaleString('en-US')}{' '}
                wait for you
                {run.finishedAt && (
                  <>
                    {' '}
                    (<Instant at={run.finishedAt} />)
                  </>
                )}
                . Running it again changes only what is not the best any more, and nothing that is packed or
                chosen by hand.
              </>
            )}
            {!run &&
              'It proposes a belt for every box: size, style, stock, and nothing twice within 36 months.'}
          </p>
        )}
      </section>
      <Exceptions drop={drop.drop} onChoose={setChosen} notCurated={boxes.owed} />
      <section aria-labelledby="proposed">
        <h2 id="proposed" className="drop-title">
          Proposed belts <small className="num">{boxes.assigned.toLocaleString('en-US')}</small>
        </h2>
        <BoxTable
          drop={drop.drop}
          filter="proposed"
          head={proposalHead}
          empty="No box has a belt yet."
          row={(box) => (
            <ProposalRow box={box} onChange={staff.may('chooseBelt') ? () => setChosen(box.id) : undefined} />
          )}
        />
      </section>
      {chosen && <ChooseBelt boxId={chosen} onClose={() => setChosen(null)} />}
    </div>
  )
}
