import {
  failedChange,
  toastUnmade,
  useAdmin,
  useChange,
  useReadAgain,
  useStaff,
} from '../client/use-admin.ts'
import { roleLabel } from '../staff/staff-row.tsx'
import { Instant, ListState, ScreenHead } from '../ui/screen.tsx'
import './account.css'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { PasswordForm } from './password-form.tsx'
import { TwoStepPanel } from './two-step-panel.tsx'

/** The signed-in user's own account: password, passkeys, two-step sign-in, devices. */
export default function AccountPage() {
  const staff = useStaff()
  const readAgain = useReadAgain()
  const account = useAdmin('readAccount', {})
  return (
    <>
      <ScreenHead title={staff.username} note={roleLabel[staff.staffRole].says} />
      <div className="account">
        <ListState query={account}>
          {(data) => (
            <>
              <DevicesPanel sessions={data.sessions} />
              <PasskeysPanel passkeys={data.passkeys} />
              <TwoStepPanel since={data.twoStepSince} codesLeft={data.recoveryCodesLeft} />
            </>
          )}
        </ListState>
        <section className="panel" aria-labelledby="email-title">
          <h2 id="email-title">Your email</h2>
          <EmailForm email={staff.email} />
        </section>
        <section className="panel" aria-labelledby="password-title">
          <h2 id="password-title">Password</h2>
          <PasswordForm
            username={staff.username}
            action="Change the password"
            onChanged={() => {
              showToast({ title: 'Password changed', description: 'Your other devices are signed out.' })
              void readAgain('/api/auth/account')
            }}
          />
        </section>
      </div>
    </>
  )
}

type Sessions = AdminReply<'readAccount'>['sessions']

/** The devices that are signed in. */
function DevicesPanel({ sessions }: { sessions: Sessions }) {
  const client = useQueryClient()
  const tellError = (error: Error) => toastUnmade(error, 'No one was signed out.')
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

/** The address for security notices about the user's own sign-in. */
function EmailForm({ email }: { email: string | null }) {
  const [typed, setTyped] = useState(email ?? '')
  const change = useChange('changeEmail', {
    changes: ['/api/auth/me', '/api/admin/staff'],
    onSuccess: () => showToast({ title: 'Email changed', description: 'We told the old address about it.' }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!change.isPending) change.mutate({ email: typed.trim() || null })
  }
  return (
    <form className="adm-stack" noValidate onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        hint="We email it when someone signs in from a new device, or changes who can."
        value={typed}
        onChange={setTyped}
        error={change.error && failedChange(change.error)}
      />
      <button className="btn btn-2" type="submit" aria-disabled={change.isPending || undefined}>
        Save the email
      </button>
    </form>
  )
}
