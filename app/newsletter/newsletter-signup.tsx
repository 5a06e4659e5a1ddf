import { type FormEvent, useEffect, useId, useState } from 'react'
import './newsletter-signup.css'
import { track } from '../browser/analytics.ts'
import { noAnswer } from '../browser/reload.ts'
import { slowLabel, useSlow } from '../ui/busy-button.tsx'
import { useHeldFocus } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast-store.ts'

/**
 * The compact signup form: email only (spec §2 "Newsletter signup block").
 * @param source where on the site it is, stored with the subscriber
 */
export function NewsletterSignup({ source }: { source: string }) {
  const id = useId()
  const { email, setEmail, failure, note, submit, isBlocked, welcome, form, button } = useSignup(source)

  if (welcome) {
    return (
      <div>
        <SignupDone>{welcome}</SignupDone>
      </div>
    )
  }
  return (
    <div>
      <h2>One letter a month, with the drop.</h2>
      <form className="news" ref={form} tabIndex={-1} onSubmit={submit}>
        {/* Not "Email", which is the name of fields in quiz and checkout. */}
        <label className="sr" htmlFor={id}>
          Newsletter
        </label>
        <input
          className="input"
          id={id}
          type="email"
          required
          placeholder="you@example.com"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          aria-invalid={failure !== null}
          aria-describedby={`${id}-note`}
        />
        <button className="btn" type="submit" ref={button} disabled={isBlocked}>
          Subscribe
        </button>
      </form>
      <p className={failure ? 'err news-note' : 'note news-note'} id={`${id}-note`} aria-live="polite">
        {note}
      </p>
    </div>
  )
}

/** The lasting success message (spec §4); it takes the focus that the form had. */
export function SignupDone({ children }: { children: string }) {
  return (
    <p className="news-done" role="status" tabIndex={-1} ref={(card) => card?.focus({ preventScroll: true })}>
      {children}
    </p>
  )
}

// Loaded once something is typed: most visits don't need it.
const loadSubscribe = () => import('./subscribe.ts')

/**
 * The signup's states: idle, submitting, then done for good (spec §4).
 * @param source where on the site it is, stored with the subscriber
 */
export function useSignup(source: string) {
  const [email, setEmail] = useState('')
  const [isSubmitting, setIsSubmitting] = useState(false)
  const [welcome, setWelcome] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    // If it fails, submitting says so.
    if (email) loadSubscribe().catch(() => {})
  }, [email])

  async function submit(event: FormEvent, name = '') {
    event.preventDefault()
    setIsSubmitting(true)
    setFailure(null)
    // Spec §5: trimmed, and no name instead of an empty one.
    const given = name.trim() ? { name: name.trim() } : {}
    const { isDone, title, sentence } = await loadSubscribe().then(
      ({ subscribe }) => subscribe({ email: email.trim(), ...given, source }),
      () => ({ isDone: false, title: 'Subscription failed', sentence: noAnswer }),
    )
    setIsSubmitting(false)
    if (isDone) {
      track('newsletter_signup', { source })
      setWelcome(sentence)
    } else {
      setFailure(sentence)
      showToast({ title, description: sentence, destructive: true })
    }
  }

  const { holder: form, button } = useHeldFocus<HTMLFormElement>(isSubmitting)
  const isSlow = useSlow(isSubmitting)
  const note = failure ?? (isSlow ? slowLabel : 'Unsubscribe with one click.')
  const isBlocked = email.trim() === '' || isSubmitting
  return { email, setEmail, failure, note, submit, isBlocked, welcome, form, button }
}
