import { messages } from '../../domain/messages.ts'

/** The permanent success card (spec §4); it takes the focus that its form had. */
export function SignupDone() {
  return (
    <p className="news-done" role="status" tabIndex={-1} ref={(card) => card?.focus({ preventScroll: true })}>
      {messages.newsletter.success}
    </p>
  )
}
