import { useState } from 'react'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { counted, formatCount } from '../../../domain/count.ts'
import { callAdmin, toastError, useReadAgain } from '../client/use-admin.ts'
import { dropAddresses } from './use-drop.ts'

type Progress = { moved: number; stayed: AdminReply<'moveSome'>['stayed']; left: number }

/** Moves all boxes in small steps: after an interruption it resumes. */
export function MoveProgress({
  drop,
  noticeId,
  waiting,
}: {
  drop: string
  noticeId: string
  waiting: number
}) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const [isMoving, setMoving] = useState(false)
  const readAgain = useReadAgain()

  async function moveAll() {
    setMoving(true)
    let all: Progress = { moved: 0, stayed: [], left: waiting }
    let after: string | null = null
    try {
      do {
        const step: AdminReply<'moveSome'> = await callAdmin('moveSome', {
          ...{ drop, noticeId },
          ...(after ? { after } : {}),
        })
        all = { moved: all.moved + step.moved, stayed: [...all.stayed, ...step.stayed], left: step.left }
        setProgress(all)
        after = step.after
      } while (after)
    } catch (error) {
      toastError(error, 'Not all of them were moved. Press “Move them” to go on.')
    }
    setMoving(false)
    await readAgain(...dropAddresses)
  }

  return (
    <div className="panel move-progress">
      <p>
        {counted(waiting, 'box of this drop still has to move', 'boxes of this drop still have to move')}. We
        email each member once theirs has.
      </p>
      {progress && (
        <p className="drop-progress">
          <progress
            aria-label="Members moved"
            max={progress.moved + progress.stayed.length + progress.left}
            value={progress.moved + progress.stayed.length}
          />
          <span role="status">
            {formatCount(progress.moved)} moved, {formatCount(progress.left)} to go
          </span>
        </p>
      )}
      {progress && progress.stayed.length > 0 && (
        <ul className="adm-problems">
          {progress.stayed.map(({ orderNumber, name, reason }) => (
            <li key={`${orderNumber} ${name}`}>
              {name} ({orderNumber}) stays. {reason}
            </li>
          ))}
        </ul>
      )}
      <button className="btn btn-ink" type="button" disabled={isMoving} onClick={() => void moveAll()}>
        {isMoving ? 'Moving …' : 'Move them'}
      </button>
    </div>
  )
}
