import { describe, expect, it } from 'vitest'
import { isEmail, mailboxOf } from './email.ts'

describe('an email address', () => {
  it.each(['maya@example.com', ' a.b+c@sub.example.co ', "o'brien@example.com", 'maya@bücher.example'])(
    'may be %j',
    (address) => {
      expect(isEmail(address)).toBe(true)
    },
  )

  it.each(['', 'maya', 'maya@', '@example.com', 'maya@example', 'a b@example.com', 'a@b@c.d'])(
    'is not %j',
    (address) => {
      expect(isEmail(address)).toBe(false)
    },
  )

  it.each([
    '<maya@example.com>',
    'maya@example.com>',
    'Maya<maya@example.com',
    'maya@example.com,everybody@example.com',
    'maya@example.com;everybody@example.com',
    '"maya"@example.com',
    'maya(me)@example.com',
    'maya@[192.0.2.1].x',
    'maya\u0000@example.com',
    'maya@example.com\u200b',
    'mailto:maya@example.com',
  ])('is not %j, which a mail program could read as another', (address) => {
    expect(isEmail(address)).toBe(false)
  })

  it('is no text of a million dots, and saying so takes no minutes', () => {
    expect(isEmail(`a@${'.'.repeat(1_000_000)}@`)).toBe(false)
  })
})

describe('the mailbox of an address', () => {
  it.each([
    ['Maya+belts@Example.com', 'maya@example.com'],
    ['maya.e+1@example.com', 'maya.e@example.com'],
    ['m.a.y.a+x@gmail.com', 'maya@gmail.com'],
    ['m.aya@googlemail.com', 'maya@gmail.com'],
    ['+maya@example.com', '+maya@example.com'],
    ['maya@example.com.', 'maya@example.com'],
  ])('of %s is %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox)
  })
})
