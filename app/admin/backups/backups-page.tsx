import { showToast } from '../../ui/toast-store.ts'
import { toastFailedChange, useAdmin, useChange } from '../client/use-admin.ts'
import { Instant, ListState, ScreenHead } from '../ui/screen.tsx'
import { BackupFiles, BackupRuns } from './backup-lists.tsx'
import { type Backups, backupChanges } from './backups.ts'
import { PlanForm } from './plan-form.tsx'
import { RecoveryKey } from './recovery-key.tsx'
import './backups.css'

/** Milliseconds between looks while a backup is under way. */
const lookAgain = 3_000
const isUnderWay = (backups: Backups | undefined) =>
  backups?.runs.some(({ endedAt }) => endedAt === null) ?? false

/** Backups that make themselves: their key, when and where, and what there is. */
export default function BackupsPage() {
  const backups = useAdmin('readBackups', {}, { lookAgain: (data) => (isUnderWay(data) ? lookAgain : false) })
  return (
    <>
      <ScreenHead
        title="Backups"
        status={backups.data ? <Status backups={backups.data} /> : null}
        note="Every night, encrypted, and restored in a rehearsal to see that they work."
      >
        {backups.data?.plan && !backups.data.plan.isPaused && (
          <RunButtons isBusy={isUnderWay(backups.data)} />
        )}
      </ScreenHead>
      <ListState query={backups}>
        {(data) => (
          <>
            {data.plan && <BackupFiles isBusy={isUnderWay(data)} />}
            <RecoveryKey madeAt={data.keyMadeAt} />
            {data.keyMadeAt && <PlanForm key={JSON.stringify([data.plan, data.place])} backups={data} />}
            {data.runs.length > 0 && <BackupRuns runs={data.runs} />}
          </>
        )}
      </ListState>
    </>
  )
}

function Status({ backups: { plan, runs, verifiedTakenAt } }: { backups: Backups }) {
  if (!plan) return <span className="st wn">Not set up yet</span>
  if (plan.isPaused)
    return <span className="st wn">Waiting for you: this shop was restored from a backup</span>
  const now = runs.find(({ isRunning }) => isRunning)
  if (now) return now.task === 'backup' ? 'Making a backup …' : 'Checking the newest backup …'
  return (
    <>
      {verifiedTakenAt ? (
        <>
          Last verified backup <Instant at={verifiedTakenAt} />
        </>
      ) : (
        'No verified backup yet'
      )}
      . Next <Instant at={plan.nextAt} />
    </>
  )
}

function RunButtons({ isBusy }: { isBusy: boolean }) {
  const run = useChange('runBackup', {
    changes: backupChanges,
    onSuccess: (_, { task }) =>
      showToast({
        title: task === 'backup' ? 'Backing up' : 'Checking',
        description: 'It goes on if you leave. You’ll see here how it went.',
      }),
    onError: toastFailedChange,
  })
  return (
    <div className="adm-tools">
      <button
        className="btn btn-1"
        type="button"
        disabled={isBusy || run.isPending}
        onClick={() => run.mutate({ task: 'backup' })}
      >
        Back up now
      </button>
      <button
        className="btn btn-2"
        type="button"
        disabled={isBusy || run.isPending}
        onClick={() => run.mutate({ task: 'check' })}
      >
        Check now
      </button>
    </div>
  )
}
