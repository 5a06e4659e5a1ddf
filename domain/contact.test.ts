import { describe, expect, it } from 'vitest'
import {
  answerWithinHours,
  type ContactMessage,
  canSendContact,
  contactCategories,
  contactCategoryNames,
  contactErrors,
} from './contact.ts'

const good: ContactMessage = {
  name: 'Maya',
  email: 'maya@example.com',
  subject: 'A question',
  category: '',
  orderNumber: '',
  message: 'How long is it?',
}

describe('a contact message', () => {
  it.each([
    [{ name: ' ' }, { name: 'Name is required' }],
    [{ email: 'maya@' }, { email: 'Valid email is required' }],
    [{ subject: '' }, { subject: 'Subject is required' }],
    [{ message: 'too short' }, { message: 'Message must be at least 10 characters' }],
    [
      { category: 'order' as const, orderNumber: ' ' },
      { orderNumber: 'Order number is required for order issues' },
    ],
    [{ category: 'order' as const, orderNumber: 'BC-1' }, {}],
    [{ message: '1234567890' }, {}],
    [{ message: '👍👍👍👍👍👍👍👍👍' }, { message: 'Message must be at least 10 characters' }],
  ])('with %j gets the errors %j', (changes, errors) => {
    expect(contactErrors({ ...good, ...changes })).toEqual(errors)
  })

  it('can be sent once every required field is filled', () => {
    expect(canSendContact(good)).toBe(true)
    expect(canSendContact({ ...good, subject: ' ' })).toBe(false)
    expect(canSendContact({ ...good, category: 'order' })).toBe(false)
    expect(canSendContact({ ...good, category: 'order', orderNumber: 'BC-1' })).toBe(true)
  })

  it('has the categories of the specification', () => {
    expect(contactCategories).toEqual(['general', 'order', 'return', 'billing', 'sizing', 'feedback'])
    expect(answerWithinHours('general')).toBe(24)
  })

  it('is answered within 12 hours about orders, 24 about the rest', () => {
    expect([answerWithinHours('order'), answerWithinHours('return'), answerWithinHours('')]).toEqual([
      12, 24, 24,
    ])
  })
})

it('treats blanks as empty, and names each category plainly', () => {
  expect(contactErrors({ ...good, subject: ' ' })).toEqual({ subject: 'Subject is required' })
  expect(contactErrors({ ...good, message: '  short     ' })).toEqual({
    message: 'Message must be at least 10 characters',
  })
  expect(contactCategories.map((category) => contactCategoryNames[category])).toEqual([
    ...['General question', 'Order issue', 'Return or exchange', 'Billing', 'Sizing', 'Feedback'],
  ])
})
