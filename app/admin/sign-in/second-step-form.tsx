import { type FormEvent, useState } from 'react'
import { ApiError } from '../../browser/call-api.ts'
import { TextField } from '../../ui/text-field.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { type SignInAnswer, takeSecondStep } from './sign-in-calls.ts'
import { tellFailure } from './tell-failure.ts'

type SecondStepFormProps = {
  challenge: string
  onAnswer: (answer: SignInAnswer) => void
  onBack: () => void
}

/** The code of the app, or a recovery code in its place. */
export function SecondStepForm({ challenge, onAnswer, onBack }: SecondStepFormProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') return setError('Enter the code.')
    if (busy) return
    setBusy(true)
    try {
      onAnswer(await takeSecondStep(challenge, code))
    } catch (problem) {
      tellFailure(problem)
      if (problem instanceof ApiError && problem.details.begin) onBack()
      else setError((problem instanceof ApiError && problem.sentence) || 'The code was not taken. Try again.')
      setCode('')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="panel" noValidate onSubmit={submit}>
      <h1>Second step</h1>
      <TextField
        label="Code"
        hint="Six digits from the app on your telephone, or one of your recovery codes."
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
