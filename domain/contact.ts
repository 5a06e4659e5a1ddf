import { isEmail } from './email.ts'

/** Spec §9 "Contact". */
export const contactCategories = ['general', 'order', 'return', 'billing', 'sizing', 'feedback'] as const
export type ContactCategory = (typeof contactCategories)[number]

export const contactCategoryNames: Record<ContactCategory, string> = {
  general: 'General question',
  order: 'Order issue',
  return: 'Return or exchange',
  billing: 'Billing',
  sizing: 'Sizing',
  feedback: 'Feedback',
}

/** Characters that a message has at least (spec §5). */
const shortestMessage = 10
/** Characters that it has at most: three pages. */
export const longestMessage = 4000

export type ContactMessage = {
  name: string
  email: string
  subject: string
  category: ContactCategory | ''
  orderNumber: string
  message: string
}

export type ContactErrors = Partial<Record<keyof ContactMessage, string>>

/** What is wrong, field by field, in the sentences of spec §5. */
export function contactErrors(contact: ContactMessage): ContactErrors {
  const errors: ContactErrors = {}
  if (contact.name.trim() === '') errors.name = 'Name is required'
  if (!isEmail(contact.email)) errors.email = 'Valid email is required'
  if (contact.subject.trim() === '') errors.subject = 'Subject is required'
  if (contact.message.trim().length < shortestMessage) {
    errors.message = 'Message must be at least 10 characters'
  }
  if (contact.category === 'order' && contact.orderNumber.trim() === '') {
    errors.orderNumber = 'Order number is required for order issues'
  }
  return errors
}

/** May Send be pressed: what must be filled is filled (spec §5). */
export function canSendContact(contact: ContactMessage): boolean {
  const asked = [contact.name, contact.email, contact.subject, contact.message]
  if (contact.category === 'order') asked.push(contact.orderNumber)
  return asked.every((value) => value.trim() !== '')
}

/** Hours within which we answer (spec §9): order issues 12, everything else 24. */
export function answerWithinHours(category: ContactCategory | ''): number {
  return category === 'order' ? 12 : 24
}
