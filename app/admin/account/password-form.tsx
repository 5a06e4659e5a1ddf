import { type FormEvent, useState } from 'react'
import { passwordProblem, shortestPassword } from '../../../domain/admin/password-rules.ts'
import { ApiError } from '../../browser/call-api.ts'
import { TextField } from '../../ui/text-field.tsx'
import { sentenceOf, useChange } from '../client/use-admin.ts'
import { CheckField } from '../ui/fields.tsx'

type PasswordFormProps = { username: string; action: string; onChanged: () => void }

/** Changes the user's own password, with a way to show it (NIST SP 800-63B-4 §3.1.1.2). */
export function PasswordForm({ username, action, onChanged }: PasswordFormProps) {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [isShown, setShown] = useState(false)
  const [problem, setProblem] = useState<{ current?: string; next?: string }>({})
  const change = useChange('changePassword', {
    onSuccess: () => {
      setCurrent('')
      setNew('')
      onChanged()
    },
    onError: (error) => {
      const sentence = sentenceOf(error, 'We couldn’t change the password. Try again.')
      const isAboutNew = error instanceof ApiError && 'newPassword' in error.fields
      setProblem(isAboutNew ? { next: error.fields.newPassword ?? sentence } : { current: sentence })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const next = passwordProblem(newPassword, [username])
    const wrong = {
      ...(currentPassword === '' ? { current: 'Password is required' } : {}),
      ...(next ? { next } : {}),
    }
    setProblem(wrong)
    if (Object.keys(wrong).length === 0 && !change.isPending) change.mutate({ currentPassword, newPassword })
  }

  const type = isShown ? 'text' : 'password'
  return (
    <form className="adm-stack" noValidate onSubmit={submit}>
      {/* For password managers: whose password this is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label="Current password"
        type={type}
        autoComplete="current-password"
        value={currentPassword}
        onChange={setCurrent}
        error={problem.current}
      />
      <TextField
        label="New password"
        type={type}
        autoComplete="new-password"
        hint={`At least ${shortestPassword} characters of any kind. A few unrelated words are easy to remember.`}
        value={newPassword}
        onChange={setNew}
        error={problem.next}
      />
      <CheckField isChecked={isShown} onChange={setShown}>
        Show what I type
      </CheckField>
      <button className="btn btn-1" type="submit" aria-disabled={change.isPending || undefined}>
        {action}
      </button>
    </form>
  )
}
