import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { isEmail } from '../../domain/email.ts'
import { dataLinkTime } from '../../domain/term-words.ts'
import { ApiError, send } from '../browser/call-api.ts'
import { NeedsScript } from '../ui/needs-script.tsx'
import { emailInput, TextField } from '../ui/text-field.tsx'
import { useRefusal } from '../ui/use-refusal.ts'

type Wish = 'copy' | 'deletion'

/** Requests a copy or the deletion of an address's data; the email has a link to a page with the button. */
export function MyDataForm() {
  const [email, setEmail] = useState('')
  const { form, errors, refuse, correct } = useRefusal()
  const [isSending, setSending] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)

  async function ask(event: FormEvent, wish: Wish) {
    event.preventDefault()
    if (isSending) return
    const isWrong = !isEmail(email)
    refuse(isWrong ? { email: 'Please enter a valid email address.' } : {})
    if (isWrong) return
    setSending(true)
    try {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ email, wish })
      await send('/api/account/my-data/ask', { method: 'POST', headers, body })
      setSentTo(email.trim())
    } catch (caught) {
      const sentence = caught instanceof ApiError && caught.sentence
      refuse({ form: sentence || 'We couldn’t reach the shop. Please try again.' })
    } finally {
      setSending(false)
    }
  }

  // The form replaces the button, so it gets the focus.
  function again() {
    flushSync(() => setSentTo(null))
    form.current?.querySelector('input')?.focus()
  }

  if (sentTo) {
    return (
      <>
        <p className="alert" tabIndex={-1} ref={(answer) => answer?.focus()}>
          Check your email: a link is on its way to {sentTo}. It works for {dataLinkTime}.
        </p>
        <p className="return-acts">
          <button className="btn btn-3" type="button" onClick={again}>
            Use another address
          </button>
        </p>
      </>
    )
  }
  return (
    <form
      className="return-form"
      id="my-data"
      ref={form}
      onSubmit={(event) => void ask(event, 'copy')}
      noValidate
    >
      <NeedsScript what="This form" />
      <div className="fields">
        <TextField
          label="Email"
          width="f3"
          {...emailInput}
          value={email}
          onChange={(typed) => {
            setEmail(typed)
            correct('email')
          }}
          error={errors.email}
        />
      </div>
      <p className="return-acts">
        <button className="btn btn-2" type="submit" aria-disabled={isSending || undefined}>
          {isSending ? 'Sending...' : 'Email me my data'}
        </button>
        <button
          className="btn btn-3"
          type="button"
          aria-disabled={isSending || undefined}
          onClick={(event) => void ask(event, 'deletion')}
        >
          Delete my data
        </button>
      </p>
      {errors.form && (
        <p className="alert bad" role="alert">
          {errors.form}
        </p>
      )}
    </form>
  )
}
