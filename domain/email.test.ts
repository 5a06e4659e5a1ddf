import { describe, expect, it } from 'vitest'
import { isEmail, mailboxOf } from './email.ts'
import { suggestEmail } from './suggest-email.ts'

describe('an email address', () => {
  it.each(['maya@example.com', ' a.b+c@sub.example.co ', "o'brien@example.com", 'maya@bücher.example'])(
    'accepts %j',
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
  ])('rejects %j', (address) => {
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
  ])('rejects %j, which an email program could read differently', (address) => {
    expect(isEmail(address)).toBe(false)
  })

  it('rejects a million dots without taking minutes', () => {
    expect(isEmail(`a@${'.'.repeat(1_000_000)}@`)).toBe(false)
  })
})

describe('a possibly misspelled email', () => {
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
  ])('%j suggests %j', (typed, meant) => expect(suggestEmail(typed)).toBe(meant))

  it.each([
    'maya@gmail.com',
    'maya@mail.com',
    'maya@ymail.com',
    'maya@me.com',
    'maya@he.com',
    'maya@example.com',
    '',
  ])('%j suggests nothing', (typed) => expect(suggestEmail(typed)).toBeNull())
})

describe('the mailbox of an email', () => {
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

it('an email ends in two letters or more, and has 320 characters at most', () => {
  expect(isEmail('maya@example.c')).toBe(false)
  expect(isEmail(`${'m'.repeat(308)}@example.com`)).toBe(true)
  expect(isEmail(`${'m'.repeat(309)}@example.com`)).toBe(false)
})
