import { useState } from 'react'
import { Logo } from '../../layout/logo.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { SecondStepForm } from './second-step-form.tsx'
import type { SignInAnswer } from './sign-in-calls.ts'
import { SignInForm } from './sign-in-form.tsx'

type SignInScreenProps = { onSignedIn: () => void; wasNotKept: boolean }

/** Spec §2, §8: the login form; for those who chose two steps, the second one after it. */
export function SignInScreen({ onSignedIn, wasNotKept }: SignInScreenProps) {
  const [challenge, setChallenge] = useState<string | null>(null)

  function answered(answer: SignInAnswer) {
    if ('needsSecondStep' in answer) setChallenge(answer.challenge)
    else if (answer.user.isAdmin) onSignedIn()
    else showToast({ title: 'Access denied', description: 'Admin access required', destructive: true })
  }

  return (
    <main id="main" tabIndex={-1} className="adm-sign-in">
      <Logo />
      {challenge === null ? (
        <SignInForm onAnswer={answered} note={noteOf(wasNotKept)} />
      ) : (
        <SecondStepForm challenge={challenge} onAnswer={answered} onBack={() => setChallenge(null)} />
      )}
    </main>
  )
}

// Browsers keep a cookie that is for https alone only where the connection is safe, or the shop is on this machine.
function noteOf(wasNotKept: boolean): string | null {
  if (!window.isSecureContext) {
    return `This address is not encrypted, so your browser keeps no sign-in and your password could be read on the way. Open the desk by https://, or on the shop’s own machine by http://localhost${portOf()}/admin.`
  }
  return wasNotKept
    ? 'Your browser did not keep the sign-in. Allow cookies for this address, or open the desk by https:// or in another browser.'
    : null
}

function portOf(): string {
  return window.location.port ? `:${window.location.port}` : ''
}
