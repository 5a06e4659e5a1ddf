import { useQueryClient } from '@tanstack/react-query'
import { Logo } from '../../layout/logo.tsx'
import { PasswordForm } from '../account/password-form.tsx'
import '../account/account.css'
import { PasskeysPanel } from '../account/passkeys-panel.tsx'
import { TwoStepPanel } from '../account/two-step-panel.tsx'
import { useChange } from '../client/use-admin.ts'

/** Replaces the admin while the user still has a password someone else set. */
export function NewPasswordScreen({ username, onChanged }: { username: string; onChanged: () => void }) {
  const client = useQueryClient()
  const signOut = useChange('signOut', { onSuccess: () => client.resetQueries() })
  return (
    <main id="main" tabIndex={-1} className="adm-sign-in">
      <Logo />
      <div className="panel">
        <h1>Choose your password</h1>
        <p className="quiet">
          The shop made the one you signed in with. From now on, only you know the password for {username}.
        </p>
        <PasswordForm username={username} action="Continue to the admin" onChanged={onChanged} />
        <button className="text-btn" type="button" onClick={() => signOut.mutate({})}>
          Logout
        </button>
      </div>
    </main>
  )
}

/** Replaces the admin for an owner who lacks the required second step. */
export function TwoStepScreen({ onDone }: { onDone: () => void }) {
  const signOut = useChange('signOut', { onSuccess: onDone })
  return (
    <main id="main" tabIndex={-1} className="adm-sign-in">
      <Logo />
      <div className="adm-stack">
        <h1>One more step to sign in</h1>
        <p>
          This shop asks its owners for a second step: a passkey, or codes from an app. Set one up and the
          admin opens.
        </p>
      </div>
      <PasskeysPanel passkeys={[]} onKept={onDone} />
      <TwoStepPanel since={null} codesLeft={0} onKept={onDone} />
      <button className="text-btn" type="button" onClick={() => signOut.mutate({})}>
        Logout
      </button>
    </main>
  )
}
