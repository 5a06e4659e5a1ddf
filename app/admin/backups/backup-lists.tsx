import { formatCount } from '../../../domain/count.ts'
import { useAdmin } from '../client/use-admin.ts'
import { Download } from '../ui/download.tsx'
import { Instant, ListState } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'
import type { Backups } from './backups.ts'

function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} kB`
  return bytes < 1_000_000_000
    ? `${Math.round(bytes / 1_000_000)} MB`
    : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** What is stored now. */
export function BackupFiles({ isBusy }: { isBusy: boolean }) {
  const list = useAdmin('listBackups', {}, { keeps: true, lookAgain: () => (isBusy ? 5_000 : false) })
  return (
    <section className="backup-list" aria-labelledby="backups-title">
      <h2 id="backups-title">Your backups</h2>
      <ListState
        keeps
        query={list}
        empty={({ files, error }) =>
          error ? (
            <p role="alert">We can’t see them: {error}</p>
          ) : files.length > 0 ? null : (
            'None yet. The first one is made within a minute.'
          )
        }
      >
        {({ files }) => (
          <Table
            label="Your backups"
            rows={files}
            keyOf={({ name }) => name}
            columns={[
              { head: 'Taken', cell: ({ takenAt }) => <Instant at={takenAt} /> },
              { head: 'Size', isFigure: true, cell: ({ bytes }) => sizeOf(bytes) },
              {
                head: 'Verified',
                cell: ({ verifiedAt }) =>
                  verifiedAt ? (
                    <span className="st ok">
                      <Instant at={verifiedAt} />
                    </span>
                  ) : (
                    <span className="st">Not checked</span>
                  ),
              },
              {
                head: 'Download',
                isHeadHidden: true,
                cell: ({ name }) => (
                  <Download of="downloadBackup" input={{ name }}>
                    Download
                  </Download>
                ),
              },
            ]}
          />
        )}
      </ListState>
    </section>
  )
}

/** How the last ones went. */
export function BackupRuns({ runs }: { runs: Backups['runs'] }) {
  return (
    <section className="backup-list" aria-labelledby="runs-title">
      <h2 id="runs-title">How it went</h2>
      <Table
        label="How it went"
        rows={runs}
        keyOf={({ at, task }) => `${at} ${task}`}
        columns={[
          { head: 'When', cell: ({ at }) => <Instant at={at} /> },
          {
            head: 'What',
            cell: ({ task, askedBy }) => (
              <div>
                {task === 'backup' ? 'Backup' : 'Check'}
                {askedBy && <small>asked for by {askedBy}</small>}
              </div>
            ),
          },
          { head: 'Result', cell: (run) => <Result run={run} /> },
        ]}
      />
    </section>
  )
}

function Result({ run }: { run: Backups['runs'][number] }) {
  if (!run.endedAt) return <span>{run.isRunning ? 'Under way' : 'Waiting'}</span>
  if (run.error) return <span className="st no">{run.error}</span>
  return (
    <span className="st ok">
      Restored in a rehearsal: {formatCount(run.orders ?? 0)} {run.orders === 1 ? 'order' : 'orders'},{' '}
      {formatCount(run.rows ?? 0)} rows
    </span>
  )
}
