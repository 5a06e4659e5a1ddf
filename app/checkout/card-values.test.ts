import { describe, expect, it } from 'vitest'
import { cardErrors, formatCardNumber, formatExpiration } from './card-values.ts'

describe('the demo card form', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242 4242 4242 4242', '4242 4242 4242 4242'],
    ['42424', '4242 4'],
    ['4242', '4242'],
    ['378282246310005', '3782 8224 6310 005'],
    ['4242-4242x', '4242 4242'],
  ])('number %s reads %s', (typed, shown) => expect(formatCardNumber(typed)).toBe(shown))

  it.each([
    ['12/30', '12 / 30'],
    ['1230', '12 / 30'],
    ['12 / 2030', '12 / 30'],
    ['1', '1'],
    ['12', '12'],
    ['12 / ', '12'],
    ['3', '03'],
    ['330', '03 / 30'],
    ['', ''],
  ])('expiration %s reads %s', (typed, shown) => expect(formatExpiration(typed)).toBe(shown))

  it('names each missing field', () => {
    expect(Object.keys(cardErrors({ number: '', expiration: '', securityCode: '' }))).toEqual([
      'number',
      'expiration',
      'securityCode',
    ])
    expect(cardErrors({ number: '4242 4242 4242 4242', expiration: '12 / 30', securityCode: '123' })).toEqual(
      {},
    )
    const american = { number: '3782 822463 10005', expiration: '12 / 30', securityCode: '1234' }
    expect(cardErrors(american)).toEqual({})
    expect(Object.keys(cardErrors({ ...american, number: '4242 4242 424', securityCode: '12345' }))).toEqual([
      'number',
      'securityCode',
    ])
  })
})
