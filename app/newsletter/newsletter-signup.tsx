import { useId } from 'react'
import './newsletter-signup.css'
import { useSignup } from './use-signup.ts'

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
