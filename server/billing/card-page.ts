import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import { membershipLinks, memberships } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { type CardOutcome, syncCards } from '../memberships/sync-card.ts'
import type { Shop } from '../shop/shop.ts'

/** Milliseconds for which the link of a mail opens the card page: longer than a failed renewal may wait. */
const lifetime = 30 * 24 * 60 * 60_000

/** A link with which a mail's reader changes the card of a membership without a password. Only its hash is kept. */
export async function cardLink(shop: Shop, membershipId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = shop.now()
  await shop.db.delete(membershipLinks).where(lt(membershipLinks.expiresAt, now))
  await shop.db.insert(membershipLinks).values({
    tokenHash: hashOf(token),
    membershipId,
    purpose: 'card',
    expiresAt: new Date(now.getTime() + lifetime),
    createdAt: now,
  })
  return `${shop.config.publicUrl}/card/${token}`
}

/** The form in which a token lies in the database. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * The provider's page on which the reader of a mail changes the card; it comes back to `finishCardPage`. Its address lives
 * for minutes and belongs to one customer: redirect to it, keep it nowhere.
 * @throws ShopError 'not_found' for a link that is wrong or too old
 */
export async function openCardPage(shop: Shop, token: string): Promise<string> {
  const customerId = await customerOf(shop, token)
  return shop.payments.cardPage({ customerId, returnTo: `${shop.config.publicUrl}/card/${token}/done` })
}

/**
 * Back from the provider's page: the card counts now, and what was open is charged, whether its event has come or not.
 * @throws ShopError 'not_found' for a link that is wrong or too old
 */
export async function finishCardPage(shop: Shop, token: string): Promise<CardOutcome[]> {
  return syncCards(shop, await customerOf(shop, token))
}

async function customerOf(shop: Shop, token: string): Promise<string> {
  const [link] = await shop.db
    .select({ customerId: memberships.customerId })
    .from(membershipLinks)
    .innerJoin(memberships, eq(membershipLinks.membershipId, memberships.id))
    .where(
      and(
        eq(membershipLinks.tokenHash, hashOf(token)),
        eq(membershipLinks.purpose, 'card'),
        gt(membershipLinks.expiresAt, shop.now()),
      ),
    )
  if (link?.customerId) return link.customerId
  throw new ShopError(
    'not_found',
    `This link is no longer valid. Use the one in our latest mail, or write to ${shop.config.supportEmail}.`,
  )
}

/**
 * What the form of the demo's card page does: the customer's card pays again, and open bills are charged.
 * @throws ShopError 'not_found' where payments are real
 */
export async function changeDemoCard(shop: Shop, customerId: string): Promise<CardOutcome[]> {
  if (!shop.payments.changeDemoCard) throw new ShopError('not_found', 'There is nothing here.')
  await shop.payments.changeDemoCard(customerId)
  return syncCards(shop, customerId)
}
