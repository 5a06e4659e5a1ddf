import { eq } from 'drizzle-orm'
import { boxes, memberships } from '../../db/schema.ts'
import { wearerEmail } from '../ledger/find-membership.ts'
import { readToken, signToken } from '../members/signed-token.ts'
import type { Shop } from '../shop/shop.ts'

/** Milliseconds a link to a belt's review works. */
const lives = 180 * 24 * 60 * 60_000
const secret = 'review link'

/** The path of the page where a box's wearer reviews its belt: `/review/<token>`. */
export async function reviewPath(shop: Shop, boxId: string, email: string): Promise<string> {
  return `/review/${await signToken(shop, secret, { id: boxId, role: 0, at: shop.now() }, email)}`
}

/** The box a link is about; null if the link no longer works. */
export async function boxOfReviewLink(shop: Shop, token: string): Promise<string | null> {
  const found = await readToken(shop, secret, { token, lives }, async ({ id }) => {
    const [row] = await shop.db
      .select({ membership: memberships })
      .from(boxes)
      .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
      .where(eq(boxes.id, id))
    return row ? wearerEmail(row.membership) : null
  })
  return found?.id ?? null
}
