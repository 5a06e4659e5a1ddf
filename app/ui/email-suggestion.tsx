import { suggestEmail } from '../../domain/suggest-email.ts'

/** Asks about an address that looks misspelled, and takes it as it is all the same. */
export function EmailSuggestion({ email, onTake }: { email: string; onTake: (email: string) => void }) {
  const meant = suggestEmail(email)
  return (
    <div aria-live="polite" className="err-slot">
      {meant && (
        <p className="hint email-meant">
          Did you mean{' '}
          <button className="text-btn" type="button" onClick={() => onTake(meant)}>
            {meant}
          </button>
          ?
        </p>
      )}
    </div>
  )
}
