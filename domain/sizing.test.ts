import { describe, expect, it } from 'vitest'
import {
  beltSizes,
  inchesAdded,
  isSizeOption,
  measuredSizeOf,
  measuredSizes,
  recipientChoosesSize,
  sizeQuestion,
  unsureSize,
} from './sizing.ts'

describe('sizes', () => {
  it('match the specification’s lists', () => {
    expect(beltSizes.female).toEqual(['26', '28', '30', '32', '34', '36', '38'])
    expect(beltSizes.male).toEqual(['32', '34', '36', '38', '40', '42', '44'])
  })

  it('of belts are pants or waist size plus 2 inches', () => {
    expect(inchesAdded).toBe(2)
    expect(measuredSizeOf('36')).toBe(34)
    const belts = (sizes: readonly number[]) => sizes.map((size) => [size, size + inchesAdded])
    expect(belts(measuredSizes.male)).toEqual([
      [30, 32],
      [32, 34],
      [34, 36],
      [36, 38],
      [38, 40],
      [40, 42],
      [42, 44],
    ])
    expect(belts(measuredSizes.female)).toEqual([
      [24, 26],
      [26, 28],
      [28, 30],
      [30, 32],
      [32, 34],
      [34, 36],
      [36, 38],
    ])
  })

  it('are asked for in familiar terms: pants, or waist for women', () => {
    const question = 'What pants size do you wear?'
    expect(sizeQuestion(question, 'male')).toBe(question)
    expect(sizeQuestion(question, 'female')).toBe('What waist size do you wear?')
    expect(sizeQuestion('What is your belt size?', 'female')).toBe('What is your belt size?')
  })

  it('can be left to the recipient for gifts only', () => {
    expect([unsureSize, recipientChoosesSize]).toEqual(['Unsure', 'Let Recipient Choose'])
    expect(isSizeOption('Let Recipient Choose', 'male', true)).toBe(true)
    expect(isSizeOption('Let Recipient Choose', 'male', false)).toBe(false)
    expect(isSizeOption('Unsure', 'female', false)).toBe(true)
    expect([isSizeOption('44', 'female', false), isSizeOption('26', 'male', false)]).toEqual([false, false])
  })
})
