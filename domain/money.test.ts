import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centsOfDollars, dollarsOfCents, formatCents, parseCents, shareOfCents, splitCents } from './money.ts'

const amounts = fc.integer({ min: 0, max: 999_999_999 })

describe('a price label', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [6950, '$69.50'],
    [35700, '$357.00'],
    [106950, '$1,069.50'],
    [123456789, '$1,234,567.89'],
  ])('of %i cents reads %s', (cents, label) => {
    expect(formatCents(cents)).toBe(label)
    expect(parseCents(label)).toBe(cents)
  })

  it('returns the cents it was made from', () => {
    fc.assert(
      fc.property(amounts, (cents) => {
        expect(parseCents(formatCents(cents))).toBe(cents)
      }),
    )
  })

  it.each(['69.50', ' $ 69.50 ', '$69.50'])('accepts %j', (label) => {
    expect(parseCents(label)).toBe(6950)
  })

  it.each([
    '',
    '$',
    'free',
    '$69.5',
    '$69.505',
    '-$69.50',
    '$12,34.50',
    '6950 cents',
    '$69,50',
    'NaN',
    '1e3',
  ])('rejects %j', (label) => {
    expect(parseCents(label)).toBeNull()
  })
})

describe('a payment split over its boxes', () => {
  it('adds up to the payment, with shares at most a cent apart', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 36 }), (cents, parts) => {
        const shares = splitCents(cents, parts)
        expect(shares).toHaveLength(parts)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cents)
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('gives the odd cents to the first boxes', () => {
    expect(splitCents(1000, 3)).toEqual([334, 333, 333])
  })

  it.each([0, -1, 1.5, Number.NaN])('rejects %d boxes', (parts) => {
    expect(() => splitCents(6950, parts)).toThrow(RangeError)
  })
})

describe('a share of an amount', () => {
  it.each([
    [6950, 725, 504],
    [35700, 725, 2588],
    [59400, 725, 4307],
    [0, 725, 0],
    [200, 25, 1],
    [199, 25, 0],
  ])('of %i cents at %i basis points is %i cents, half a cent rounded up', (cents, rate, share) => {
    expect(shareOfCents(cents, rate)).toBe(share)
  })

  it('is a whole number of cents within half a cent of the exact share', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (cents, rate) => {
        const share = shareOfCents(cents, rate)
        expect(Number.isInteger(share)).toBe(true)
        expect(Math.abs(share * 10_000 - cents * rate)).toBeLessThanOrEqual(5_000)
      }),
    )
  })
})

describe('dollars as typed', () => {
  it.each([
    ['357', 35_700],
    ['357.5', 35_750],
    ['357.05', 35_705],
    [' $357.00 ', 35_700],
    [0.5, 50],
    ['357.005', null],
    ['-1', null],
    ['1,000', null],
    ['', null],
    ['12345678', null],
  ])('%j are %j cents', (typed, cents) => {
    expect(centsOfDollars(typed)).toBe(cents)
  })

  it.each([
    [35_700, '357.00'],
    [5, '0.05'],
    [0, '0.00'],
  ])('%i cents are %s', (cents, text) => {
    expect(dollarsOfCents(cents)).toBe(text)
  })

  it('a label may omit its cents', () => {
    expect(parseCents('$69')).toBe(6900)
  })
})
