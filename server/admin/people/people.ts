import { and, inArray, sql } from 'drizzle-orm'
import { subscriberStatus } from '../../../db/schema/states.ts'
import { newsletterSubscribers } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { clearBounce } from '../../bounces/record-bounce.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'
import { findPeople } from './find-people.ts'
import { emailsOfPerson, readPerson } from './read-person.ts'

/** Orders searched for one page of people. */
const rows = 30

/** GET /api/admin/people: mailboxes found by any text. */
export async function listPeople(
  shop: Shop,
  { search, cursor, limit = rows }: AdminInput<'listPeople'>,
): Promise<AdminReply<'listPeople'>> {
  return findPeople(shop, { search, limit, cursor })
}

/** GET /api/admin/people/{id}. @throws ShopError 'not_found' if nothing is stored for the id */
export async function getPerson(
  shop: Shop,
  { personId }: AdminInput<'getPerson'>,
): Promise<AdminReply<'getPerson'>> {
  return readPerson(shop, personId)
}

/**
 * POST /api/admin/people/{id}/reachable: emails go to a bounced address again. People who unsubscribed or reported spam
 * stay off the newsletter.
 * @throws ShopError 'not_found' if nothing is stored for the id
 */
export async function reachPerson(
  shop: Shop,
  { personId }: AdminInput<'reachPerson'>,
  staff: Staff,
): Promise<AdminReply<'reachPerson'>> {
  const emails = await emailsOfPerson(shop, personId)
  await shop.db.transaction(async (tx) => {
    let isNews = false
    for (const email of emails) isNews = (await clearBounce(tx, email)) || isNews
    if (!isNews) return
    await tx
      .update(newsletterSubscribers)
      .set({
        status: sql`case when ${newsletterSubscribers.unsubscribedAt} is null
          then ${subscriberStatus.to('active', newsletterSubscribers.status)}
          else ${subscriberStatus.to('unsubscribed', newsletterSubscribers.status)} end`,
      })
      .where(
        and(inArray(newsletterSubscribers.email, emails), inArray(newsletterSubscribers.status, ['bounced'])),
      )
    await audit(tx, staff, shop.now(), { action: 'person.reachable', entity: 'people', entityId: personId })
  })
  return { success: true }
}
