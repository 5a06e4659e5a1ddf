import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isEmail } from '../../domain/email.ts'
import { signInTime } from '../../domain/term-words.ts'
import { ApiError, send } from '../browser/call-api.ts'
import { noteLinkAsked } from '../browser/link-asked.ts'
import { NeedsScript } from '../ui/needs-script.tsx'
import { emailInput, TextField } from '../ui/text-field.tsx'
import { useRefusal } from '../ui/use-refusal.ts'

/** Starts an exchange without writing an email: the link to it is sent to the order's address. */
export function ReturnForm() {
  const [orderNumber, setOrderNumber] = useState('')
  const [email, setEmail] = useState('')
  const { form, errors, refuse, correct } = useRefusal()
  const [isSending, setSending] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const done = useRef<HTMLParagraphElement>(null)
  // The answer when there is one, else the form's first field, when it appears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a ref
  useEffect(() => (sentTo ? done.current : form.current?.querySelector('input'))?.focus(), [sentTo])

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const found: Record<string, string> = {
      ...(orderNumber.trim()
        ? {}
        : { orderNumber: 'Enter your order number. It’s in your confirmation email.' }),
      ...(isEmail(email) ? {} : { email: 'Please enter a valid email address.' }),
    }
    refuse(found)
    if (Object.keys(found).length > 0) return
    setSending(true)
    try {
      await askForReturn(orderNumber, email)
      noteLinkAsked()
      setSentTo(email.trim())
    } catch (error) {
      const sentence = error instanceof ApiError && error.sentence
      refuse({ form: sentence || 'We couldn’t reach the shop. Please try again.' })
    } finally {
      setSending(false)
    }
  }

  if (sentTo) {
    return (
      <>
        <p className="alert" ref={done} tabIndex={-1}>
          If that’s your order, a link to its belts is on its way to {sentTo}. It works for {signInTime}.
        </p>
        <p>
          <button className="btn btn-3" type="button" onClick={() => setSentTo(null)}>
            Use another number or address
          </button>
        </p>
      </>
    )
  }
  return (
    <form className="return-form" ref={form} onSubmit={send} noValidate>
      <NeedsScript what="This form" />
      <div className="fields">
        <TextField
          label="Order number"
          width="f3"
          name="order-number"
          autoComplete="off"
          placeholder="BC-XXXX-XXXX"
          value={orderNumber}
          onChange={(typed) => {
            setOrderNumber(typed)
            correct('orderNumber')
          }}
          error={errors.orderNumber}
        />
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
      <p>
        <button className="btn btn-2" type="submit" aria-disabled={isSending || undefined}>
          {isSending ? 'Sending...' : 'Email me the link'}
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

/**
 * Requests the link to an exchange; the reply is the same whether or not the order is known. Not through the member
 * page's client, which weighs more than this form.
 * @throws ApiError
 */
async function askForReturn(orderNumber: string, email: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ orderNumber, email })
  await send('/api/account/returns', { method: 'POST', headers, body })
}
