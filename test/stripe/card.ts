/** The bank's answer to one attempt. */
export type CardAnswer =
  | { kind: 'approved' }
  | { kind: 'asks' }
  | { kind: 'declined'; code: string; declineCode: string; message: string }

export type CardAttempt = {
  /** a charge, or only saving the card for later */
  purpose: 'charge' | 'setup'
  /** whether the buyer is present at the form, and the result of the bank's authentication, if it was asked for */
  presence: 'on_session' | 'off_session'
  authentication?: 'completed' | 'failed'
  /** whether the owner authenticated this card for later charges */
  wasAuthenticated: boolean
}

type Decline = { code: string; declineCode: string; message: string }

const generic: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
}
const insufficient: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}
const needsAuthentication: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

// docs.stripe.com/testing; stripe.md §7.
const declines: Record<string, Decline> = {
  '4000000000000002': generic,
  '4000000000009995': insufficient,
  '4000000000009987': { code: 'card_declined', declineCode: 'lost_card', message: 'Your card was declined.' },
  '4000000000000069': {
    code: 'expired_card',
    declineCode: 'expired_card',
    message: 'Your card has expired.',
  },
  '4000000000000127': {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  '4000000000000119': {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
}
const attachesOnly = '4000000000000341'
const asksUnlessSetUp = '4000002500003155'
const asksAlways = '4000002760003184'
const asksThenInsufficient = '4000008260003178'

/** Test numbers that act after the payment: how a refund turns out, and who disputes. */
export const disputes = '4000000000000259'
export const refundFailsLater = '4000000000005126'
export const refundIsPending = '4000000000007726'

/** Judges a test card as Stripe's test mode does. */
export function judgeCard(number: string, attempt: CardAttempt): CardAnswer {
  if (!passesLuhn(number))
    return {
      kind: 'declined',
      code: 'incorrect_number',
      declineCode: 'incorrect_number',
      message: 'Your card number is incorrect.',
    }
  const decline = declines[number]
  if (decline) return { kind: 'declined', ...decline }
  if (number === attachesOnly && attempt.purpose === 'charge') return { kind: 'declined', ...generic }
  const asks =
    number === asksAlways ||
    number === asksThenInsufficient ||
    (number === asksUnlessSetUp && !(attempt.presence === 'off_session' && attempt.wasAuthenticated))
  if (asks) {
    if (attempt.presence === 'off_session') {
      const isReady = number === asksThenInsufficient && attempt.wasAuthenticated
      return { kind: 'declined', ...(isReady ? insufficient : needsAuthentication) }
    }
    if (attempt.authentication === undefined) return { kind: 'asks' }
    if (attempt.authentication === 'failed')
      return {
        kind: 'declined',
        code:
          attempt.purpose === 'setup'
            ? 'setup_intent_authentication_failure'
            : 'payment_intent_authentication_failure',
        declineCode: '',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      }
    if (number === asksThenInsufficient && attempt.purpose === 'charge')
      return { kind: 'declined', ...insufficient }
  }
  return { kind: 'approved' }
}

// ISO/IEC 7812-1 annex B.
function passesLuhn(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false
  let sum = 0
  for (let place = 0; place < number.length; place++) {
    const digit = Number(number[number.length - 1 - place])
    const value = place % 2 === 1 ? digit * 2 : digit
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
