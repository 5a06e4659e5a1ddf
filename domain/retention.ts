import { keptTime } from './term-words.ts'
import { terms } from './terms.ts'

const day = 24 * 60 * 60_000

/**
 * Which personal data is kept, and for how many days: one list for the privacy page, the jobs that delete, and the test
 * that runs them (docs/decisions/078). Data kept indefinitely is described on the page itself.
 */
export const retention = {
  carts: `A cart you took to payment and didn’t pay for: ${keptTime('carts')}.`,
  offers: `A membership or an order our team offered you by a link, and you didn’t take: ${keptTime('offers')} after the link ends.`,
  signUps: `An email address that signs up for the newsletter and never confirms: ${keptTime('signUps')}. We ask once more after ${terms.newsletterReminderDays}.`,
  messages: `What you write to us, with attachments, and our answers: ${keptTime('messages')} after the last word.`,
  setAside: `Email that turns out to be spam or automatic: ${keptTime('setAside')}.`,
  letters: `Whom each letter went to, and whether it arrived: ${keptTime('letters')}. We keep the letter itself.`,
  mails: `The emails we send you, as we sent them: ${keptTime('mails')}. After that we keep only what kind it was, and when.`,
  photos: `Photos of a belt that broke: ${keptTime('photos')}.`,
  labels: `Shipping labels with your name and address: ${keptTime('labels')}. We keep the tracking number and the price.`,
  providerNews: `What the payment provider tells us about a payment, as it came: ${keptTime('providerNews')}. Your order and its payments stay in our books.`,
  signIns: `Sign-ins of our team, with the network address they came from: ${keptTime('signIns')}.`,
  requests: `What our team asked an owner to agree to for you, such as a refund: ${keptTime('requests')}.`,
  refusals: `Network addresses that we refused more than a thousand times in an hour: ${keptTime('refusals')}.`,
} satisfies Record<keyof typeof terms.keptDays, string>

/** Data of this kind from before this instant is no longer kept. */
export function keptSince(kind: keyof typeof retention, now: Date): Date {
  return new Date(now.getTime() - terms.keptDays[kind] * day)
}
