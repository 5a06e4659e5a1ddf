import { type FormEvent, useEffect, useRef, useState } from 'react'
import { adminContracts } from '../../../domain/admin/contracts.ts'
import { ApiError, sendCall } from '../../browser/call-api.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { answerWithPasskey, canUsePasskeys } from './use-passkey.ts'

let ask: ((answer: (isConfirmed: boolean) => void) => void) | null = null

/** Asks for the password or a passkey on top of the current screen, so nothing typed is lost. False if cancelled. */
export function confirmSelf(): Promise<boolean> {
  return new Promise((resolve) => (ask ? ask(resolve) : resolve(false)))
}

/** The dialog itself: password or passkey. The original request then continues. */
export function ConfirmSelf({ username }: { username: string }) {
  const [isOpen, setOpen] = useState(false)
  // Two calls may ask at the same moment. The answer is for both.
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([])
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    ask = (resolve) => {
      waiting.current.push(resolve)
      setOpen(true)
    }
    return () => {
      ask = null
    }
  }, [])

  function close(isConfirmed: boolean) {
    for (const answer of waiting.current.splice(0)) answer(isConfirmed)
    setOpen(false)
    setPassword('')
    setError(null)
  }
  async function confirm(prove: () => Promise<unknown>) {
    if (busy) return
    setBusy(true)
    try {
      await prove()
      close(true)
    } catch (problem) {
      setError((problem instanceof ApiError && problem.sentence) || 'That didn’t work. Try again.')
    } finally {
      setBusy(false)
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (password === '') setError('Password is required')
    else void confirm(() => sendCall(adminContracts.confirmSelf, { password }))
  }
  const byPasskey = () =>
    confirm(async () => {
      const { options } = await sendCall(adminContracts.startPasskeyConfirm, {})
      await sendCall(adminContracts.confirmByPasskey, { answer: await answerWithPasskey(options) })
    })

  return (
    <Dialog
      open={isOpen}
      onClose={() => close(false)}
      labelledBy="confirm-self"
      className="adm adm-dialog adm-confirm"
    >
      <form className="adm-dialog-form adm-stack" noValidate onSubmit={submit}>
        <h2 id="confirm-self">Is that you, {username}?</h2>
        <p className="quiet">
          This is about money, people’s data or who can sign in, so we want to be sure. We’ll ask again after
          five minutes.
        </p>
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(value) => {
            setPassword(value)
            setError(null)
          }}
          error={error}
        />
        <div className="adm-tools">
          <button className="btn btn-1" type="submit" aria-disabled={busy || undefined}>
            Continue
          </button>
          {canUsePasskeys() && (
            <BusyButton className="btn btn-2" isBusy={busy} onClick={() => void byPasskey()}>
              Use a passkey
            </BusyButton>
          )}
          <button className="text-btn" type="button" onClick={() => close(false)}>
            Not now
          </button>
        </div>
      </form>
    </Dialog>
  )
}
