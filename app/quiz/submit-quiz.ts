import { cartItemOf } from '../../domain/cart.ts'
import { isEmail } from '../../domain/email.ts'
import type { Plan } from '../../domain/plan.ts'
import type { QuizAnswers } from '../../domain/quiz.ts'
import { track } from '../browser/analytics.ts'
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
