import { cartItemOf } from '../../domain/cart.ts'
import { isEmail } from '../../domain/email.ts'
import type { Plan } from '../../domain/plan.ts'
import type { QuizAnswers, RecipientType } from '../../domain/quiz.ts'
import { direct, type QuizSource } from '../../domain/quiz-source.ts'
import { refusesTracking, track } from '../browser/analytics.ts'
import { callApi } from '../browser/call-api.ts'
import { addToCart, replaceInCart } from '../browser/cart-storage.ts'
import { saveProgress } from './quiz-storage.ts'

/**
 * Spec §4 "Submit": report it, subscribe the email, add the item to the cart, which then holds the answers.
 * @param formerId the item that this quiz has added before its answers changed: it is replaced
 * @returns the item's id
 */
export function submitQuiz(answers: QuizAnswers, plans: readonly Plan[], formerId?: string): string {
  if (formerId) {
    replaceInCart({ ...cartItemOf(answers, 0, plans), id: formerId })
    saveProgress(null)
    return formerId
  }
  track('quiz_complete')
  subscribeQuizEmail(answers)
  const item = cartItemOf(answers, Date.now(), plans)
  addToCart(item)
  saveProgress(null)
  track('add_to_cart', { plan_name: item.planName })
  return item.id
}

/** Puts the buyer's email on the mailing list (spec §7 "Subscribe on quiz submit"). */
export function subscribeQuizEmail({ recipientType, giftDetails, shippingDetails }: QuizAnswers) {
  const body =
    recipientType === 'gift'
      ? {
          email: giftDetails.senderEmail.trim(),
          recipientName: giftDetails.senderName.trim() || 'Gift Sender',
        }
      : {
          email: shippingDetails.email.trim(),
          recipientName: shippingDetails.fullName.trim() || 'Customer',
          source: 'MyselfEmail',
        }
  if (!isEmail(body.email)) return
  // A mailing list must never keep anyone from buying (spec §8 "Silent").
  callApi('subscribeFromQuiz', body).catch(() => {})
}

const key = 'quizCounted'
/** One more than the last step: the item is in the cart. */
const inCart = 7

/**
 * Counts the steps that a visitor reaches for the first time in this quiz, and where they came from: just numbers, nothing
 * personal. Visitors who opt out of tracking aren't counted.
 */
export function countSteps(version: number, to: number, recipientType: RecipientType | null) {
  if (refusesTracking()) return
  try {
    for (let step = Number(sessionStorage.getItem(key)) + 1; step <= to; step++) {
      const reached = { version, step, recipientType: recipientType ?? 'unknown', came: visitSource() }
      const body = JSON.stringify(reached)
      navigator.sendBeacon('/api/quiz-step', new Blob([body], { type: 'application/json' }))
      sessionStorage.setItem(key, String(step % inCart))
    }
  } catch {
    // A failed count must never stop a visitor.
  }
}

/** The most characters the call accepts. */
const longest = 200

/**
 * Where the visitor came from: the link's utm tags, else the referring site, else direct. It's read from the document and
 * stored nowhere, so it's undefined once another of our pages was loaded (docs/decisions/062).
 */
function visitSource(): QuizSource | undefined {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const link = new URL(opened?.name || location.href)
  const said = (part: string) => (link.searchParams.get(`utm_${part}`) ?? '').slice(0, longest)
  const named = { source: said('source'), medium: said('medium'), campaign: said('campaign') }
  if (named.source || named.medium || named.campaign) return named
  const host = document.referrer && new URL(document.referrer).hostname
  if (host && host !== location.hostname) return { ...direct, source: host.replace(/^www\./, '') }
  const isAgain = host || opened?.type === 'reload' || opened?.type === 'back_forward'
  return isAgain ? undefined : direct
}
