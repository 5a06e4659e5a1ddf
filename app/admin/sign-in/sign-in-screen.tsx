import { type FormEvent, useEffect, useState } from 'react'
import { signInContracts } from '../../../domain/admin/auth-contracts.ts'
import type { Role } from '../../../domain/admin/fields.ts'
import type { ReplyOf } from '../../../domain/contract.ts'
import { ApiError, sendCall } from '../../browser/call-api.ts'
import { Logo } from '../../layout/header-parts.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { dismissToast, showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../client/use-admin.ts'
import { answerWithPasskey, canUsePasskeys } from '../client/use-passkey.ts'

type SignInProps = { onSignedIn: (who: { username: string; staffRole: Role }) => void; wasNotKept: boolean }

/** Spec §2, §8: the login form, followed by the second step for those who use one. */
export function SignInScreen(props: SignInProps) {
  return (
    <main id="main" tabIndex={-1} className="adm-sign-in">
      <Logo />
      <SignIn {...props} isAgain={false} />
    </main>
  )
}

/** The same in front of a page whose session ended: what was typed there stays. */
export function SignInAgain(props: SignInProps) {
  const [shown, setShown] = useState(0)
  return (
    <Dialog
      key={shown}
      open
      // Esc closes it: it's needed still.
      onClose={() => setShown(shown + 1)}
      labelledBy="sign-in-title"
      className="adm adm-signed-out"
    >
      <div className="adm-sign-in">
        <SignIn {...props} isAgain />
      </div>
    </Dialog>
  )
}

function SignIn({ onSignedIn, wasNotKept, isAgain }: SignInProps & { isAgain: boolean }) {
  const [challenge, setChallenge] = useState<string | null>(null)

  function answered(answer: SignInAnswer) {
    if ('needsSecondStep' in answer) {
      dismissToast()
      setChallenge(answer.challenge)
    } else if (answer.user.isAdmin) {
      dismissToast()
      onSignedIn(answer.user)
    } else showToast({ title: 'Access denied', description: 'Admin access required', destructive: true })
  }

  return challenge === null ? (
    <SignInForm
      onAnswer={answered}
      note={
        isAgain && !wasNotKept
          ? 'You’ve been signed out. Sign in again. What you typed is still here.'
          : noteOf(wasNotKept)
      }
    />
  ) : (
    <SecondStepForm challenge={challenge} onAnswer={answered} onBack={() => setChallenge(null)} />
  )
}

// Browsers keep an https-only cookie only over a secure connection, or when the shop runs on this machine.
function noteOf(wasNotKept: boolean): string | null {
  if (!window.isSecureContext) {
    return `This address isn’t encrypted, so your browser won’t keep you signed in and your password could be read on the way. Open the admin by https://, or on the shop’s own machine by http://localhost${portOf()}/admin.`
  }
  return wasNotKept
    ? 'Your browser didn’t keep you signed in. Allow cookies for this address, or open the admin by https:// or in another browser.'
    : null
}

function portOf(): string {
  return window.location.port ? `:${window.location.port}` : ''
}

type SecondStepFormProps = {
  challenge: string
  onAnswer: (answer: SignInAnswer) => void
  onBack: () => void
}

/** Asks for the app's code or a recovery code. */
function SecondStepForm({ challenge, onAnswer, onBack }: SecondStepFormProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') return setError('Enter the code.')
    if (busy) return
    setBusy(true)
    try {
      onAnswer(await sendCall(signInContracts.takeSecondStep, { challenge, code }))
    } catch (problem) {
      toastError(problem)
      if (problem instanceof ApiError && problem.details.begin) onBack()
      else setError((problem instanceof ApiError && problem.sentence) || 'That code didn’t work. Try again.')
      setCode('')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="panel" noValidate onSubmit={submit}>
      <h1 id="sign-in-title">Second step</h1>
      <TextField
        label="Code"
        hint="Six digits from the app on your phone, or one of your recovery codes."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={code}
        onChange={(value) => {
          setCode(value)
          setError(null)
        }}
        error={error}
      />
      <button className="btn btn-1" type="submit" aria-disabled={busy || undefined}>
        Sign in
      </button>
      <PasskeyButton onAnswer={onAnswer} />
      <button className="text-btn" type="button" onClick={onBack}>
        Back to name and password
      </button>
    </form>
  )
}

type SignInFormProps = { onAnswer: (answer: SignInAnswer) => void; note: string | null }

/** Spec §5: username and password, both required. */
function SignInForm({ onAnswer, note }: SignInFormProps) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    const missing = username.trim() === '' ? 'username' : password === '' ? 'password' : null
    if (missing) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus()
      return
    }
    if (busy) return
    setBusy(true)
    try {
      onAnswer(await sendCall(signInContracts.signIn, { username, password }))
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="panel" noValidate onSubmit={submit}>
      <h1 id="sign-in-title">Sign in</h1>
      {note && <p className="adm-note">{note}</p>}
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={setUsername}
        error={tried && username.trim() === '' ? 'Username is required' : null}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={tried && password === '' ? 'Password is required' : null}
      />
      <button className="btn btn-1" type="submit" aria-disabled={busy || undefined}>
        {busy ? 'Signing in …' : 'Sign in'}
      </button>
      <PasskeyButton onAnswer={onAnswer} />
    </form>
  )
}

/** Spec §8: the server's sentence, or 'Invalid credentials'. */
function toastError(error: unknown) {
  const description = sentenceOf(error, 'Invalid credentials')
  showToast({ title: 'Login failed', description, destructive: true })
}

/** The login reply (spec §7): the user, or a challenge for the second step. */
type SignInAnswer = ReplyOf<typeof signInContracts.signIn>

/**
 * Signs in with a passkey alone, which counts as both steps.
 * @throws ApiError
 */
async function signInByPasskey(): Promise<SignInAnswer> {
  const { options } = await sendCall(signInContracts.startPasskeySignIn, {})
  return sendCall(signInContracts.signInByPasskey, { answer: await answerWithPasskey(options) })
}

/** Signs in with a passkey; hidden if the browser doesn't support them. */
function PasskeyButton({ onAnswer }: { onAnswer: (answer: SignInAnswer) => void }) {
  const [isThere, setThere] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => setThere(canUsePasskeys()), [])
  async function signIn() {
    setBusy(true)
    try {
      onAnswer(await signInByPasskey())
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  if (!isThere) return null
  return (
    <BusyButton className="btn btn-2" isBusy={busy} onClick={signIn}>
      Use a passkey
    </BusyButton>
  )
}
