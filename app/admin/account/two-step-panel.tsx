import { type FormEvent, useState } from 'react'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { Instant } from '../instant.tsx'
import { useChange } from '../use-admin.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoStepSetUp } from './two-step-set-up.tsx'

const changes = ['/api/auth/account']

type TwoStepPanelProps = { since: string | null; codesLeft: number; onKept?: () => void }

/** Two-step sign-in by an app: set up, recovery codes, off. */
export function TwoStepPanel({ since, codesLeft, onKept = () => {} }: TwoStepPanelProps) {
  const [setUp, setSetUp] = useState<AdminReply<'startTwoStep'> | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const onError = (error: Error) => setProblem(sentenceOf(error, 'Nothing was changed. Try again.'))
  const start = useChange('startTwoStep', { onSuccess: done(setSetUp), onError })
  const renew = useChange('renewRecoveryCodes', {
    changes,
    onSuccess: done(({ recoveryCodes }) => setCodes(recoveryCodes)),
    onError,
  })
  const end = useChange('endTwoStep', {
    changes,
    onSuccess: done(() =>
      showToast({ title: 'Two-step sign-in is off', description: 'No code is asked for any more.' }),
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
    if (code.trim() === '') setProblem('Enter the code of your app, or a recovery code.')
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
            Besides the password, a code from an app on your telephone: whoever learns your password still
            stays outside.
          </p>
          <div role="status">{problem && <p className="err">{problem}</p>}</div>
          <button
            className="btn btn-2"
            type="button"
            aria-disabled={start.isPending || undefined}
            onClick={() => !start.isPending && start.mutate({})}
          >
            Set it up
          </button>
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
            hint="Of your app, or a recovery code: both changes take one."
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
