import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { mailOptouts } from '../../db/schema.ts'
import type { Shop } from '../shop/shop.ts'
import { newMemberToken } from './member-session.ts'

/** Mails that nobody has to get: what the law asks for, and what reports a fact, is none of them. */
export type OptOutKind = 'gift-reminders' | 'size-reminders' | 'review-requests'

/** Whether an address has refused this kind of mail. */
export async function hasOptedOut(shop: Shop, email: string, kind: OptOutKind): Promise<boolean> {
  const [row] = await shop.db
    .select({ email: mailOptouts.email })
    .from(mailOptouts)
    .where(and(eq(mailOptouts.email, email), eq(mailOptouts.kind, kind), isNotNull(mailOptouts.optedOutAt)))
  return row !== undefined
}

/** The way out of a kind of mail: a link, and the header lines by which mail programs do it (RFC 2369, RFC 8058). */
export async function optOutLinks(shop: Shop, email: string, kind: OptOutKind) {
  const [row] = await shop.db
    .insert(mailOptouts)
    .values({ email, kind, token: newMemberToken(), createdAt: shop.now() })
    // Written to itself, so that the row is returned: one address has one link a kind.
    .onConflictDoUpdate({
      target: [mailOptouts.email, mailOptouts.kind],
      set: { email: sql`excluded.email` },
    })
    .returning({ token: mailOptouts.token })
  const link = `${shop.config.publicUrl}/mail/stop/${row!.token}`
  return {
    link,
    headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

/** Stops the mails of a link. Says nothing about whether there were any. */
export async function optOut(shop: Shop, token: string): Promise<void> {
  await shop.db
    .update(mailOptouts)
    .set({ optedOutAt: shop.now() })
    .where(and(eq(mailOptouts.token, token), isNull(mailOptouts.optedOutAt)))
}
