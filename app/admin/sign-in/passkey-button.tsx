import { useEffect, useState } from 'react'
import { canUsePasskeys } from '../client/use-passkey.ts'
import { type SignInAnswer, signInByPasskey, tellFailure } from './sign-in-screen.tsx'

/** Both steps at once, for whoever has a passkey; not shown where the browser has none. */
export function PasskeyButton({ onAnswer }: { onAnswer: (answer: SignInAnswer) => void }) {
  const [isThere, setThere] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => setThere(canUsePasskeys()), [])
  async function signIn() {
    if (busy) return
    setBusy(true)
    try {
      onAnswer(await signInByPasskey())
    } catch (error) {
      tellFailure(error)
    } finally {
      setBusy(false)
    }
  }
  if (!isThere) return null
  return (
    <button
      className="btn btn-2"
      type="button"
      aria-disabled={busy || undefined}
      onClick={() => void signIn()}
    >
      Use a passkey
    </button>
  )
}
