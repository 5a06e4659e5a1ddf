import { type RecipientType, recipientTypes } from '../../domain/quiz.ts'

/**
 * What was chosen in the server's HTML while the script was still on its way. To be called in the first rendering:
 * React then makes the page show its own state.
 */
export function earlyRecipient(): RecipientType | null {
  if (typeof document === 'undefined') return null
  const chosen = document.querySelector<HTMLInputElement>('[name="quiz-recipient"]:checked')
  return recipientTypes.find((type) => type === chosen?.value) ?? null
}
