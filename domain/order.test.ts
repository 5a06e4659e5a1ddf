import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newOrderNumber, orderNumberAlphabet, orderNumberPattern } from './order.ts'

describe('an order number', () => {
  it('looks like BC-7K3F-9QMT for any random numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), (dice) => {
        const number = newOrderNumber((limit) => dice.pop()! % limit)
        expect(number).toMatch(orderNumberPattern)
        expect(number).toHaveLength('BC-7K3F-9QMT'.length)
      }),
    )
    expect('BC-7K3F-9QMT').toMatch(orderNumberPattern)
  })

  it('has no easily misread character', () => {
    for (const lookAlike of '0O1ILUV') {
      expect(orderNumberAlphabet).not.toContain(lookAlike)
      expect(`BC-${lookAlike.repeat(4)}-9QMT`).not.toMatch(orderNumberPattern)
    }
  })

  it('may use each alphabet character in each place', () => {
    expect(new Set(orderNumberAlphabet).size).toBe(orderNumberAlphabet.length)
    for (const [index, letter] of [...orderNumberAlphabet].entries()) {
      expect(newOrderNumber(() => index)).toBe(`BC-${letter.repeat(4)}-${letter.repeat(4)}`)
      expect(newOrderNumber(() => index)).toMatch(orderNumberPattern)
    }
  })

  it('doesn’t repeat within ten thousand orders', () => {
    const numbers = Array.from({ length: 10_000 }, () => newOrderNumber((limit) => randomInt(limit)))
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})
