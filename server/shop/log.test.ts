import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { ShopError } from '../../domain/errors.ts'
import { redactPath, shopLog } from './log.ts'

/** What one error looks like in the log. */
function logged(error: unknown) {
  const lines: string[] = []
  shopLog('info', { write: (text) => lines.push(text) }).error({ error, checkoutId: 'c1' }, 'it failed')
  const line = lines.join('')
  return { line, ...JSON.parse(line) }
}

describe('a logged error', () => {
  it('says what and where it is, with its cause', () => {
    const error = new ShopError('payments_unavailable', 'Try again.', { cause: new TypeError('no answer') })
    expect(logged(error)).toMatchObject({
      msg: 'it failed',
      checkoutId: 'c1',
      error: {
        code: 'payments_unavailable',
        message: 'Try again.',
        stack: expect.stringContaining('log.test.ts'),
        cause: { name: 'TypeError', message: 'no answer' },
      },
    })
  })

  it('of the payment library has no secrets or buyer data', () => {
    const error = Stripe.errors.StripeError.generate({
      type: 'card_error',
      code: 'card_declined',
      message: 'Your card was declined.',
      headers: { authorization: 'Bearer sk_live_s3cret' },
      payment_intent: { id: 'pi_1', client_secret: 'pi_1_secret_s3cret', receipt_email: 'maya@example.com' },
    } as never)
    const { line, error: described } = logged(new ShopError('card_declined', error.message, { cause: error }))
    expect(described.cause).toMatchObject({ code: 'card_declined', message: 'Your card was declined.' })
    expect(line).not.toMatch(/s3cret|maya@/)
  })

  it('hides an email or client secret in its message', () => {
    const { line } = logged(new Error('Invalid email: <maya.o+x@example.com>, pi_1_secret_s3cret'))
    expect(line).toContain('Invalid email: <(address)>, pi_1_secret_(hidden)')
    expect(line).not.toMatch(/s3cret|maya/)
  })

  it('of a query names the query and constraint, not the row’s values', () => {
    const cause = Object.assign(new Error('duplicate key value'), { constraint: 'people_key_unique' })
    const error = new Error(
      'Failed query: insert into "people" ("key") values ($1)\nparams: maya@example.com,Maya\nEllison',
      { cause },
    )
    const { line } = logged(error)
    expect(line).toContain('people_key_unique')
    expect(line).toContain('insert into')
    // A value may have lines of its own.
    expect(line).not.toMatch(/maya@|Ellison/)
  })

  it('with a million-letter message is cut before it is scanned', () => {
    expect(logged(new Error('a'.repeat(1_000_000))).error.message).toHaveLength(2_000)
  })

  it('has no password, token or client secret of what it was about', () => {
    const lines: string[] = []
    const secrets = { token: 's3cret', password: 's3cret', clientSecret: 's3cret', client_secret: 's3cret' }
    shopLog('info', { write: (text) => lines.push(text) }).warn({ session: { id: 7, ...secrets } }, 'odd')
    expect(lines.join('')).toContain('"id":7')
    expect(lines.join('')).not.toContain('s3cret')
  })

  it('that isn’t an Error is written as text', () => {
    expect(logged('just so').error).toBe('just so')
  })
})

it.each([
  ...['/gift/', '/review/', '/handover/', '/card/', '/mail/stop/', '/mail/manage/', '/mail/my-data/'],
  ...['/mail/delay/', '/newsletter/confirm/', '/newsletter/unsubscribe/'],
])('a link under %s is kept without what opens it', (path) => {
  expect(redactPath(`${path}9fT-x_Y`)).toBe(`${path}-`)
  expect(redactPath(`${path}9fT-x_Y.data`)).toBe(`${path}-.data`)
})
