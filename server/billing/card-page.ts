import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import { membershipLinks, memberships } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import { terms } from '../../domain/terms.ts'
import { isHandedOver, lockMembership, type Membership } from '../ledger/find-membership.ts'
import { changedMeanwhile } from '../memberships/move-drops.ts'
import { type CardOutcome, syncCards } from '../memberships/sync-card.ts'
import type { Shop } from '../shop/shop.ts'

/** Milliseconds an emailed card link works: longer than a failed renewal may stay unpaid. */
const lifetime = terms.cardLinkDays * 24 * 60 * 60_000

/**
 * Makes the emailed link with which a reader changes a membership's card without signing in. Only its hash is stored.
 * @param seen the membership as whoever gets the link may see it: a former payer gets none to the new one's card
 * @throws ShopError 'not_possible' if it was handed over meanwhile
 */
export async function cardLink(shop: Shop, seen: Membership): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = shop.now()
  await shop.db.delete(membershipLinks).where(lt(membershipLinks.expiresAt, now))
  await shop.db.transaction(async (tx) => {
    if (isHandedOver(await lockMembership(tx, seen.id), seen)) throw changedMeanwhile()
    await tx.insert(membershipLinks).values({
      tokenHash: hashOf(token),
      membershipId: seen.id,
      purpose: 'card',
      expiresAt: new Date(now.getTime() + lifetime),
      createdAt: now,
    })
  })
  return `${shop.config.publicUrl}/card/${token}`
}

/** The token as stored in the database. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * The address of the provider's page where the email's reader changes the card; it returns to `finishCardPage`. The address
 * is valid for minutes and belongs to one customer: redirect to it, don't store it.
 * @throws ShopError 'not_found' for a wrong or expired link
 */
export async function openCardPage(shop: Shop, token: string): Promise<string> {
  const customerId = await customerOf(shop, token)
  return shop.payments.cardPage({ customerId, returnTo: `${shop.config.publicUrl}/card/${token}/done` })
}

/**
 * Runs when the customer returns from the provider's page: applies the new card and charges open invoices now, without
 * waiting for the provider's event.
 * @throws ShopError 'not_found' for a wrong or expired link
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
    `This link has expired. Use the one in our latest email, or write to ${shop.config.supportEmail}.`,
  )
}

/**
 * Handles the form of the demo's card page: makes the customer's card work again and charges open invoices.
 * @throws ShopError 'not_found' when payments are real
 */
export async function changeDemoCard(shop: Shop, customerId: string): Promise<CardOutcome[]> {
  if (!shop.payments.changeDemoCard) throw new ShopError('not_found', 'There’s nothing here.')
  await shop.payments.changeDemoCard(customerId)
  return syncCards(shop, customerId)
}
