import type { CalendarDate } from '../../domain/calendar-date.ts'
import { answersOf, type CartItem } from '../../domain/cart.ts'
import { quizStepCount, reachableStep } from '../../domain/quiz.ts'
import { progressIn, type QuizProgress } from './quiz-storage.ts'

// Forgotten with the cart (app/browser/cart-storage.ts).
const key = 'quizEdits'

/**
 * Where somebody left the changes to an item, else its answers from the first step; from the step that keeps the order
 * from being paid where there is one.
 */
export function loadEdit(item: CartItem, today: CalendarDate): QuizProgress {
  const begun = readEdits()[item.id]
  if (begun !== undefined) return progressIn(begun, today)
  const { answers } = progressIn({ answers: answersOf(item) }, today)
  const lacking = reachableStep(quizStepCount, answers, today)
  return { step: lacking === quizStepCount ? 1 : lacking, answers }
}

/** Keeps begun changes over a reload and a trip to another page; null forgets them. The cart changes when they end. */
export function saveEdit(id: string, progress: QuizProgress | null) {
  const { [id]: _former, ...rest } = readEdits()
  try {
    sessionStorage.setItem(key, JSON.stringify(progress ? { ...rest, [id]: progress } : rest))
  } catch {
    // Storage may be full or forbidden; the quiz still works until the page is left.
  }
}

function readEdits(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
