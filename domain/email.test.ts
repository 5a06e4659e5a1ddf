import { describe, expect, it } from 'vitest'
import { isEmail, mailboxOf } from './email.ts'
import { suggestEmail } from './suggest-email.ts'

describe('an email address', () => {
  it.each(['maya@example.com', ' a.b+c@sub.example.co ', "o'brien@example.com", 'maya@bücher.example'])(
    'may be %j',
    (address) => {
      expect(isEmail(address)).toBe(true)
    },
  )

  it.each([
    '',
    'maya',
    'maya@',
    '@example.com',
    'maya@example',
    'maya@example..com',
    'maya@example.com.',
    'maya@.com',
    'a b@example.com',
    'a@b@c.d',
  ])('is not %j', (address) => {
    expect(isEmail(address)).toBe(false)
  })

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

describe('an address that looks misspelled', () => {
  it.each([
    ['maya@gmail.con', 'maya@gmail.com'],
    [' Maya.E@GMAIL.CMO ', 'Maya.E@gmail.com'],
    ['maya@gmial.com', 'maya@gmail.com'],
    ['maya@gmai.com', 'maya@gmail.com'],
    ['maya@gmail.co', 'maya@gmail.com'],
    ['maya@hotmial.com', 'maya@hotmail.com'],
    ['maya@yahooo.com', 'maya@yahoo.com'],
    ['maya@iclod.com', 'maya@icloud.com'],
    ['maya@belts.example.con', 'maya@belts.example.com'],
  ])('%j is asked about: %j?', (typed, meant) => expect(suggestEmail(typed)).toBe(meant))

  it.each([
    'maya@gmail.com',
    'maya@mail.com',
    'maya@ymail.com',
    'maya@me.com',
    'maya@he.com',
    'maya@example.com',
    '',
  ])('%j is not', (typed) => expect(suggestEmail(typed)).toBeNull())
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

it('an address has an ending of two letters or more, and 320 characters at most', () => {
  expect(isEmail('maya@example.c')).toBe(false)
  expect(isEmail(`${'m'.repeat(308)}@example.com`)).toBe(true)
  expect(isEmail(`${'m'.repeat(309)}@example.com`)).toBe(false)
})
