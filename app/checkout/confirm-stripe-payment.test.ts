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

describe('what the provider answered to a payment', () => {
  it('is an order where it succeeded', () =>
    expect(paid({ paymentIntent: intent('succeeded') })).toEqual(succeeded))

  it('is its own sentence where the card was refused', () => {
    const error = {
      type: 'card_error',
      message: 'Your card was declined.',
      payment_intent: intent('requires_payment_method'),
    }
    expect(paid({ error })).toEqual({ outcome: 'failed', message: 'Your card was declined.' })
  })

  it('is an order where the refusal is that it was paid already', () => {
    const error = {
      type: 'invalid_request_error',
      message: 'unexpected state',
      payment_intent: intent('succeeded'),
    }
    expect(paid({ error })).toEqual(succeeded)
  })

  it('is patience where the bank has not decided', () => {
    expect(paid({ paymentIntent: intent('processing') }).outcome).toBe('processing')
  })

  it('is another start where the payment was stopped meanwhile', () => {
    const error = { type: 'invalid_request_error', message: 'canceled', payment_intent: intent('canceled') }
    expect(paid({ error }).outcome).toBe('expired')
  })

  it('is a field to fill in where the form was incomplete', () => {
    const error = { type: 'validation_error', message: 'Your card number is incomplete.' }
    expect(paid({ error })).toEqual({ outcome: 'incomplete', message: 'Your card number is incomplete.' })
  })

  it('is the last refusal for somebody who comes back from the bank unpaid', () => {
    const last_payment_error = { message: 'The bank said no.' }
    expect(paid({ paymentIntent: intent('requires_payment_method', { last_payment_error }) })).toEqual({
      outcome: 'failed',
      message: 'The bank said no.',
    })
  })

  it('is unknown, not failed, where the provider cannot be reached', async () => {
    const error = { type: 'api_connection_error', message: 'no connection' }
    const stripe = { retrievePaymentIntent: async () => ({ error }) } as unknown as Stripe
    await expect(lookUpStripePayment(stripe, 'pi_1_secret_2')).rejects.toThrow('no connection')
  })

  it('names the card that a set-up keeps, whichever way it is told', () => {
    const setupIntent = { id: 'seti_1', status: 'succeeded', payment_method: { id: 'pm_2' } }
    expect(setupOutcome({ setupIntent } as unknown as SetupAnswer)).toEqual({
      outcome: 'succeeded',
      paid: { intentId: 'seti_1', paymentMethodId: 'pm_2' },
    })
  })
})
