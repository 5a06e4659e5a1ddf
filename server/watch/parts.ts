const minute = 60_000
const hour = 60 * minute

export type Part = {
  /** milliseconds a round may get nothing done before it is left behind and the next one begins */
  limit: number
  /** milliseconds since a round last ended well, after which the health page is red */
  patience: number
  /** how serious that is */
  wrong: 'bad' | 'watch'
}

/** Works whenever something is due, in each process, which looks every few seconds (lookout.ts). */
const always: Part = { limit: 3 * minute, patience: 5 * minute, wrong: 'bad' }
/** One after the other every three minutes, in each process. */
const minutes: Part = { limit: 5 * minute, patience: 20 * minute, wrong: 'bad' }
/** Once an hour, by one process for all. */
const hours: Part = { limit: 20 * minute, patience: 2.5 * hour, wrong: 'bad' }
/** The carrier's: nobody waits at the screen. */
const carrier: Part = { ...minutes, patience: 2 * hour }

/** Loops of their own, so that each goes on while another waits. */
export const loopParts = {
  outbox: always,
  events: always,
  letters: always,
  // Most rounds find that nothing is due. One that makes a backup gives signs of life as it goes on.
  backups: { limit: 15 * minute, patience: 20 * minute, wrong: 'bad' },
  'mails coming in': { ...always, patience: 15 * minute },
} as const satisfies Record<string, Part>

/** Work done at startup and every few minutes, by its name in the log and on the health page. */
const minuteParts = {
  'whether it was away': minutes,
  'what a wrong clock wrote': minutes,
  'price ids': minutes,
  'checkouts to reconcile': minutes,
  'events to catch up': minutes,
  'demo renewals': minutes,
  'renewals to reconcile': minutes,
  'memberships to end': minutes,
  'handovers to finish': minutes,
  'refunds to finish': minutes,
  'what moved the balance': minutes,
  'labels to finish': carrier,
  // A number that the carrier can't look up is one package's trouble.
  'parcels to follow': { ...carrier, patience: 24 * hour, wrong: 'watch' },
  'exchanges to file': minutes,
  'gifts to announce': minutes,
  'promises of the morning': minutes,
  'carts that nobody paid': minutes,
  'sign-ups that nobody confirmed': minutes,
  'the letter of the month': minutes,
  'price runs': minutes,
  'renewals to stop': minutes,
  'terms to keep': minutes,
  'cards that run out': minutes,
  'boxes to add up': minutes,
  'figures to add up': minutes,
  'drops to curate': { ...minutes, limit: 15 * minute },
  'money to compare': minutes,
} as const satisfies Record<string, Part>

/** Work that one process does for all, once an hour and at the start of a new day: most of it is due by date. */
const hourParts = {
  'sales tax thresholds': hours,
  'notices to send': hours,
  'late belts to tell': hours,
  'credit left over': hours,
  'credit kept for bills': hours,
  'offers to forget': hours,
  'requests to give away': hours,
  'notices to forget': hours,
  'sign-ins to forget': hours,
  'links of members to forget': hours,
  'limits to forget': hours,
  'mails to forget': hours,
  'readers of letters to forget': hours,
  'conversations to forget': hours,
  'news of the provider to forget': hours,
  'labels to forget': hours,
  'photos to forget': hours,
} as const satisfies Record<string, Part>

export type LoopPart = keyof typeof loopParts
export type MinutePart = keyof typeof minuteParts
export type HourPart = keyof typeof hourParts
export type PartName = LoopPart | MinutePart | HourPart

/** Every part of the background work. One that isn't listed here can't run (server/worker.ts). */
export const parts: Record<PartName, Part> = { ...loopParts, ...minuteParts, ...hourParts }

/** Whether one process does it for all. */
export const isShared = (part: string) => part in hourParts
