import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { findPeople } from '../../people/find-people.ts'
import { readPerson } from '../../people/read-person.ts'
import type { Shop } from '../../shop/shop.ts'

/** Orders that a page of people is looked for in. */
const rows = 30

/** GET /api/admin/people: mailboxes found by anything that was typed. */
export async function listPeople(
  shop: Shop,
  { search, cursor, limit = rows }: AdminInput<'listPeople'>,
): Promise<AdminReply<'listPeople'>> {
  return findPeople(shop, { search, limit, cursor })
}

/** GET /api/admin/people/{id}. @throws ShopError 'not_found' for an id of which nothing is kept */
export async function getPerson(
  shop: Shop,
  { personId }: AdminInput<'getPerson'>,
): Promise<AdminReply<'getPerson'>> {
  return readPerson(shop, personId)
}
