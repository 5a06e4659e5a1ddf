import { expect, it } from 'vitest'
import { giftItem, selfItem } from '../test/carts.ts'
import { addressText, beltsText, forWhom } from './cart-text.ts'

it('says styles and size as people do', () => {
  expect(beltsText(selfItem())).toBe('Dress, Casual, size 36')
  expect(beltsText(selfItem('monthly', { size: 'Unsure' }))).toBe('Dress, Casual, size unsure')
  expect(beltsText(giftItem())).toBe('Let Recipient Pick, Let Recipient Choose')
})

it('says an address in one line, with what there is of it', () => {
  expect(addressText(selfItem())).toBe('418 Alder Street, Portland, OR 97209')
  const shippingDetails = { ...selfItem().shippingDetails!, address2: 'Apt 4' }
  expect(addressText({ shippingDetails })).toBe('418 Alder Street, Apt 4, Portland, OR 97209')
  expect(addressText({})).toBe('')
})

it('says for whom it is, with a name where there is one', () => {
  const nameless = { ...selfItem().shippingDetails!, fullName: '' }
  expect(forWhom(selfItem())).toBe('For you, Maya Ellison')
  expect(forWhom(selfItem('monthly', { shippingDetails: nameless }))).toBe('For you')
  expect(forWhom(giftItem())).toBe('Gift for Thomas Ellison')
  expect(forWhom(giftItem('monthly', { shippingDetails: nameless }))).toBe('A gift')
})
