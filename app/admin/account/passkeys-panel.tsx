import { type FormEvent, useState } from 'react'
import type { AdminReply } from '../../../domain/admin/contracts.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { callAdmin, sentenceOf, toastFailedChange, useChange, useReadAgain } from '../client/use-admin.ts'
import { canUsePasskeys, makePasskey } from '../client/use-passkey.ts'
import { Instant } from '../ui/screen.tsx'
import { RecoveryCodes } from './two-step-panel.tsx'

const changes = ['/api/auth/account']

type Passkey = AdminReply<'readAccount'>['passkeys'][number]
type PasskeysPanelProps = {
  passkeys: Passkey[]
  /** after the first passkey and its recovery codes are saved */
  onKept?: () => void
}

/** Adds, names and removes passkeys. */
export function PasskeysPanel({ passkeys, onKept = () => {} }: PasskeysPanelProps) {
  const readAgain = useReadAgain()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [codes, setCodes] = useState<string[]>([])
  const [busy, setBusy] = useState(false)

  async function add(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setProblem('Give it a name, such as the device it is on.')
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      const { options } = await callAdmin('startPasskey', {})
      const { recoveryCodes } = await callAdmin('addPasskey', { name, answer: await makePasskey(options) })
      setName('')
      setCodes(recoveryCodes)
      showToast({ title: 'Passkey added', description: 'You can sign in with it from now on.' })
      if (recoveryCodes.length === 0) onKept()
      await readAgain(...changes)
    } catch (error) {
      setProblem(sentenceOf(error, 'We couldn’t add the passkey. Try again.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="panel" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">Passkeys</h2>
      {codes.length > 0 ? (
        <RecoveryCodes
          codes={codes}
          onKept={() => {
            setCodes([])
            onKept()
          }}
        />
      ) : (
        <>
          <p className="quiet">
            Sign in with your fingerprint, your face or your device’s PIN. No one can guess a passkey, and no
            other site can ask for it.
          </p>
          {passkeys.length > 0 && (
            <ul className="devices">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )}
          {canUsePasskeys() ? (
            <form className="adm-stack" noValidate onSubmit={(event) => void add(event)}>
              <TextField
                label="Name of the new passkey"
                hint="Like “My phone.”"
                autoComplete="off"
                maxLength={60}
                value={name}
                onChange={(value) => {
                  setName(value)
                  setProblem(null)
                }}
                error={problem}
              />
              <button className="btn btn-2" type="submit" aria-disabled={busy || undefined}>
                Add a passkey
              </button>
            </form>
          ) : (
            <p className="quiet">This browser doesn’t support passkeys, or the address isn’t encrypted.</p>
          )}
        </>
      )}
    </section>
  )
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const [typed, setTyped] = useState<string | null>(null)
  const onError = toastFailedChange
  const rename = useChange('renamePasskey', { changes, onError, onSuccess: () => setTyped(null) })
  const remove = useChange('removePasskey', {
    changes,
    onError,
    onSuccess: () => showToast({ title: 'Passkey removed', description: `${name} no longer works.` }),
  })
  if (typed !== null) {
    return (
      <li>
        <form
          className="adm-stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim() !== '') rename.mutate({ passkeyId: id, name: typed })
          }}
        >
          <TextField
            label={`Another name for ${name}`}
            autoFocus
            autoComplete="off"
            maxLength={60}
            value={typed}
            onChange={setTyped}
          />
          <div className="adm-tools">
            <button className="btn btn-2" type="submit">
              Save the name
            </button>
            <button className="text-btn" type="button" onClick={() => setTyped(null)}>
              Keep it
            </button>
          </div>
        </form>
      </li>
    )
  }
  return (
    <li>
      <div>
        <b>{name}</b>
        <span className="quiet num">
          {lastUsedAt ? 'used ' : 'added '}
          <Instant at={lastUsedAt ?? createdAt} />
        </span>
      </div>
      <div className="adm-tools">
        <button className="text-btn" type="button" onClick={() => setTyped(name)}>
          Rename<span className="sr"> {name}</span>
        </button>
        <button
          className="text-btn"
          type="button"
          disabled={remove.isPending}
          onClick={() => remove.mutate({ passkeyId: id })}
        >
          Remove<span className="sr"> {name}</span>
        </button>
      </div>
    </li>
  )
}
