import { expect, it } from 'vitest'
import { stateCode } from './state-code.ts'

it.each([
  ['California', 'CA'],
  [' new york ', 'NY'],
  ['WEST VIRGINIA', 'WV'],
  ['ca', 'CA'],
  ['', ''],
  ['Ontario', 'Ontario'],
])('the state %j is %j in a list of states', (typed, code) => expect(stateCode(typed)).toBe(code))
