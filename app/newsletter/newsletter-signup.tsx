import { type ChangeEvent, type FormEvent, useEffect, useId, useState } from 'react'
import './newsletter-signup.css'
import { track } from '../browser/analytics.ts'
import { noAnswer } from '../browser/reload.ts'
import { slowLabel, useSlow } from '../ui/busy-button.tsx'
import { useHeldFocus } from '../ui/dialog.tsx'
import { plainForm, SendWithoutScript } from '../ui/needs-script.tsx'
import { showToast } from '../ui/toast-store.ts'

/**
 * The compact signup form: email only (spec §2 "Newsletter signup block").
 * @param source where on the site it is, stored with the subscriber
 */
export function NewsletterSignup({ source }: { source: string }) {
  const { id, form, field, button, note, welcome } = useSignup(source)
  return (
    <div>
      {welcome ?? (
        <>
          <h2>One letter a month, with the drop.</h2>
          <form className="news" {...form}>
            {/* Not "Email", which is the name of fields in quiz and checkout. */}
            <label className="sr" htmlFor={id}>
              Newsletter
            </label>
            <input {...field} />
            {button}
          </form>
          {note}
        </>
      )}
    </div>
  )
}

// Loaded once something is typed: most visits don't need it.
const loadSubscribe = () => import('./subscribe.ts')

/**
 * What both forms are made of, in the signup's states: idle, submitting, then done for good (spec §4).
 * @param source where on the site it is, stored with the subscriber
 * @param name the first name, if the form asks for it
 */
export function useSignup(source: string, name = '') {
  const id = useId()
  const [email, setEmail] = useState('')
  const [isSubmitting, setIsSubmitting] = useState(false)
  const [welcome, setWelcome] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    // If it fails, submitting says so.
    if (email) loadSubscribe().catch(() => {})
  }, [email])

  async function onSubmit(event: FormEvent) {
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

  const { holder, button } = useHeldFocus<HTMLFormElement>(isSubmitting)
  const isSlow = useSlow(isSubmitting)
  return {
    id,
    form: { ref: holder, tabIndex: -1, onSubmit, ...plainForm('/newsletter/subscribe') },
    field: {
      ...{ id, className: 'input', name: 'email', type: 'email', required: true },
      placeholder: 'you@example.com',
      autoComplete: 'email',
      value: email,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setEmail(event.target.value),
      'aria-invalid': failure !== null,
      'aria-describedby': `${id}-note`,
    },
    button: (
      <>
        <button
          className="btn"
          type="submit"
          ref={button}
          data-needs="email"
          disabled={email.trim() === '' || isSubmitting}
        >
          Subscribe
        </button>
        <SendWithoutScript>Subscribe</SendWithoutScript>
        <input type="hidden" name="source" value={source} />
      </>
    ),
    note: (
      <p className={failure ? 'err news-note' : 'note news-note'} id={`${id}-note`} aria-live="polite">
        {failure ?? (isSlow ? slowLabel : 'Unsubscribe with one click.')}
      </p>
    ),
    /** the lasting success message, in place of the form, whose focus it takes */
    welcome: welcome && (
      <p
        className="news-done"
        role="status"
        tabIndex={-1}
        ref={(card) => card?.focus({ preventScroll: true })}
      >
        {welcome}
      </p>
    ),
  }
}
