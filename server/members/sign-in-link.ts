import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { accountLinks, memberships, orderItems, orders, outbox } from '../../db/schema.ts'
import type { AccountInput } from '../../domain/account/contracts.ts'
import { isEmail, normalizeEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import { newId } from '../../domain/id.ts'
import type { MailPayload } from '../../domain/mail-payloads.ts'
import { terms } from '../../domain/terms.ts'
import { knownTo } from '../ledger/secret-gifts.ts'
import { limitCaller } from '../limits/count-hits.ts'
import { requireProof } from '../limits/proof-of-work.ts'
import type { Shop } from '../shop/shop.ts'
import { type AccountCaller, type Member, mailboxesOf } from './member.ts'
import { endMemberSession, memberTokenHash, startMemberSession } from './member-session.ts'

/**
 * Milliseconds for which a new request sends no new email, because an unopened link is in the mailbox with at least ten of
 * its thirty minutes left. Strangers can cause at most three emails of a kind per hour, and lock nobody out.
 */
const standsFor = terms.signInRestMinutes * 60_000
/** Requests per caller and hour that need no proof of work, and the most from an address and from its widest network. */
const [free, most] = [60, [240, 480] as [number, number]]

/**
 * Emails a sign-in link to an address that has a membership. No one can find out who is a member (club-rules.md "The
 * member's page"): the response, and the work done for it, are the same for an address that has none, whose only gift is
 * still secret, or that has an unopened link. Only emails actually written suppress new ones, so anyone who asks always has
 * a link.
 * @throws ShopError 'invalid_body' for an invalid email address, 'proof_needed' or 'too_many_requests' for a caller with
 *   many requests
 */
export async function requestSignInLink(
  shop: Shop,
  input: AccountInput<'askForLink'>,
  _member: Member | null,
  caller: AccountCaller,
) {
  await mailLink(shop, { kind: 'magic-link', email: input.email, caller })
  return { success: true as const }
}

/** Emails a link to the belts of an order that the address knows. */
export async function requestReturnLink(
  shop: Shop,
  input: AccountInput<'askForReturn'>,
  _member: Member | null,
  caller: AccountCaller,
) {
  const orderNumber = input.orderNumber.trim().toUpperCase()
  await mailLink(shop, { kind: 'exchange-link', email: input.email, orderNumber, caller })
  return { success: true as const }
}

type Wish = {
  kind: 'magic-link' | 'exchange-link'
  email: string
  orderNumber?: string
  caller: AccountCaller
}

async function mailLink(shop: Shop, { kind, email: typed, orderNumber, caller }: Wish) {
  if (!isEmail(typed)) {
    const sentence = 'Please enter a valid email address.'
    throw new ShopError('invalid_body', sentence, { fields: { email: sentence } })
  }
  const email = normalizeEmail(typed)
  const tooOften =
    'That’s a lot of links from one place. Try again in an hour, or use the “Manage or cancel” link in our last email about your membership.'
  const own = await limitCaller(shop, 'member-link', caller.address, most, tooOften)
  await requireProof(shop, caller, 'mails', own > free)
  const now = shop.now().toISOString()
  const since = new Date(shop.now().getTime() - standsFor).toISOString()
  // Of an address that was joined to another, the other's membership counts, too.
  const isKnown = sql.join(
    (await mailboxesOf(shop.db, email)).map((each) => knownTo(shop, each)),
    sql` or `,
  )
  const payload: MailPayload<'magic-link'> = orderNumber === undefined ? { email } : { email, orderNumber }
  await shop.db.transaction(async (tx) => {
    // Simultaneous requests are serialized, so that the second one finds the first one's email.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${email}`}, 0))`)
    // One statement whether or not it results in an email, so that timing reveals nothing. The token is made when the email
    // is written, so that none is stored in the outbox.
    await tx.execute(sql`
      insert into ${outbox} (kind, fact, payload, run_at, created_at)
      select ${kind}, ${newId()}, ${JSON.stringify(payload)}::jsonb, ${now}::timestamptz, ${now}::timestamptz
      where exists (
        select 1 from ${memberships}
        join ${orderItems} on ${memberships.orderItemId} = ${orderItems.id}
        join ${orders} on ${orderItems.orderId} = ${orders.id}
        where (${orderNumber ?? null}::text is null or ${orders.orderNumber} = ${orderNumber ?? null}::text)
          and (${isKnown})
      ) and not exists (
        select 1 from ${outbox} as mailed
        where mailed.kind = ${kind} and mailed.payload ->> 'email' = ${email}
          and mailed.payload ->> 'orderNumber' is not distinct from ${orderNumber ?? null}::text
          and mailed.created_at > ${since}::timestamptz and mailed.dropped_because is null
          -- Not one from before the clock was set back.
          and mailed.created_at <= ${now}::timestamptz + interval '1 minute'
          and not exists (
            select 1 from ${accountLinks} as opened
            where opened.email = ${email} and opened.purpose = 'sign-in' and opened.used_at >= mailed.created_at
          )
      )`)
  })
  shop.wakeWorker()
}

/**
 * Signs a device in with an emailed link, which works once within 30 minutes (club-rules.md "The member's page").
 * @throws ShopError 'not_found' for a link that is unknown, used or expired, without saying which
 */
export async function openLink(
  shop: Shop,
  { token }: AccountInput<'openLink'>,
  member: Member | null,
  caller: AccountCaller,
) {
  const session = await shop.db.transaction(async (tx) => {
    const [link] = await tx
      .update(accountLinks)
      .set({ usedAt: shop.now() })
      .where(
        and(
          eq(accountLinks.tokenHash, memberTokenHash(token)),
          eq(accountLinks.purpose, 'sign-in'),
          isNull(accountLinks.usedAt),
          gt(accountLinks.expiresAt, shop.now()),
        ),
      )
      .returning({ email: accountLinks.email })
    if (!link) throw new ShopError('not_found', 'This link has been used or has expired. Request a new one.')
    return startMemberSession(shop, link.email, { userAgent: caller.userAgent, isProved: true }, tx)
  })
  // Ends the device's previous session, which may belong to another address.
  if (member) await endMemberSession(shop, member)
  caller.keep(session)
  return { success: true as const }
}
