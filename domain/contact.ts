import { addDays, type CalendarDate, calendarDateIn } from './calendar-date.ts'
import { isEmail } from './email.ts'
import { hasNeeded, type Needs } from './needs.ts'
import { terms } from './terms.ts'

const hour = 3_600_000

/**
 * When a message has to be answered: within 12 hours for order issues, 24 for everything else (spec §9). The owner's
 * holidays stop the clock: a day when nobody answers counts no hours.
 */
export function answerDueAt(
  message: { createdAt: Date; category: ContactCategory | '' },
  holidays: readonly CalendarDate[],
  timeZone: string,
): Date {
  let due = message.createdAt.getTime() + answerWithinHours(message.category) * hour
  let day = calendarDateIn(timeZone, message.createdAt)
  // Every holiday on the way moves the deadline a day later, which may reach another holiday.
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

/** Minimum characters of a message (spec §5). */
const shortestMessage = 10
/** Maximum characters: three pages. */
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

/** What is wrong, by field, in spec §5's words. */
export function contactErrors(contact: ContactMessage): ContactErrors {
  const errors: ContactErrors = {}
  if (contact.name.trim() === '') errors.name = 'Name is required'
  if (!isEmail(contact.email)) errors.email = 'Valid email is required'
  if (contact.subject.trim() === '') errors.subject = 'Subject is required'
  // Characters as people count them, not UTF-16 units: an emoji is one.
  if ([...contact.message.trim()].length < shortestMessage) {
    errors.message = 'Message must be at least 10 characters'
  }
  if (contact.category === 'order' && contact.orderNumber.trim() === '') {
    errors.orderNumber = 'Order number is required for order issues'
  }
  return errors
}

/** What *Send* waits for (spec §5): an order number, too, if the message is about an order. */
export const contactNeeds: Needs = 'name email subject message category=order:order-number'

export function canSendContact(contact: ContactMessage): boolean {
  const filled: Record<string, string> = { ...contact, 'order-number': contact.orderNumber }
  return hasNeeded(contactNeeds, (field) => filled[field] ?? '')
}

/** How many hours we take to answer at most (spec §9): 12 for order issues, 24 for everything else. */
export function answerWithinHours(category: ContactCategory | ''): number {
  return category === 'order' ? terms.answerHours.order : terms.answerHours.other
}
