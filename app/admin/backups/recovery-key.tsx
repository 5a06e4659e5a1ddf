import { useEffect, useRef, useState } from 'react'
import { toastFailedChange, useChange } from '../client/use-admin.ts'
import { ConfirmDialog } from '../ui/dialogs.tsx'
import { Instant } from '../ui/screen.tsx'
import { backupChanges } from './backups.ts'

/** The owner's key to the backups: made here, shown once. */
export function RecoveryKey({ madeAt }: { madeAt: string | null }) {
  const [key, setKey] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const make = useChange('makeBackupKey', {
    changes: backupChanges,
    onSuccess: (made) => {
      setKey(made.key)
      setAsking(false)
    },
    onError: toastFailedChange,
  })
  return (
    <section className="panel adm-form" aria-labelledby="key-title">
      <h2 id="key-title">Recovery key</h2>
      {key ? (
        <NewKey value={key} onKept={() => setKey(null)} />
      ) : madeAt === null ? (
        <>
          <p className="quiet">
            Backups are encrypted before they leave this machine, and only your recovery key opens them. Make
            it first, and keep it where you keep passwords.
          </p>
          <button
            className="btn btn-1"
            type="button"
            disabled={make.isPending}
            onClick={() => make.mutate({})}
          >
            Make a recovery key
          </button>
        </>
      ) : (
        <>
          <p>
            <span className="st ok">
              <span>
                Made <Instant at={madeAt} />
              </span>
            </span>
          </p>
          <p className="quiet">
            We can’t show it again. If you’ve lost it, make a new one for the backups to come.
          </p>
          <button className="btn btn-2" type="button" onClick={() => setAsking(true)}>
            Make a new key
          </button>
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Make a new recovery key?"
          action="Make a new key"
          wayOut="Keep this one"
          isBusy={make.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => make.mutate({})}
        >
          <p>It opens backups made from now on. Keep the old key too: earlier backups still need it.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function NewKey({ value, onKept }: { value: string; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const words = `Recovery key of the shop's backups. Keep it with your passwords, not next to the backups.\n\n${value}\n`
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(words)}`
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        Your recovery key
      </h3>
      <p>
        <code style={{ overflowWrap: 'anywhere' }}>{value}</code>
      </p>
      <p className="quiet">
        You’ll only see it now. Print it or keep it with your passwords: without it, no one can open your
        backups, and neither can we.
      </p>
      <div className="adm-tools">
        <button className="btn btn-1" type="button" onClick={onKept}>
          I’ve saved it
        </button>
        <a className="text-btn" href={file} download="recovery-key.txt">
          Download as a file
        </a>
      </div>
    </>
  )
}
