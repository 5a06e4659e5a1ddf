import { type FormEvent, useState } from 'react'
import { ApiError } from '../../browser/call-api.ts'
import { Logo } from '../../layout/logo.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'

/** Spec §2, §5, §8: username and password; whoever is no administrator is told so. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (username.trim() === '' || password === '') return
    setBusy(true)
    try {
      const { user } = await login(username, password)
      if (user.isAdmin) onSignedIn()
      else showToast({ title: 'Access denied', description: 'Admin access required', destructive: true })
    } catch (error) {
      const description = sentenceOf(error, 'Invalid credentials')
      showToast({ title: 'Login failed', description, destructive: true })
    } finally {
      setBusy(false)
    }
  }

  return (
    <main id="main" tabIndex={-1} className="adm-sign-in">
      <Logo />
      <form className="panel" noValidate onSubmit={submit}>
        <h1>Sign in</h1>
        <TextField
          label="Username"
          autoComplete="username"
          value={username}
          onChange={setUsername}
          error={tried && username.trim() === '' ? 'Username is required' : null}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={tried && password === '' ? 'Password is required' : null}
        />
        <button className="btn btn-1" type="submit" disabled={busy}>
          Sign in
        </button>
      </form>
    </main>
  )
}

async function login(username: string, password: string): Promise<{ user: { isAdmin: boolean } }> {
  const response = await fetch('/api/auth/login', {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  return JSON.parse(text)
}
