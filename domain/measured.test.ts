import { expect, it } from 'vitest'
import { genders } from './belt.ts'
import {
  measuredFor,
  measuredSentence,
  sizeAsMeasured,
  sizeOfBelt,
  toTenth,
  typedInches,
} from './measured.ts'
import { beltSizes } from './sizing.ts'

it('a belt’s length is its size: the nearest, and between two the larger', () => {
  expect(['35', '35.8', '36', '36.9'].map((inches) => sizeOfBelt('male', Number(inches)))).toEqual(
    Array(4).fill('36'),
  )
  expect(sizeOfBelt('male', 37)).toBe('38')
  expect(sizeOfBelt('female', 25)).toBe('26')
})

it('every length up to one inch beyond the list has a size, and beyond that it is said which way', () => {
  for (const gender of genders) {
    const numbers = beltSizes[gender].map(Number)
    const [first, last] = [numbers[0]!, numbers.at(-1)!]
    for (let tenths = 200; tenths <= 600; tenths++) {
      const inches = tenths / 10
      const size = sizeOfBelt(gender, inches)
      if (inches < first - 1) expect(size, `${gender} ${inches}`).toBe('short')
      else if (inches >= last + 1) expect(size, `${gender} ${inches}`).toBe('long')
      else expect(Math.abs(Number(size) - inches), `${gender} ${inches}`).toBeLessThanOrEqual(1)
    }
  }
  expect(measuredSentence('female', 39.4)).toContain('Our largest belt is 38')
  expect(measuredSentence('male', 29)).toContain('Our smallest belt is 32')
})

it('a length counts only with the size that was read from it', () => {
  expect(measuredFor('male', '36', 35.84)).toBe(35.8)
  expect(measuredFor('male', '38', 35.8)).toBeNull()
  expect(measuredFor('male', 'Unsure', 35.8)).toBeNull()
  expect(measuredFor('female', '44', 44)).toBeNull()
  expect(measuredFor('male', '36', undefined)).toBeNull()
  expect(sizeAsMeasured('36', 35.8)).toBe('36, measured 35.8 inches')
  expect(sizeAsMeasured('36', null)).toBe('36')
})

it('a typed length may be in inches, fractions or centimeters', () => {
  expect(['36.5', '36,5', ' 36 1/2 in', '36"', '36 inches', '92 cm'].map(typedInches)).toEqual([
    36.5, 36.5, 36.5, 36, 36, 36.2,
  ])
  expect(['', 'large', '5', '99', '36 1/0', '-36', '36 and a bit', 'NaN'].map(typedInches)).toEqual(
    Array(8).fill(null),
  )
  expect(toTenth(35.849999)).toBe(35.8)
})
