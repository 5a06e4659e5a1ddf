import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { memberships, orders, otherMailboxes, outbox, people } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { type MailPayload, parsePayload } from '../../domain/mail-payloads.ts'
import { terms } from '../../domain/terms.ts'
import type { Shop } from '../shop/shop.ts'
import { boughtBy } from './member.ts'
import { readToken, signToken } from './signed-token.ts'

/** What the mail to the right address carries, and so what its button does. */
export type Correction = MailPayload<'email-correction'>

const secret = 'email correction'
/** Milliseconds for which a link works. */
const lives = terms.dataLinkHours * 60 * 60_000
const kind = 'email-correction'

/** The link that only the mailbox `email` gets. @param at when the mail was written */
export async function correctionLink(
  shop: Shop,
  { id, email, at }: { id: string; email: string; at: Date },
): Promise<string | null> {
  if (shop.now().getTime() - at.getTime() > lives) return null
  const token = await signToken(shop, secret, { id, role: 0, at }, email)
  return `${shop.config.publicUrl}/mail/right-email/${token}`
}

export const isIts = (id: string) => and(eq(outbox.kind, kind), eq(outbox.subjectId, id))

/** Asked for, and neither taken back, replaced by a later one, nor done. */
export const openOf = (payload: unknown): Correction | null => {
  if (Object.keys(payload as object).length === 0) return null
  const correction = parsePayload(kind, payload)
  return correction.state === 'asked' ? correction : null
}

/** The open correction behind a link; null if it's unknown, expired, replaced or done. */
export async function correctionOfLink(
  shop: Shop,
  token: string,
): Promise<(Correction & { id: string }) | null> {
  const find = async (id: string) => {
    const [row] = await shop.db
      .select({ payload: outbox.payload })
      .from(outbox)
      .where(isIts(id))
      .orderBy(desc(outbox.copy))
      .limit(1)
    return row ? openOf(row.payload) : null
  }
  const found = await readToken(
    shop,
    secret,
    { token, lives },
    async ({ id }) => (await find(id))?.email ?? null,
  )
  const correction = found && (await find(found.id))
  return correction ? { ...correction, id: found.id } : null
}

/** Ends every correction of an address that nobody has confirmed: the latest one counts. */
export async function endCorrections(tx: Transaction, fromEmail: string): Promise<void> {
  const isOpen = and(
    eq(outbox.kind, kind),
    sql`${outbox.payload} ->> 'fromEmail' = ${fromEmail}`,
    sql`${outbox.payload} ->> 'state' = 'asked'`,
  )
  await tx
    .update(outbox)
    .set({ payload: withState('ended') })
    .where(isOpen)
}

export const withState = (state: Correction['state']) =>
  sql`${outbox.payload} || ${JSON.stringify({ state })}::jsonb`

/**
 * Checks that nothing was bought with an address, or is worn under it.
 * @throws ShopError 'not_possible'
 */
export async function requireUnused(db: Database | Transaction, email: string): Promise<void> {
  const theirs = or(eq(memberships.payerEmail, email), eq(memberships.memberEmail, email))
  const joined = or(eq(otherMailboxes.email, email), eq(otherMailboxes.firstEmail, email))
  const used =
    (await db.$count(memberships, theirs)) +
    (await db.$count(orders, boughtBy([email]))) +
    (await db.$count(people, eq(people.key, `email:${email}`))) +
    (await db.$count(otherMailboxes, joined))
  if (used > 0)
    throw new ShopError(
      'not_possible',
      `${email} has orders or belts of its own. Hand the membership over to it instead.`,
      { fields: { email: 'This address has orders or belts of its own.' } },
    )
}
