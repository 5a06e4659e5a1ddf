import { eq } from 'drizzle-orm'
import { handovers } from '../../db/schema.ts'
import { openHandovers } from '../../domain/handover.ts'
import { readToken, signToken } from '../members/signed-token.ts'
import type { Shop } from '../shop/shop.ts'

export type Handover = typeof handovers.$inferSelect

const secret = 'handover link'
/** Milliseconds for which a link works, including to show that the membership has been handed over. */
const lives = 60 * 24 * 60 * 60_000

/** The link where the new person accepts, signed for their mailbox only. */
export async function handoverLink(shop: Shop, { id, toEmail, createdAt }: Handover): Promise<string> {
  const token = await signToken(shop, secret, { id, role: 0, at: createdAt }, toEmail)
  return `${shop.config.publicUrl}/handover/${token}`
}

/** A handover by id, or null. */
export async function findHandover(shop: Shop, id: string): Promise<Handover | null> {
  const [row] = await shop.db.select().from(handovers).where(eq(handovers.id, id))
  return row ?? null
}

/** The handover behind a link; null if the link is expired, withdrawn or forged. */
export async function handoverOfLink(shop: Shop, token: string): Promise<Handover | null> {
  const found = await readToken(shop, secret, { token, lives }, async ({ id }) => {
    const row = await findHandover(shop, id)
    return row && row.state !== 'withdrawn' ? row.toEmail : null
  })
  const row = found && (await findHandover(shop, found.id))
  if (!row) return null
  return openHandovers.includes(row.state) && row.expiresAt <= shop.now() ? null : row
}
