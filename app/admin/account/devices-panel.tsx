import { useQueryClient } from '@tanstack/react-query'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { Instant } from '../instant.tsx'
import { useChange } from '../use-admin.ts'

type Sessions = AdminReply<'readAccount'>['sessions']

/** Where one is signed in. */
export function DevicesPanel({ sessions }: { sessions: Sessions }) {
  const client = useQueryClient()
  const tellError = (error: Error) =>
    showToast({ title: 'Error', description: sentenceOf(error, 'Nobody was signed out.'), destructive: true })
  const end = useChange('endSession', {
    changes: ['/api/auth/account'],
    onSuccess: () => showToast({ title: 'Signed out', description: 'That device has to sign in again.' }),
    onError: tellError,
  })
  const endAll = useChange('signOutEverywhere', {
    onSuccess: () => client.resetQueries(),
    onError: tellError,
  })
  return (
    <section className="panel" aria-labelledby="devices-title">
      <h2 id="devices-title">Signed-in devices</h2>
      <ul className="devices">
        {sessions.map(({ id, isThis, device, address, lastSeenAt }) => (
          <li key={id}>
            <div>
              <b>{device}</b>
              <span className="quiet num">
                {address && `${address} · `}
                {isThis ? (
                  'this device'
                ) : (
                  <>
                    seen <Instant at={lastSeenAt} />
                  </>
                )}
              </span>
            </div>
            {!isThis && (
              <button
                className="text-btn"
                type="button"
                disabled={end.isPending}
                onClick={() => end.mutate({ sessionId: id })}
              >
                Sign out<span className="sr"> {device}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <button className="btn btn-2" type="button" onClick={() => !endAll.isPending && endAll.mutate({})}>
        Sign out everywhere
      </button>
    </section>
  )
}
