import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '../ui/toast-store.ts'
import { callAccount, sentenceOf } from './use-account.ts'

/** Ends the session of every device on which a link was opened. */
export function SignOutEverywhere() {
  const client = useQueryClient()
  const signOut = () =>
    callAccount('signOutMemberEverywhere', {}).then(
      () => client.resetQueries(),
      (error: unknown) =>
        showToast({ title: 'Not signed out', description: sentenceOf(error), destructive: true }),
    )
  return (
    <div>
      <dt>Devices</dt>
      <dd>A telephone was lost, or a computer was shared</dd>
      <dd>
        <button className="btn btn-3" type="button" onClick={() => void signOut()}>
          Sign out everywhere
        </button>
      </dd>
    </div>
  )
}
