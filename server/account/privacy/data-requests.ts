import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { rowsOf, type Transaction } from '../../../db/database.ts'
import { accountLinks } from '../../../db/schema.ts'
import type { AccountInput } from '../../../domain/account/contracts.ts'
import type { Download } from '../../../domain/contract.ts'
import { isEmail, normalizeEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { newId } from '../../../domain/id.ts'
import type { MailPayload } from '../../../domain/mail-payloads.ts'
import { limitLawful } from '../../limits/proof-of-work.ts'
import type { AccountCaller, Member } from '../../members/member.ts'
import { memberTokenHash } from '../../members/member-session.ts'
import { enqueueMail } from '../../outbox/enqueue-mail.ts'
import type { Shop } from '../../shop/shop.ts'
import { deleteMyData } from './delete-my-data.ts'
import { downloadMyData } from './download-my-data.ts'

/**
 * Emails a link to download or delete everything we keep about the address, also for people who never bought. The
 * response and the email are the same whether or not we keep anything, so asking reveals nothing.
 * @throws ShopError 'invalid_body', and 'proof_needed' or 'too_many_requests' for a caller who asks often
 */
export async function requestMyData(
  shop: Shop,
  { email: typed, wish }: AccountInput<'askForMyData'>,
  _member: Member | null,
  caller: AccountCaller,
) {
  if (!isEmail(typed)) {
    const sentence = 'Please enter a valid email address.'
    throw new ShopError('invalid_body', sentence, { fields: { email: sentence } })
  }
  const payload: MailPayload<'data-request'> = { email: normalizeEmail(typed), wish }
  await limitLawful(shop, caller)
  await shop.db.transaction(async (tx) => {
    // Simultaneous requests are serialized, so that the second one finds the first one's email.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`data ${wish} ${payload.email}`}, 0))`,
    )
    // Only an email that left, and whose link still works, stands for another: whoever asks always has one.
    if (await isStanding(tx, shop, payload)) return
    await enqueueMail(tx, shop, { kind: 'data-request', about: { requestId: newId() }, payload })
  })
  shop.wakeWorker()
  return { success: true as const }
}

/** Milliseconds for which an unopened email stands for a request: strangers cause at most three an hour of a kind. */
const standsFor = 20 * 60_000

/** Whether such an email was just written or sent to this address, and its link hasn't been used. */
async function isStanding(tx: Transaction, shop: Shop, { email, wish }: MailPayload<'data-request'>) {
  const [now, since] = [shop.now().toISOString(), new Date(shop.now().getTime() - standsFor).toISOString()]
  const [found] = await rowsOf(
    tx,
    sql`select 1 from outbox o where o.kind = 'data-request' and o.payload ->> 'email' = ${email}
      and o.payload ->> 'wish' = ${wish} and o.dropped_because is null
      -- Not one from before the clock was set back.
      and o.created_at > ${since}::timestamptz and o.created_at <= ${now}::timestamptz + interval '1 minute'
      and not exists (select 1 from account_links l where l.email = ${email} and l.used_at >= o.created_at
        and l.purpose = ${wish === 'copy' ? 'data-copy' : 'data-deletion'}) limit 1`,
  )
  return found !== undefined
}

const purposes = ['data-copy', 'data-deletion']
export type DataLink = { email: string; wish: 'copy' | 'deletion' }

/** What a link in such an email is for; null if it's unknown, used or expired. */
export async function readDataLink(shop: Shop, token: string): Promise<DataLink | null> {
  const [link] = await shop.db
    .select()
    .from(accountLinks)
    .where(
      and(
        eq(accountLinks.tokenHash, memberTokenHash(token)),
        inArray(accountLinks.purpose, purposes),
        isNull(accountLinks.usedAt),
        gt(accountLinks.expiresAt, shop.now()),
      ),
    )
  return link ? { email: link.email, wish: link.purpose === 'data-copy' ? 'copy' : 'deletion' } : null
}

/** Everything we keep about the address. The link works until it expires, because a download may fail. */
export function copyByLink(shop: Shop, { email }: DataLink): Promise<Download> {
  return downloadMyData(shop, {}, { email, sessionId: '' })
}

/**
 * Deletes everything we keep about the address, including this link.
 * @throws ShopError as the member's own call: 'not_possible' while boxes are owed, a membership renews or credit is left
 */
export async function deleteByLink(
  shop: Shop,
  { email }: DataLink,
  { givesUpCreditCents, caller }: { givesUpCreditCents?: number | undefined; caller: AccountCaller },
) {
  const given = givesUpCreditCents === undefined ? {} : { givesUpCreditCents }
  await deleteMyData(shop, given, { email, sessionId: '' }, caller)
}
