import { addDays, type CalendarDate, calendarDateIn } from './calendar-date.ts'
import { isEmail } from './email.ts'

const hour = 3_600_000

/**
 * By when a message is to be answered: 12 hours for order issues, 24 for all else (spec §9). The owner's holidays stop the
 * clock: a day on which nobody answers counts no hours.
 */
export function answerDueAt(
  message: { createdAt: Date; category: ContactCategory | '' },
  holidays: readonly CalendarDate[],
  timeZone: string,
): Date {
  let due = message.createdAt.getTime() + answerWithinHours(message.category) * hour
  let day = calendarDateIn(timeZone, message.createdAt)
  // Every holiday on the way moves the end a day on, which may reach another holiday.
  while (day <= calendarDateIn(timeZone, new Date(due))) {
    if (holidays.includes(day)) due += 24 * hour
    day = addDays(day, 1)
  }
  return new Date(due)
}

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
