import { expect, it } from 'vitest'
import { nextSize } from './membership.ts'

it.each([
  ['36', 'tight', 'male', '38'],
  ['36', 'loose', 'male', '34'],
  ['36', 'right', 'male', null],
  ['44', 'tight', 'male', null],
  ['26', 'loose', 'female', null],
  ['Unsure', 'tight', 'female', null],
] as const)('a belt of size %s that is %s for %s suggests %s', (size, fit, gender, next) => {
  expect(nextSize(size, fit, gender)).toBe(next)
})
