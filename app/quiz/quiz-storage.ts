import { emptyAnswers, type QuizAnswers, quizStepCount } from '../../domain/quiz.ts'

const key = 'quizAnswers'

export type QuizProgress = { step: number; answers: QuizAnswers }

/** What the visitor had answered in this tab, or null. What is not readable counts as nothing. */
export function loadProgress(): QuizProgress | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (!isRecord(stored) || !isRecord(stored.answers)) return null
    const { step, answers } = stored as { step: unknown; answers: Partial<QuizAnswers> }
    const isStep = Number.isInteger(step) && Number(step) >= 1 && Number(step) <= quizStepCount
    return {
      step: isStep ? Number(step) : 1,
      answers: {
        ...emptyAnswers,
        ...answers,
        styles: Array.isArray(answers.styles) ? answers.styles : [],
        giftDetails: { ...emptyAnswers.giftDetails, ...answers.giftDetails },
        shippingDetails: { ...emptyAnswers.shippingDetails, ...answers.shippingDetails },
      },
    }
  } catch {
    return null
  }
}

/** Keeps what was typed over a reload and a trip to another page. */
export function saveProgress(progress: QuizProgress) {
  try {
    sessionStorage.setItem(key, JSON.stringify(progress))
  } catch {
    // Storage may be full or forbidden; the quiz still works until the page is left.
  }
}

/** Forgets the answers: the cart has them now. */
export function clearProgress() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
