import { describe, expect, it } from 'vitest'
import { intentIdOf, readStripeReturn } from './use-order.ts'

describe('the return from a bank', () => {
  it.each([
    ['', null],
    ['?session_id=cs_1', null],
    [
      '?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded',
      { clientSecret: 'pi_1_secret_2', status: 'succeeded' },
    ],
    [
      '?setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_2&redirect_status=failed',
      { clientSecret: 'seti_1_secret_2', status: 'failed' },
    ],
    [
      '?payment_intent_client_secret=pi_1_secret_2&redirect_status=pending',
      { clientSecret: 'pi_1_secret_2', status: 'unknown' },
    ],
  ])('%s', (search, read) => expect(readStripeReturn(search)).toEqual(read))

  it('names the payment', () => expect(intentIdOf('pi_3Q_secret_x')).toBe('pi_3Q'))
})
