import { randomBytes } from 'node:crypto'
import type { Database, Transaction } from '../../../db/database.ts'
import { paymentEvents } from '../../../db/schema.ts'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import type { ProviderEvent } from '../../payments.ts'

/** What every part of the demo provider works with. */
export type Demo = {
  db: Database
  now: () => Date
  /** the shop's day: the demo bills by it */
  today: () => CalendarDate
  publicUrl: string
  timeZone: string
  /** an event lies in the shop's inbox */
  onEvent: () => void
}

/** An id in the provider's manner: `pi_demo_3f…`. */
export function newDemoId(prefix: string): string {
  return `${prefix}_demo_${randomBytes(12).toString('hex')}`
}

/** The id of a card on file; another one after a change. */
export function demoCardId({ customerId, chosenAt }: { customerId: string; chosenAt: Date | null }): string {
  return `pm_${customerId}${chosenAt ? `_${chosenAt.getTime()}` : ''}`
}

/**
 * Puts an event into the shop's inbox, once per `name`, as a webhook would. The caller tells `demo.onEvent` after the
 * transaction.
 */
export async function report(
  demo: Demo,
  tx: Transaction,
  event: { name: string; type: string; about: ProviderEvent['about'] },
) {
  const at = demo.now()
  await tx
    .insert(paymentEvents)
    .values({
      id: `evt_demo_${event.name}`,
      type: event.type,
      payload: event.about,
      receivedAt: at,
      runAt: at,
    })
    .onConflictDoNothing()
}
