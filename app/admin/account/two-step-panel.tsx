import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { failedChange, sentenceOf, useChange } from '../client/use-admin.ts'
import { Instant } from '../ui/screen.tsx'

const changes = ['/api/auth/account']

type TwoStepPanelProps = { since: string | null; codesLeft: number; onKept?: () => void }

/** Two-step sign-in with an app: set up, recovery codes, turn off. */
export function TwoStepPanel({ since, codesLeft, onKept = () => {} }: TwoStepPanelProps) {
  const [setUp, setSetUp] = useState<AdminReply<'startTwoStep'> | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const onError = (error: Error) => setProblem(failedChange(error))
  const start = useChange('startTwoStep', { onSuccess: done(setSetUp), onError })
  const renew = useChange('renewRecoveryCodes', {
    changes,
    onSuccess: done(({ recoveryCodes }) => setCodes(recoveryCodes)),
    onError,
  })
  const end = useChange('endTwoStep', {
    changes,
    onSuccess: done(() =>
      showToast({ title: 'Two-step sign-in is off', description: 'You won’t be asked for a code anymore.' }),
    ),
    onError,
  })

  function done<Reply>(then: (reply: Reply) => void) {
    return (reply: Reply) => {
      setCode('')
      setProblem(null)
      then(reply)
    }
  }
  function withCode(act: (input: { code: string }) => void) {
    if (code.trim() === '') setProblem('Enter the code from your app, or a recovery code.')
    else act({ code })
  }

  return (
    <section className="panel" aria-labelledby="two-step-title">
      <h2 id="two-step-title">Two-step sign-in</h2>
      {codes ? (
        <RecoveryCodes
          codes={codes}
          onKept={() => {
            setCodes(null)
            onKept()
          }}
        />
      ) : setUp ? (
        <TwoStepSetUp
          setUp={setUp}
          onCodes={(made) => {
            setSetUp(null)
            setCodes(made)
          }}
          onClose={() => setSetUp(null)}
        />
      ) : since === null ? (
        <>
          <p className="quiet">
            A code from an app on your phone, on top of your password. Someone who learns your password still
            can’t get in.
          </p>
          <div role="status">{problem && <p className="err">{problem}</p>}</div>
          <BusyButton className="btn btn-2" isBusy={start.isPending} onClick={() => start.mutate({})}>
            Set it up
          </BusyButton>
        </>
      ) : (
        <form
          className="adm-stack"
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            withCode(renew.mutate)
          }}
        >
          <p>
            <span className="st ok">
              <span>
                On since <Instant at={since} />
              </span>
            </span>
          </p>
          <p className="quiet">{codesLeft} of your recovery codes are left.</p>
          <TextField
            label="Code"
            hint="From your app, or a recovery code. You need one for either change."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onChange={(value) => {
              setCode(value)
              setProblem(null)
            }}
            error={problem}
          />
          <div className="adm-tools">
            <button className="btn btn-2" type="submit" aria-disabled={renew.isPending || undefined}>
              Make new recovery codes
            </button>
            <button className="btn btn-2" type="button" onClick={() => withCode(end.mutate)}>
              Turn it off
            </button>
          </div>
        </form>
      )}
    </section>
  )
}

/** The recovery codes, shown only once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <div className="adm-stack">
      <h3 ref={heading} tabIndex={-1}>
        Your recovery codes
      </h3>
      <p className="quiet">
        Each one gets you in once when you don’t have your phone. You’ll only see them now, so print them or
        keep them with your passwords.
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="adm-tools">
        <button className="btn btn-1" type="button" onClick={onKept}>
          I’ve saved them
        </button>
        <a className="text-btn" href={file} download="recovery-codes.txt">
          Download as a file
        </a>
      </div>
    </div>
  )
}

type TwoStepSetUpProps = {
  setUp: AdminReply<'startTwoStep'>
  onCodes: (codes: string[]) => void
  onClose: () => void
}

/** The app's secret as a QR code and as text, and a first code to confirm it. */
function TwoStepSetUp({ setUp, onCodes, onClose }: TwoStepSetUpProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = useChange('confirmTwoStep', {
    changes: ['/api/auth/account'],
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: (error) => setProblem(sentenceOf(error, 'That code didn’t work. Try again.')),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') setProblem('Enter the code from your app.')
    else if (!confirm.isPending) confirm.mutate({ code })
  }
  return (
    <form className="adm-stack" noValidate onSubmit={submit}>
      <ol className="otp-steps">
        <li>
          Scan this with your authenticator app.
          <img
            className="otp-picture"
            width="180"
            height="180"
            src={`data:image/svg+xml,${encodeURIComponent(setUp.picture)}`}
            alt="The secret for your app, also shown as text below"
          />
          <span className="quiet">Or type this in:</span>
          <code className="otp-secret">{setUp.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </li>
        <li>Enter the code it shows.</li>
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
