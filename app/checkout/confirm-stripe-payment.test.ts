import type { Stripe } from '@stripe/stripe-js'
import { describe, expect, it } from 'vitest'
import { lookUpStripePayment, paymentOutcome, setupOutcome } from './confirm-stripe-payment.ts'

type PaymentAnswer = Parameters<typeof paymentOutcome>[0]
type SetupAnswer = Parameters<typeof setupOutcome>[0]

const intent = (status: string, more: object = {}) => ({
  id: 'pi_1',
  status,
  payment_method: 'pm_1',
  ...more,
})
const paid = (answer: object) => paymentOutcome(answer as PaymentAnswer)
const succeeded = { outcome: 'succeeded', paid: { intentId: 'pi_1', paymentMethodId: 'pm_1' } }

describe('Stripe’s answer to a payment', () => {
  it('becomes an order on success', () =>
    expect(paid({ paymentIntent: intent('succeeded') })).toEqual(succeeded))

  it('shows its own sentence when the card is refused', () => {
    const error = {
      type: 'card_error',
      message: 'Your card was declined.',
      payment_intent: intent('requires_payment_method'),
    }
    expect(paid({ error })).toEqual({ outcome: 'failed', message: 'Your card was declined.' })
  })

  it('becomes an order when the payment was already made', () => {
    const error = {
      type: 'invalid_request_error',
      message: 'unexpected state',
      payment_intent: intent('succeeded'),
    }
    expect(paid({ error })).toEqual(succeeded)
  })

  it('is pending while the bank decides', () => {
    expect(paid({ paymentIntent: intent('processing') }).outcome).toBe('processing')
  })

  it('starts over when the payment was canceled meanwhile', () => {
    const error = { type: 'invalid_request_error', message: 'canceled', payment_intent: intent('canceled') }
    expect(paid({ error }).outcome).toBe('expired')
  })

  it('asks for the field the form lacks', () => {
    const error = { type: 'validation_error', message: 'Your card number is incomplete.' }
    expect(paid({ error })).toEqual({ outcome: 'incomplete', message: 'Your card number is incomplete.' })
  })

  it('shows the last refusal to a buyer who returns from the bank unpaid', () => {
    const last_payment_error = { message: 'The bank said no.' }
    expect(paid({ paymentIntent: intent('requires_payment_method', { last_payment_error }) })).toEqual({
      outcome: 'failed',
      message: 'The bank said no.',
    })
  })

  it('is unknown, not failed, when Stripe can’t be reached', async () => {
    const error = { type: 'api_connection_error', message: 'no connection' }
    const stripe = { retrievePaymentIntent: async () => ({ error }) } as unknown as Stripe
    await expect(lookUpStripePayment(stripe, 'pi_1_secret_2')).rejects.toThrow('no connection')
  })

  it('names the card a set-up keeps, in either form', () => {
    const setupIntent = { id: 'seti_1', status: 'succeeded', payment_method: { id: 'pm_2' } }
    expect(setupOutcome({ setupIntent } as unknown as SetupAnswer)).toEqual({
      outcome: 'succeeded',
      paid: { intentId: 'seti_1', paymentMethodId: 'pm_2' },
    })
  })
})
