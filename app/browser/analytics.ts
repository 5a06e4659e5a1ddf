import { refusesTracking } from './refuses-tracking.ts'

/** One event of spec §1 with its parameters. */
export type AnalyticsEvent = { event: string; [parameter: string]: unknown }

/** Events before the tag manager is there: it comes after the page, and never without ids. */
const maxWaiting = 100
let waiting: AnalyticsEvent[] = []
let receive: ((event: AnalyticsEvent) => void) | null = null

/** Pages of the staff, of members and of who is given belts: what happens there is nobody else's business. */
export function isPrivatePage(pathname: string): boolean {
  return /^\/(admin|account|gift|review|handover)(\/|$)/i.test(pathname)
}

/**
 * Reports an event of spec §1. Does nothing once the visitor refuses, whatever was loaded before, and nothing on a
 * private page: what is not kept there cannot be sent on leaving it.
 */
export function track(event: string, parameters: Record<string, unknown> = {}) {
  if (isPrivatePage(globalThis.location?.pathname ?? '')) return
  if (refusesTracking()) waiting = []
  else if (receive) receive({ event, ...parameters })
  else if (waiting.length < maxWaiting) waiting.push({ event, ...parameters })
}

/** Hands all events to `receiver`, first those that waited for it. */
export function sendEventsTo(receiver: (event: AnalyticsEvent) => void) {
  const early = waiting
  waiting = []
  receive = receiver
  for (const event of early) receiver(event)
}
