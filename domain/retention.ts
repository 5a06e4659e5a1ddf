const day = 24 * 60 * 60_000

/**
 * Which personal data is kept, and for how many days: one list for the privacy page, the jobs that delete, and the test
 * that runs them (docs/decisions/078). Data kept indefinitely is described on the page itself.
 */
export const retention = {
  carts: { days: 30, words: 'A cart you took to payment and didn’t pay for: 30 days.' },
  offers: {
    days: 30,
    words:
      'A membership or an order our team offered you by a link, and you didn’t take: 30 days after the link ends.',
  },
  signUps: {
    days: 30,
    words:
      'An email address that signs up for the newsletter and never confirms: 30 days. We ask once more after 3.',
  },
  messages: {
    days: 730,
    words: 'What you write to us, with attachments, and our answers: two years after the last word.',
  },
  setAside: { days: 30, words: 'Email that turns out to be spam or automatic: 30 days.' },
  letters: {
    days: 90,
    words: 'Whom each letter went to, and whether it arrived: 90 days. We keep the letter itself.',
  },
  mails: {
    days: 730,
    words:
      'The emails we send you, as we sent them: two years. After that we keep only what kind it was, and when.',
  },
  photos: { days: 730, words: 'Photos of a belt that broke: two years.' },
  labels: {
    days: 90,
    words: 'Shipping labels with your name and address: 90 days. We keep the tracking number and the price.',
  },
  providerNews: {
    days: 90,
    words:
      'What the payment provider tells us about a payment, as it came: 90 days. Your order and its payments stay in our books.',
  },
  signIns: {
    days: 30,
    words: 'Sign-ins of our team, with the network address they came from: 30 days.',
  },
} as const satisfies Record<string, { days: number; words: string }>

/** Data of this kind from before this instant is no longer kept. */
export function keptSince(kind: keyof typeof retention, now: Date): Date {
  return new Date(now.getTime() - retention[kind].days * day)
}
