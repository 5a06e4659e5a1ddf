import { type FormEvent, useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { login, type SignInAnswer } from './sign-in-calls.ts'
import { tellFailure } from './tell-failure.ts'

type SignInFormProps = { onAnswer: (answer: SignInAnswer) => void; note: string | null }

/** Spec §5: username and password, both required. */
export function SignInForm({ onAnswer, note }: SignInFormProps) {
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
      onAnswer(await login(username, password))
    } catch (error) {
      tellFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="panel" noValidate onSubmit={submit}>
      <h1>Sign in</h1>
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
