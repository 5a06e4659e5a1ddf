/** Local storage key of "Do not sell or share my personal information". */
const key = 'doNotSell'
/** The choice if storage is blocked: it then lasts for this page. */
let unstored = false

/** Whether the browser sends Global Privacy Control. */
export function hasPrivacyControl(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** Whether the visitor chose Do Not Sell, in this tab or another. */
export function hasChosenDoNotSell(): boolean {
  try {
    return unstored || localStorage.getItem(key) === '1'
  } catch {
    return unstored
  }
}

/** Saves the visitor's choice, effective right away. */
export function chooseDoNotSell(isChosen: boolean) {
  unstored = false
  try {
    if (isChosen) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    unstored = isChosen
  }
}

/** Whether the visitor opted out of tracking (spec §1; Global Privacy Control is legally binding). */
export function refusesTracking(): boolean {
  return hasPrivacyControl() || hasChosenDoNotSell()
}

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
