import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '../ui/toast-store.ts'
import { callAccount, sentenceOf } from './use-account.ts'

/** Ends the session of this device. Nothing that was read stays on the page. */
export function SignOut({ email }: { email: string }) {
  const client = useQueryClient()
  const signOut = () =>
    callAccount('signOutMember', {}).then(
      () => client.resetQueries(),
      (error: unknown) =>
        showToast({ title: 'Not signed out', description: sentenceOf(error), destructive: true }),
    )
  return (
    <p className="small account-who">
      <span className="quiet">{email}</span>
      <button className="btn btn-3" type="button" onClick={() => void signOut()}>
        Sign out
      </button>
    </p>
  )
}
