import { useQueryClient } from '@tanstack/react-query'
import { Logo } from '../../layout/logo.tsx'
import { PasswordForm } from '../account/password-form.tsx'
import { useChange } from '../client/use-admin.ts'

/** In place of the desk while the password is one that somebody else made. */
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
        <PasswordForm username={username} action="Go on to the desk" onChanged={onChanged} />
        <button className="text-btn" type="button" onClick={() => signOut.mutate({})}>
          Logout
        </button>
      </div>
    </main>
  )
}
