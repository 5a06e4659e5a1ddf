import type { RecipientType } from '../../domain/quiz.ts'
import { refusesTracking } from '../browser/refuses-tracking.ts'
import { cameBy } from './came-by.ts'

const key = 'quizCounted'
/** The step after the last: the item is in the cart. */
const inCart = 7

/**
 * Counts the steps that this visitor has reached for the first time in this quiz, with what brought them: numbers alone, no person.
 * Whoever refuses to be tracked is not counted either.
 */
export function countSteps(version: number, to: number, recipientType: RecipientType | null) {
  if (refusesTracking()) return
  try {
    for (let step = Number(sessionStorage.getItem(key)) + 1; step <= to; step++) {
      const reached = { version, step, recipientType: recipientType ?? 'unknown', came: cameBy() }
      const body = JSON.stringify(reached)
      navigator.sendBeacon('/api/quiz-step', new Blob([body], { type: 'application/json' }))
      sessionStorage.setItem(key, String(step % inCart))
    }
  } catch {
    // A count is never a reason to keep somebody from going on.
  }
}
