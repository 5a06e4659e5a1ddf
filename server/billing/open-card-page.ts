import { and, eq, gt } from 'drizzle-orm'
import { membershipLinks, memberships } from '../../db/schema.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop.ts'
import { hashOf } from './card-link.ts'
import { type CardOutcome, followCard } from './follow-card.ts'

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
  return followCard(shop, await customerOf(shop, token))
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
