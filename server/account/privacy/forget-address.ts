import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import {
  accountLinks,
  accountRevocations,
  accountSessions,
  checkouts,
  contactMessages,
  mailOptouts,
  membershipLinks,
  newsletterSubscribers,
  outbox,
  paymentEvents,
  promotionCodes,
} from '../../../db/schema.ts'
import type { Shop } from '../../shop.ts'
import type { Ties } from './find-ties.ts'

/** Deletes what is kept of an address besides its orders: letters, messages, links, devices, carts that were left. */
export async function forgetAddress(tx: Transaction, shop: Shop, email: string, ties: Ties) {
  const messages = await tx
    .delete(contactMessages)
    .where(sql`lower(trim(${contactMessages.email})) = ${email}`)
    .returning({ id: contactMessages.id })
  const letters = await tx
    .delete(newsletterSubscribers)
    .where(sql`lower(trim(${newsletterSubscribers.email})) = ${email}`)
    .returning({ id: newsletterSubscribers.id })
  await tx.delete(mailOptouts).where(eq(mailOptouts.email, email))
  await tx.delete(accountLinks).where(eq(accountLinks.email, email))
  // No membership has the address any more, and with it every signed link is void.
  await tx.delete(accountRevocations).where(eq(accountRevocations.email, email))
  // Without its address a code of store credit would be anybody's.
  await tx.update(promotionCodes).set({ email: null, isActive: false }).where(eq(promotionCodes.email, email))
  await tx.delete(accountSessions).where(eq(accountSessions.email, email))
  const payerOf = ties.items.filter(({ isPayer }) => isPayer).map(({ membership }) => membership.id)
  if (payerOf.length > 0)
    await tx.delete(membershipLinks).where(inArray(membershipLinks.membershipId, payerOf))
  await tx
    .delete(checkouts)
    .where(
      and(
        inArray(checkouts.status, ['abandoned']),
        sql`strpos(lower(${checkouts.snapshot}::text), ${email}) > 0`,
      ),
    )
  // Handled news of the provider is kept to know it again, which takes its id alone.
  await tx
    .update(paymentEvents)
    .set({ payload: {} })
    .where(
      and(
        sql`${paymentEvents.handledAt} is not null`,
        sql`strpos(lower(${paymentEvents.payload}::text), ${email}) > 0`,
      ),
    )
  await quietOutbox(tx, shop, email, [...payerOf, ...[...messages, ...letters].map(({ id }) => id)])
}

// What was to be said to nobody is said to nobody; the row stays as the mark that it was decided.
async function quietOutbox(tx: Transaction, shop: Shop, email: string, about: string[]) {
  const isTheirs = or(
    sql`lower(trim(${outbox.payload}->>'email')) = ${email}`,
    about.length > 0 ? inArray(sql`left(${outbox.fact}, 36)`, about) : undefined,
  )
  await tx
    .update(outbox)
    .set({ sentAt: shop.now(), droppedBecause: 'its reader had their data deleted' })
    .where(and(isTheirs, isNull(outbox.sentAt)))
  await tx.update(outbox).set({ payload: {}, lastError: null }).where(isTheirs)
}
