import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { accountLinks } from '../../../db/schema.ts'
import type { AccountInput } from '../../../domain/account/contracts.ts'
import type { Download } from '../../../domain/contract.ts'
import { isEmail, normalizeEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { MailPayload } from '../../../domain/mail-payloads.ts'
import { limitMail } from '../../limits/proof-of-work.ts'
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
  // A mailbox that already got several such emails gets no more within the hour. The caller isn't told.
  if (await limitMail(shop, caller, payload.email)) {
    await enqueueMail(shop.db, shop, { kind: 'data-request', about: { requestId: randomUUID() }, payload })
    shop.wakeWorker()
  }
  return { success: true as const }
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
