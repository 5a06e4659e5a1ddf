import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { mailOptouts } from '../../db/schema.ts'
import type { OptOutKind } from '../../domain/mail-kinds.ts'
import type { Shop } from '../shop/shop.ts'
import { newMemberToken } from './member-session.ts'

/** Whether an address has opted out of this kind of email. */
export async function hasOptedOut(shop: Shop, email: string, kind: OptOutKind): Promise<boolean> {
  const [row] = await shop.db
    .select({ email: mailOptouts.email })
    .from(mailOptouts)
    .where(and(eq(mailOptouts.email, email), eq(mailOptouts.kind, kind), isNotNull(mailOptouts.optedOutAt)))
  return row !== undefined
}

/** The same in a statement. @param email the address, normalized */
export const isOptedOut = (email: SQL, kind: OptOutKind): SQL =>
  sql`exists (select 1 from mail_optouts x
    where x.email = ${email} and x.kind = ${sql.raw(`'${kind}'`)} and x.opted_out_at is not null)`

/** Opt-out for a kind of email: a link, and the headers email programs use for it (RFC 2369, RFC 8058). */
export async function optOutLinks(shop: Shop, email: string, kind: OptOutKind) {
  const [row] = await shop.db
    .insert(mailOptouts)
    .values({ email, kind, token: newMemberToken(), createdAt: shop.now() })
    // The no-op update makes an existing row be returned: each address has one link per kind.
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

/** Stops the emails of a link. Doesn't reveal whether there were any. */
export async function optOut(shop: Shop, token: string): Promise<void> {
  await shop.db
    .update(mailOptouts)
    .set({ optedOutAt: shop.now() })
    .where(and(eq(mailOptouts.token, token), isNull(mailOptouts.optedOutAt)))
}
