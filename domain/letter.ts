import { machine } from './machine.ts'

/**
 * A letter from its first word to its last reader. `stopped`: too many addresses bounced, or a person stopped it; somebody
 * goes on with it or gives it up (`ended`).
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

/** States in which the world may read a letter: its first mail has left. */
export const publicLetterStates: readonly LetterState[] = ['sending', 'stopped', 'sent', 'ended']
/** States in which the month has its letter, so that nobody is waited for. */
export const writtenStates: readonly LetterState[] = ['scheduled', 'sending', 'sent', 'ended']

/** One address of a letter: listed, handed to the outbox, and what came of it. */
export const letterReaderMachine = machine({
  waiting: ['queued'],
  queued: ['waiting', 'sent', 'bounced', 'dropped'],
  sent: ['bounced', 'complained'],
  bounced: ['complained'],
  complained: [],
  dropped: [],
})

/** Mails after which the share of bounces says something; before, three typing errors would stop a letter. */
export const fewestForShare = 100
/** Percent of bounces at which a letter stops by itself. */
export const mostBounces = 2

/** Handed to a mail server, and of these, those that bounced. */
type Sent = { sent: number; bounced: number }

/**
 * Whether so many bounced that sending stops: at 2 %. Whoever says to go on has looked at the addresses and takes that share:
 * then it stops at twice as much.
 * @param before as it stood when a person last said to go on; nothing sent: nobody had to
 */
export function isOverBounceLimit({ sent, bounced }: Sent, before: Sent = { sent: 0, bounced: 0 }): boolean {
  const accepted = before.sent > 0 ? (before.bounced * 100) / before.sent : 0
  return sent >= fewestForShare && bounced * 100 >= Math.max(mostBounces, 2 * accepted) * sent
}

/**
 * What a failed delivery says of the address (RFC 3463): `hard`, there is no such mailbox, so nothing is sent there again;
 * `soft`, this mail was not taken, for a full mailbox or what a filter thought of it.
 * @param status "5.1.1"; "" where none was given
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
