import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { otherAnswer } from '../../domain/term-words.ts'
import { terms } from '../../domain/terms.ts'
import { useShop } from '../shop/use-shop.ts'
import '../policies/policy-page.css'
import './contact-page.css'
import { NewsletterCard } from '../newsletter/newsletter-card.tsx'
import { TapeLinks } from '../sizing/measure/tape-links.tsx'
import { useInheritedFocus } from '../ui/dialog.tsx'
import { ContactForm } from './contact-form.tsx'

/** How long, in milliseconds, "Message Sent" is shown before the empty form returns (spec §2, §9). */
const sentFor = 3000

/** Contact Support (spec §2, §5). */
export default function ContactPage() {
  const { supportEmail } = useShop()
  const [isSent, setIsSent] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (!isSent) return
    const back = setTimeout(() => {
      // The message had the focus and is removed.
      if (document.activeElement?.matches('.contact-sent')) title.current?.focus({ preventScroll: true })
      setIsSent(false)
    }, sentFor)
    return () => clearTimeout(back)
  }, [isSent])

  return (
    <div className="wrap page">
      <div className="narrow policy">
        <div className="policy-head">
          <h1 id="contact-title" ref={title} tabIndex={-1}>
            Contact Support
          </h1>
          <p className="lead">
            Everything gets an answer within {otherAnswer}, and order issues within {terms.answerHours.order}.
          </p>
        </div>
        {isSent ? <MessageSent /> : <ContactForm onSent={() => setIsSent(true)} />}
        <p className="small quiet">
          Or write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. To send a belt back, see{' '}
          <Link to="/returns">returns and exchanges</Link>. Not sure of a size? Print our measuring tape:{' '}
          <TapeLinks />.
        </p>
        <NewsletterCard source="contact" />
      </div>
    </div>
  )
}

function MessageSent() {
  const note = useRef<HTMLElement>(null)
  useInheritedFocus(note)
  return (
    <section className="sheet contact-sheet contact-sent" role="status" ref={note} tabIndex={-1}>
      <h2>Message Sent</h2>
      <p className="quiet">We’ve got it, and we’re emailing you a copy.</p>
    </section>
  )
}
