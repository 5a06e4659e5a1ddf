import { type FormEvent, useState } from 'react'
import { isEmail } from '../../domain/email.ts'
import { ApiError } from '../browser/call-api.ts'
import { TextField } from '../ui/text-field.tsx'
import { callAccount, sentenceOf } from './use-account.ts'

type SignInScreenProps = {
  /** the visitor came with a link that was used, or is too old */
  isOldLink?: boolean
  onTryAgain: () => void
}

/** The way in: an address, and a link to it. What it answers is the same for every address (club.md). */
export function SignInScreen({ isOldLink, onTryAgain }: SignInScreenProps) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)

  async function ask(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (!isEmail(email)) return setError('Please enter a valid email address.')
    setBusy(true)
    setError(null)
    try {
      await callAccount('askForLink', { email })
      setSentTo(email.trim())
    } catch (cause) {
      setError((cause instanceof ApiError && cause.fields.email) || sentenceOf(cause))
    } finally {
      setBusy(false)
    }
  }

  if (sentTo) {
    return (
      <div className="narrow account-ask" role="status">
        <h1>Look into your mail</h1>
        <p className="lead">
          If <b className="account-email">{sentTo}</b> belongs to a membership, a link is on its way. It lasts
          30&nbsp;minutes and works once.
        </p>
        <p className="account-acts">
          <button className="btn btn-2" type="button" onClick={() => setSentTo(null)}>
            Use another address
          </button>
          <button className="btn btn-3" type="button" onClick={onTryAgain}>
            I opened it in another tab
          </button>
        </p>
      </div>
    )
  }
  return (
    <form className="narrow account-ask" onSubmit={ask} noValidate>
      <h1>{isOldLink ? 'This link is used up' : 'My membership'}</h1>
      <p className="lead">
        {isOldLink
          ? 'It was used already, or is older than 30\u00a0minutes. Type your email and a new one comes.'
          : 'Type your email and get a link that lasts 30\u00a0minutes and works once. No password.'}
      </p>
      <div className="account-email-row">
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          hint="The one of your order, or the one a gift was sent to."
          value={email}
          error={error}
          onChange={setEmail}
        />
        <button className="btn btn-1" type="submit" aria-disabled={isBusy || undefined}>
          Send me the link
        </button>
      </div>
    </form>
  )
}
