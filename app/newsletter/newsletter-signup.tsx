import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { messages } from '../../domain/messages.ts'
import { track } from '../browser/analytics.ts'
import { ApiError, callApi } from '../browser/call-api.ts'
import { showToast } from '../ui/toast-store.ts'
import './newsletter-signup.css'

type State = 'idle' | 'submitting' | 'done'

/**
 * The signup block (spec §2): compact with the e-mail only, or the full card with a name that may be left out.
 * @param source where on the site it stands, kept with the subscriber
 */
export function NewsletterSignup({ source, isFull }: { source: string; isFull?: boolean }) {
  const id = useId()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [state, setState] = useState<State>('idle')
  const [failure, setFailure] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  // What was typed before the page came alive counts, too.
  useEffect(() => setEmail(input.current?.value ?? ''), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    setState('submitting')
    setFailure(null)
    try {
      const given = name.trim()
      await callApi('subscribeToNewsletter', {
        email: email.trim(),
        ...(given ? { name: given } : {}),
        source,
      })
      track('newsletter_signup', { source })
      setState('done')
    } catch (error) {
      const sentence = (error instanceof ApiError && error.sentence) || messages.newsletter.failedFallback
      setState('idle')
      setFailure(sentence)
      showToast({ title: messages.newsletter.failed, description: sentence, destructive: true })
    }
  }

  if (state === 'done') {
    return (
      <div>
        <p
          className="news-done"
          role="status"
          tabIndex={-1}
          ref={(card) => card?.focus({ preventScroll: true })}
        >
          {messages.newsletter.success}
        </p>
      </div>
    )
  }
  const field = (
    <input
      className="input"
      id={id}
      ref={input}
      type="email"
      required
      placeholder="you@example.com"
      autoComplete="email"
      value={email}
      onChange={(event) => setEmail(event.target.value)}
      aria-invalid={failure !== null}
      aria-describedby={`${id}-note`}
    />
  )
  const button = (
    <button className="btn" type="submit" disabled={email.trim() === '' || state === 'submitting'}>
      Subscribe
    </button>
  )
  return (
    <div className={isFull ? 'sheet news-card' : undefined}>
      <h2>One letter a month, with the drop.</h2>
      {isFull ? (
        <form className="news-full" onSubmit={submit}>
          <label htmlFor={`${id}-name`}>
            First name <span className="quiet">(optional)</span>
          </label>
          <input
            className="input"
            id={`${id}-name`}
            autoComplete="given-name"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <label htmlFor={id}>Where we send it</label>
          {field}
          {button}
        </form>
      ) : (
        <form className="news" onSubmit={submit}>
          {/* Not "Email": the fields of quiz and checkout have that name. */}
          <label className="sr" htmlFor={id}>
            Newsletter
          </label>
          {field}
          {button}
        </form>
      )}
      <p className={failure ? 'err news-note' : 'note news-note'} id={`${id}-note`}>
        {failure ?? 'Unsubscribe with one click.'}
      </p>
    </div>
  )
}
