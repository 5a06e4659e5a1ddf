import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../browser/call-api.ts'
import { MemberScreen } from './member-screen.tsx'
import { SignInScreen } from './sign-in-screen.tsx'
import { takeToken } from './take-token.ts'
import { callAccount, useAccount } from './use-account.ts'

type Arrival = 'unknown' | 'opening' | 'old-link' | 'no-answer' | 'here'

/** Who is not signed in gets the sign-in in the page's place; who comes with a mail's link is let in by it. */
export function AccountGate() {
  const client = useQueryClient()
  const [arrival, setArrival] = useState<Arrival>('unknown')
  const account = useAccount(arrival === 'here')

  useEffect(() => {
    function arrive() {
      const token = takeToken()
      if (!token) return setArrival((before) => (before === 'unknown' ? 'here' : before))
      setArrival('opening')
      callAccount('openLink', { token }).then(
        () => {
          void client.resetQueries()
          setArrival('here')
        },
        (error: unknown) => setArrival(isRefused(error) ? 'old-link' : 'no-answer'),
      )
    }
    arrive()
    // A link that is pasted where the page is open already loads nothing anew.
    window.addEventListener('hashchange', arrive)
    return () => window.removeEventListener('hashchange', arrive)
  }, [client])

  const letIn = () => {
    setArrival('here')
    void client.resetQueries()
  }

  if (arrival === 'old-link') return <SignInScreen isOldLink onTryAgain={letIn} />
  if (arrival === 'no-answer' || (account.isError && !account.data)) {
    return (
      <div className="narrow account-ask">
        <h1>Your membership did not load</h1>
        <p className="lead">
          {arrival === 'no-answer'
            ? 'We got no answer, and your link may still be good. Open it once more from the mail.'
            : 'Nothing is lost. Try again in a moment.'}
        </p>
        <p>
          <button className="btn btn-2" type="button" onClick={letIn}>
            Try again
          </button>
        </p>
      </div>
    )
  }
  if (account.data === null && arrival === 'here') return <SignInScreen onTryAgain={letIn} />
  if (account.data && arrival === 'here') return <MemberScreen account={account.data} />
  return (
    <div className="narrow account-ask" aria-busy="true">
      <h1>My membership</h1>
      <noscript>
        <p className="lead">This page needs JavaScript, because it shows what is yours alone.</p>
      </noscript>
    </div>
  )
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
