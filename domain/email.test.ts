import { describe, expect, it } from 'vitest'
import { isEmail } from './email.ts'

describe('an email address', () => {
  it.each(['maya@example.com', ' a.b+c@sub.example.co '])('may be %j', (address) => {
    expect(isEmail(address)).toBe(true)
  })

  it.each(['', 'maya', 'maya@', '@example.com', 'maya@example', 'a b@example.com', 'a@b@c.d'])(
    'is not %j',
    (address) => {
      expect(isEmail(address)).toBe(false)
    },
  )

  it('is no text of a million dots, and saying so takes no minutes', () => {
    expect(isEmail(`a@${'.'.repeat(1_000_000)}@`)).toBe(false)
  })
})
