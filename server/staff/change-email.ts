import { and, eq, ne } from 'drizzle-orm'
import { users } from '../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../domain/admin/contracts.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { audit } from './audit.ts'
import type { Staff } from './staff.ts'

/** Changes the address for emails about one's own sign-in. @throws ShopError 'taken' for another user's address */
export async function changeEmail(
  shop: Shop,
  input: AdminInput<'changeEmail'>,
  staff: Staff,
): Promise<AdminReply<'changeEmail'>> {
  const email = input.email === null ? null : normalizeEmail(input.email)
  await shop.db.transaction(async (tx) => {
    const [other] =
      email === null
        ? []
        : await tx
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.email, email), ne(users.id, staff.userId)))
    if (other) {
      const sentence = 'Someone else on the staff has this address. Use another.'
      throw new ShopError('taken', sentence, { fields: { email: sentence } })
    }
    // Before the update, so that the old address gets the email.
    await audit(tx, staff, shop.now(), {
      action: 'user.email',
      entity: 'users',
      entityId: staff.userId,
      tells: 'owners',
    })
    await tx.update(users).set({ email }).where(eq(users.id, staff.userId))
  })
  return { success: true }
}
