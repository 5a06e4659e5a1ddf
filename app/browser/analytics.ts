import { refusesTracking } from './refuses-tracking.ts'

/** One event of spec §1 with its parameters. */
export type AnalyticsEvent = { event: string; [parameter: string]: unknown }

/** Events from before the tag manager has loaded: it comes after the page, and never without ids. */
const maxWaiting = 100
let waiting: AnalyticsEvent[] = []
let receive: ((event: AnalyticsEvent) => void) | null = null

/** Pages of staff, members and gift recipients: what happens there stays private. */
export function isPrivatePage(pathname: string): boolean {
  return /^\/(admin|account|gift|review|handover)(\/|$)/i.test(pathname)
}

/**
 * Reports an event of spec §1. Does nothing if the visitor opted out, even after tags have loaded, and nothing on a
 * private page: what isn't stored there can't be sent when leaving it.
 */
export function track(event: string, parameters: Record<string, unknown> = {}) {
  if (isPrivatePage(globalThis.location?.pathname ?? '')) return
  if (refusesTracking()) waiting = []
  else if (receive) receive({ event, ...parameters })
  else if (waiting.length < maxWaiting) waiting.push({ event, ...parameters })
}

/** Sends all events to `receiver`, starting with those that were waiting. */
export function sendEventsTo(receiver: (event: AnalyticsEvent) => void) {
  const early = waiting
  waiting = []
  receive = receiver
  for (const event of early) receiver(event)
}
