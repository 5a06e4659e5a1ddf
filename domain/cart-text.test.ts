import { expect, it } from 'vitest'
import { giftItem, selfItem } from '../test/carts.ts'
import { addressText, beltsText } from './cart-text.ts'

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
