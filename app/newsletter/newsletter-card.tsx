import { useState } from 'react'
import './newsletter-card.css'
import { useSignup } from './newsletter-signup.tsx'

/**
 * The full signup form: optional name and email (spec §2 "Newsletter signup block").
 * @param source where on the site it is, stored with the subscriber
 */
export function NewsletterCard({ source }: { source: string }) {
  const [name, setName] = useState('')
  const { id, form, field, button, note, welcome } = useSignup(source, name)
  if (welcome) return welcome
  return (
    <section className="sheet news-card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Get our monthly letter</h2>
      <form {...form}>
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
        <label htmlFor={id}>Where we send it</label>
        <input {...field} />
        {button}
      </form>
      {note}
    </section>
  )
}
