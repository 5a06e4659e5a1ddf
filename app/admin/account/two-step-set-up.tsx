import { type FormEvent, useState } from 'react'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import { TextField } from '../../ui/text-field.tsx'
import { sentenceOf } from '../call-admin.ts'
import { useChange } from '../use-admin.ts'

type TwoStepSetUpProps = {
  setUp: AdminReply<'startTwoStep'>
  onCodes: (codes: string[]) => void
  onClose: () => void
}

/** The secret for the app, as a picture and as text, and the first code as proof that it arrived. */
export function TwoStepSetUp({ setUp, onCodes, onClose }: TwoStepSetUpProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = useChange('confirmTwoStep', {
    changes: ['/api/auth/account'],
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: (error) => setProblem(sentenceOf(error, 'The code was not taken. Try again.')),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') setProblem('Enter the code of your app.')
    else if (!confirm.isPending) confirm.mutate({ code })
  }
  return (
    <form className="adm-stack" noValidate onSubmit={submit}>
      <ol className="otp-steps">
        <li>
          Point your authenticator app at this picture.
          <img
            className="otp-picture"
            width="180"
            height="180"
            src={`data:image/svg+xml,${encodeURIComponent(setUp.picture)}`}
            alt="The secret for your app; it also stands below as text"
          />
          <span className="quiet">Or type this secret into it:</span>
          <code className="otp-secret">{setUp.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </li>
        <li>Enter the code that it shows.</li>
      </ol>
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(value) => {
          setCode(value)
          setProblem(null)
        }}
        error={problem}
      />
      <div className="adm-tools">
        <button className="btn btn-1" type="submit" aria-disabled={confirm.isPending || undefined}>
          Turn it on
        </button>
        <button className="text-btn" type="button" onClick={onClose}>
          Not now
        </button>
      </div>
    </form>
  )
}
