import { and, eq, max } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { type boxes, handovers, people } from '../../db/schema.ts'
import type { Membership } from './find-membership.ts'

/** What the key of a person with an email begins with. */
const byEmail = 'email:'

/**
 * A membership as it was for a box: one sent before a handover still belongs to the person it was sent to, who gets its
 * news at its address (docs/decisions/089). A gift's giver is the same. Otherwise the membership as it is.
 */
export async function asSentTo(
  db: Database | Transaction,
  { personId, shipTo }: Pick<typeof boxes.$inferSelect, 'personId' | 'shipTo'>,
  membership: Membership,
): Promise<Membership> {
  if (personId === membership.personId) return membership
  const [person] = await db.select({ key: people.key }).from(people).where(eq(people.id, personId))
  const email = person?.key.startsWith(byEmail) ? person.key.slice(byEmail.length) : null
  const toThem = and(eq(handovers.membershipId, membership.id), eq(handovers.toEmail, email ?? ''))
  const [theirs] = await db
    .select({ since: max(handovers.doneAt) })
    .from(handovers)
    .where(toThem)
  return {
    ...membership,
    ...{ personId, memberEmail: email, payerEmail: membership.isGift ? membership.payerEmail : email },
    theirsSince: theirs?.since ?? null,
    address: shipTo ?? {},
  }
}
