import { expect, it } from 'vitest'
import { giftItem, selfItem } from '../test/carts.ts'
import { addressText, beltsText, forWhom } from './cart-text.ts'

it('reads styles and size the way people say them', () => {
  expect(beltsText(selfItem())).toBe('Dress, Casual, size 36')
  expect(beltsText(selfItem('monthly', { size: 'Unsure' }))).toBe('Dress, Casual, size unsure')
  expect(beltsText(giftItem())).toBe('Let Recipient Pick, Let Recipient Choose')
})

it('puts the parts of an address on one line', () => {
  expect(addressText(selfItem())).toBe('418 Alder Street, Portland, OR 97209')
  const shippingDetails = { ...selfItem().shippingDetails!, address2: 'Apt 4' }
  expect(addressText({ shippingDetails })).toBe('418 Alder Street, Apt 4, Portland, OR 97209')
  expect(addressText({})).toBe('')
})

it('says who it is for, with a name when known', () => {
  const nameless = { ...selfItem().shippingDetails!, fullName: '' }
  expect(forWhom(selfItem())).toBe('For you, Maya Ellison')
  expect(forWhom(selfItem('monthly', { shippingDetails: nameless }))).toBe('For you')
  expect(forWhom(giftItem())).toBe('Gift for Thomas Ellison')
  expect(forWhom(giftItem('monthly', { shippingDetails: nameless }))).toBe('A gift')
})
