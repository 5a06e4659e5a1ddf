import type { Gender, Style } from '../../domain/belt.ts'
import type { PlanId } from '../../domain/plan.ts'

/** What the page asks of the quiz: gift mode, a plan, or both (spec §4), or the style of a belt that was looked at. */
export type QuizRequest = { gift?: boolean; planId?: PlanId; gender?: Gender; style?: Style }

export const quizSectionId = 'build-your-profile'

const eventName = 'quiz-request'
let pending: QuizRequest | null = null

/** Pre-sets the quiz; it need not be on the page yet. Scrolling there is the caller's link or `scrollToQuiz`. */
export function requestQuiz(request: QuizRequest) {
  pending = { ...pending, ...request }
  window.dispatchEvent(new Event(eventName))
}

/** Hands each request to the quiz once: those made before it was on the page, and all later ones. */
export function onQuizRequest(handle: (request: QuizRequest) => void): () => void {
  const take = () => {
    const request = pending
    pending = null
    if (request) handle(request)
  }
  take()
  window.addEventListener(eventName, take)
  return () => window.removeEventListener(eventName, take)
}

/** Says that something is asked of the quiz, and leaves it to the quiz that comes next. */
export function onQuizAsked(handle: () => void): () => void {
  window.addEventListener(eventName, handle)
  return () => window.removeEventListener(eventName, handle)
}

/** Brings the quiz section into view. */
export function scrollToQuiz() {
  document.getElementById(quizSectionId)?.scrollIntoView()
}
