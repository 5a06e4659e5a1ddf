import { machine } from './machine.ts'

/**
 * A letter from its first word to its last reader. `stopped`: too many addresses bounced, or a person stopped it; someone
 * then continues it or gives it up (`ended`).
 */
export const letterMachine = machine({
  draft: ['scheduled'],
  scheduled: ['draft', 'sending'],
  sending: ['stopped', 'sent'],
  stopped: ['sending', 'ended'],
  sent: [],
  ended: [],
})
export type LetterState = (typeof letterMachine.states)[number]

/** States in which a letter is public: its first email has been sent. */
export const publicLetterStates: readonly LetterState[] = ['sending', 'stopped', 'sent', 'ended']
/** States in which the month has its letter, so nobody needs to write one. */
export const writtenStates: readonly LetterState[] = ['scheduled', 'sending', 'sent', 'ended']

/** One address of a letter: listed, handed to the outbox, and the result. */
export const letterReaderMachine = machine({
  waiting: ['queued'],
  queued: ['waiting', 'sent', 'bounced', 'dropped'],
  sent: ['bounced', 'complained'],
  bounced: ['complained'],
  complained: [],
  dropped: [],
})

/** The number of emails before the bounce share means anything; with fewer, three typos would stop a letter. */
export const fewestForShare = 100
/** Percent of bounces at which a letter stops automatically. */
export const mostBounces = 2

/** Emails handed to a mail server, and how many of them bounced. */
type Sent = { sent: number; bounced: number }

/**
 * Whether sending stops because too many emails bounced, at 2%. Someone who continues has looked at the addresses and
 * accepts that share: it then stops at double.
 * @param before the counts when a person last continued; nothing sent: no one has had to
 */
export function isOverBounceLimit({ sent, bounced }: Sent, before: Sent = { sent: 0, bounced: 0 }): boolean {
  const accepted = before.sent > 0 ? (before.bounced * 100) / before.sent : 0
  return sent >= fewestForShare && bounced * 100 >= Math.max(mostBounces, 2 * accepted) * sent
}

/**
 * What a failed delivery says about the address (RFC 3463). `hard`: the mailbox doesn't exist, so nothing is sent there
 * again; `soft`: only this email was refused, because of a full mailbox or a filter.
 * @param status "5.1.1"; "" if none was given
 * @param words what the other mail server said
 */
export function bounceKind(status: string, words: string): 'hard' | 'soft' {
  if (/^5\.1\.(0|1|2|3|6|10)$|^5\.2\.1$|^5\.4\.4$/.test(status)) return 'hard'
  if (status !== '' && status !== '5.0.0') return 'soft'
  if (/relay|spam|block|polic|reputation|authenticat|quota|full|too large|size|rate|dmarc|spf/i.test(words))
    return 'soft'
  return /unknown|no such|not exist|does ?n[o’']t exist|invalid|unrouteable|disabled|not found|no mailbox|unavailable|recipient|user/i.test(
    words,
  )
    ? 'hard'
    : 'soft'
}

/**
 * Spec §4 "Newsletter subscriber status". Someone who left can come back; that another person can't bring them back is
 * enforced by the call itself.
 */
export const subscriberMachine = machine({
  active: ['unsubscribed', 'bounced'],
  unsubscribed: ['active', 'bounced'],
  bounced: ['active', 'unsubscribed'],
})
export type SubscriberStatus = (typeof subscriberMachine.states)[number]
