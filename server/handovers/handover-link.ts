import { eq, sql } from 'drizzle-orm'
import { handovers } from '../../db/schema.ts'
import { type HandoverChoice, handoverDays, openHandovers } from '../../domain/handover.ts'
import { readToken, signToken } from '../members/signed-token.ts'
import type { Shop } from '../shop/shop.ts'

export type Handover = typeof handovers.$inferSelect

const secret = 'handover link'
/** Milliseconds for which a link works, including to show that the membership has been handed over. */
const lives = 60 * 24 * 60 * 60_000

/**
 * The link where the new person accepts, signed for their mailbox only. Dated when they were last asked: a question that
 * comes late, about other terms, has a link that works.
 */
export async function handoverLink(
  shop: Shop,
  { id, toEmail, createdAt, expiresAt }: Handover,
): Promise<string> {
  const asked = new Date(expiresAt.getTime() - (handoverDays + 1) * 24 * 60 * 60_000)
  const at = asked > createdAt && asked <= shop.now() ? asked : createdAt
  const token = await signToken(shop, secret, { id, role: 0, at }, toEmail)
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

/** Replaces a part of what was chosen, in the row as it is now. */
export const mergeChoice = (part: Partial<HandoverChoice>) =>
  sql`coalesce(${handovers.choice}, '{}'::jsonb) || ${JSON.stringify(part)}::jsonb`

/** Whether the subscription on the new card is still the one of this attempt. */
export const isChargedAs = ({ endedCharges = 0 }: HandoverChoice) =>
  sql`coalesce((${handovers.choice} ->> 'endedCharges')::int, 0) = ${endedCharges}`
