import type { Gender, Style } from '../../domain/belt.ts'
import type { PlanId } from '../../domain/plan.ts'

/** What a page presets in the quiz: gift mode, a plan, or both (spec §4), or a belt's style. */
export type QuizRequest = { gift?: boolean; planId?: PlanId; gender?: Gender; style?: Style }

export const quizSectionId = 'build-your-profile'

const eventName = 'quiz-request'
let pending: QuizRequest | null = null

/** Presets the quiz, which may not be on the page yet. Scrolling is up to the caller's link. */
export function requestQuiz(request: QuizRequest) {
  pending = { ...pending, ...request }
  window.dispatchEvent(new Event(eventName))
}

/** Passes each request to the quiz once: earlier ones, too, from before it was on the page. */
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

/** Notifies of requests without taking them: the next quiz does. */
export function onQuizAsked(handle: () => void): () => void {
  window.addEventListener(eventName, handle)
  return () => window.removeEventListener(eventName, handle)
}
