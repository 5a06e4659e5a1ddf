import { describe, expect, it } from 'vitest'
import { giftItem, selfItem } from '../test/carts.ts'
import type { CartGift, CartItem, CartShipping } from './cart.ts'
import { firstMissingField, freeReference, isFreeReference, isPurchaserEmail } from './checkout.ts'

const today = '2026-11-21'
const shipped = (item: CartItem, changes: Partial<CartShipping>): CartItem => ({
  ...item,
  shippingDetails: { ...item.shippingDetails!, ...changes },
})
const given = (changes: Partial<CartGift>): CartItem =>
  giftItem('12-months', { giftDetails: { ...giftItem().giftDetails!, ...changes } })

describe('the missing fields before payment (spec §5)', () => {
  it('are none in a complete cart', () => {
    expect(firstMissingField([selfItem(), giftItem()], today)).toBeNull()
  })

  it('include the shipping details, by item number', () => {
    const { shippingDetails: _, ...bare } = selfItem()
    expect(firstMissingField([selfItem(), bare], today)).toBe(
      'Item 2: Missing shipping details. Please complete the style quiz.',
    )
  })

  it.each([
    ['fullName', 'Full name is required'],
    ['email', 'Email is required'],
    ['address', 'Address is required'],
    ['city', 'City is required'],
    ['state', 'State is required'],
    ['zipCode', 'ZIP code is required'],
  ])('include the %s: Item 1: %s', (field, sentence) => {
    for (const item of [selfItem(), giftItem()])
      expect(firstMissingField([shipped(item, { [field]: ' ' })], today)).toBe(`Item 1: ${sentence}`)
  })

  it.each([
    ['senderName', 'Your name is required'],
    ['senderEmail', 'Your email is required'],
    ['recipientEmail', 'Recipient email is required'],
    ['emailDate', 'Email date is required'],
  ])('include a gift’s %s: Item 2: %s', (field, sentence) => {
    expect(firstMissingField([selfItem(), given({ [field]: '' })], today)).toBe(`Item 2: ${sentence}`)
  })

  it('include an email day that has passed', () => {
    const on = (day: string) => firstMissingField([given({ emailDate: `${day}T00:00:00.000Z` })], today)
    expect(on('2026-11-20')).toBe('Item 1: Email date cannot be before today')
    expect([on('2026-11-21'), on('2026-11-22')]).toEqual([null, null])
  })

  it('are reported one at a time, by field and item', () => {
    const blank = shipped(selfItem(), { city: '', zipCode: '' })
    expect(firstMissingField([blank, shipped(selfItem(), { fullName: '' })], today)).toBe(
      'Item 1: City is required',
    )
    expect(firstMissingField([shipped(given({ senderName: '' }), { zipCode: '' })], today)).toBe(
      'Item 1: ZIP code is required',
    )
  })
})

describe('undeliverable shipping details', () => {
  it.each([
    [
      { state: 'Oregonia', zipCode: '9' },
      'Choose a state from the list, like OR or Oregon. We ship within the US only.',
    ],
    [{ zipCode: '9' }, 'Enter a five-digit ZIP code, like 97209 or 97209-1234.'],
    [{ zipCode: '10001' }, 'ZIP code 10001 isn’t in Oregon. Check the ZIP code and the state.'],
    [{ email: 'x@' }, 'Please enter a valid email address'],
  ])('report %j: %s', (changes, sentence) => {
    expect(firstMissingField([selfItem(), shipped(selfItem(), changes)], today)).toBe(`Item 2: ${sentence}`)
  })

  it.each(['senderEmail', 'recipientEmail'])('report a gift’s invalid %s', (field) => {
    expect(firstMissingField([given({ [field]: 'x@' })], today)).toBe(
      'Item 1: Please enter a valid email address',
    )
  })
})

it('accept the purchaser’s email only when valid', () => {
  expect(['', '  ', 'maya.example.com', 'maya@example.com', '@'].map(isPurchaserEmail)).toEqual([
    false,
    false,
    false,
    true,
    false,
  ])
})

it('the checkout checks a cart like the form: email first, a real day, no giver for oneself', () => {
  expect(firstMissingField([shipped(selfItem(), { email: 'x@', zipCode: '9' })], today)).toBe(
    'Item 1: Please enter a valid email address',
  )
  expect(firstMissingField([given({ emailDate: '2027-02-31T00:00:00.000Z' })], today)).toBe(
    'Item 1: Email date is required',
  )
  // Typed before the gift became a plan for oneself.
  const own = { ...given({ senderEmail: 'x@', recipientEmail: '' }), recipientType: 'self' as const }
  expect(firstMissingField([own], today)).toBeNull()
})

it('a free checkout has a reference distinct from a payment’s', () => {
  expect(freeReference('7f3a')).toBe('free_7f3a')
  expect(['free_7f3a', 'pi_free_1_secret_2', 'seti_1_secret_2'].map(isFreeReference)).toEqual([
    true,
    false,
    false,
  ])
})
