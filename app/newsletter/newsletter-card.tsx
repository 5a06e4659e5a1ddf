import { useId, useState } from 'react'
import './newsletter-card.css'
import { SignupDone } from './newsletter-signup.tsx'
import { useSignup } from './use-signup.ts'

/**
 * The full signup form: optional name and email (spec §2 "Newsletter signup block").
 * @param source where on the site it is, stored with the subscriber
 */
export function NewsletterCard({ source }: { source: string }) {
  const id = useId()
  const { email, setEmail, failure, note, submit, isBlocked, welcome, form, button } = useSignup(source)
  const [name, setName] = useState('')

  if (welcome) return <SignupDone>{welcome}</SignupDone>
  return (
    <section className="news-card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Get our monthly letter</h2>
      <form ref={form} tabIndex={-1} onSubmit={(event) => submit(event, name)}>
        <label htmlFor={`${id}-name`}>
          First name <span className="quiet">(optional)</span>
        </label>
        <input
          className="input"
          id={`${id}-name`}
          name="name"
          autoComplete="given-name"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <label htmlFor={`${id}-email`}>Where we send it</label>
        <input
          className="input"
          id={`${id}-email`}
          name="email"
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
    </section>
  )
}
