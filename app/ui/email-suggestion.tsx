import { suggestEmail } from '../../domain/suggest-email.ts'

/** Suggests a correction for an address that looks misspelled; it is accepted either way. */
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
