import { describe, expect, it } from 'vitest'
import { giftItem, selfItem } from '../test/carts.ts'
import { memberEmail, personKey } from './membership.ts'
import { addressLine, redactCart } from './membership-view.ts'

describe('the wearer of the belts', () => {
  it('is identified by their own email, in any spelling', () => {
    const shippingDetails = { ...selfItem().shippingDetails!, email: ' Maya@Example.COM ' }
    expect(personKey(selfItem('monthly', { shippingDetails }))).toBe('email:maya@example.com')
    expect(memberEmail(giftItem())).toBe('thomas@example.com')
    expect(personKey(giftItem())).toBe('email:thomas@example.com')
  })

  it('is identified by name and address when a gift has no email, never by the giver’s', () => {
    const giftDetails = { ...giftItem().giftDetails!, recipientEmail: ' ' }
    const shippingDetails = { ...giftItem().shippingDetails!, fullName: ' Thomas  ELLISON' }
    const gift = giftItem('monthly', { giftDetails, shippingDetails })
    expect(memberEmail(gift)).toBeNull()
    expect(personKey(gift)).toBe('address:thomas ellison|418 alder street|97209')
  })
})

it('has an address on one line, without empty parts', () => {
  const address = { fullName: 'Thomas Ellison', address: '418 Alder Street', city: 'Portland', state: 'OR' }
  expect(addressLine({ ...address, address2: 'Apt 4', zipCode: '97209' })).toBe(
    'Thomas Ellison, 418 Alder Street, Apt 4, Portland, OR 97209',
  )
  expect(addressLine({ ...address, address2: '', zipCode: '' })).toBe(
    'Thomas Ellison, 418 Alder Street, Portland, OR',
  )
})

describe('an order after a data deletion', () => {
  const extraAnswers = [{ question: 'Which colors?', answers: ['Brown'] }]
  const nowhere = { fullName: '', address: '', city: '', state: 'OR', zipCode: '' }
  const alder = { address: '418 Alder Street', city: 'Portland', state: 'OR', zipCode: '97209' }

  it('keeps what was bought and the state it went to', () => {
    const shippingDetails = { ...selfItem().shippingDetails!, address2: 'Apt 4' }
    const own = selfItem('6-months', { extraAnswers, shippingDetails })
    const { shippingDetails: _, extraAnswers: __, ...kept } = own
    expect(redactCart(own, { isPayer: true, isWearer: true })).toEqual({
      ...kept,
      shippingDetails: { ...nowhere, email: '' },
    })
  })

  it('of a gift forgets only the giver and their message', () => {
    const left = redactCart(giftItem('monthly', { extraAnswers }), { isPayer: true, isWearer: false })
    expect(left.shippingDetails).toEqual({ ...alder, fullName: 'Thomas Ellison', email: '' })
    expect(left.giftDetails).toEqual({
      ...{ senderName: '', senderEmail: '', recipientEmail: 'thomas@example.com', giftMessage: '' },
      emailDate: '2026-12-01T00:00:00.000Z',
    })
    expect(left).not.toHaveProperty('extraAnswers')
  })

  it('of a gift forgets only the recipient and the message to them', () => {
    const left = redactCart(giftItem('monthly', { extraAnswers }), { isPayer: false, isWearer: true })
    expect(left.shippingDetails).toEqual({ ...nowhere, email: 'maya@example.com' })
    expect(left.giftDetails).toEqual({
      ...{ senderName: 'Maya Ellison', senderEmail: 'maya@example.com', recipientEmail: '', giftMessage: '' },
      emailDate: '2026-12-01T00:00:00.000Z',
    })
    expect(left.extraAnswers).toEqual(extraAnswers)
  })

  it('keeps the payer’s email on a plan someone else wears', () => {
    const left = redactCart(selfItem(), { isPayer: true, isWearer: false })
    expect(left.shippingDetails).toEqual({ ...alder, fullName: 'Maya Ellison', email: 'maya@example.com' })
  })
})
