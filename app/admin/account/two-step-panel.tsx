import { useState } from 'react'
import type { AdminReply } from '../../../domain/admin/calls.ts'
import { showToast } from '../../ui/toast-store.ts'
import { sentenceOf } from '../call-admin.ts'
import { Instant } from '../instant.tsx'
import { useChange } from '../use-admin.ts'
import { AskPassword } from './ask-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoStepSetUp } from './two-step-set-up.tsx'

const changes = ['/api/auth/account']

/** Two-step sign-in by an app: set up, recovery codes, off. */
export function TwoStepPanel({ since, codesLeft }: { since: string | null; codesLeft: number }) {
  const [password, setPassword] = useState('')
  const [setUp, setSetUp] = useState<AdminReply<'startTwoStep'> | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
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
      showToast({ title: 'Two-step sign-in is off', description: 'Your password alone opens the desk.' }),
    ),
    onError,
  })

  function done<Reply>(then: (reply: Reply) => void) {
    return (reply: Reply) => {
      setPassword('')
      setProblem(null)
      then(reply)
    }
  }
  const ask = { password, onChange: setPassword, problem, setProblem }

  return (
    <section className="panel" aria-labelledby="two-step-title">
      <h2 id="two-step-title">Two-step sign-in</h2>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
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
        <AskPassword
          {...ask}
          says="Besides the password, a code from an app on your telephone: whoever learns your password still stays outside."
          actions={[['Set it up', (secret) => start.mutate({ password: secret })]]}
        />
      ) : (
        <>
          <p>
            <span className="st ok">
              <span>
                On since <Instant at={since} />
              </span>
            </span>
          </p>
          <AskPassword
            {...ask}
            says={`${codesLeft} of your recovery codes are left.`}
            actions={[
              ['Make new recovery codes', (secret) => renew.mutate({ password: secret })],
              ['Turn it off', (secret) => end.mutate({ password: secret })],
            ]}
          />
        </>
      )}
    </section>
  )
}
