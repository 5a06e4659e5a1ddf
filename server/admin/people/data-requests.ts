import { randomUUID } from 'node:crypto'
import { outbox } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { readForStaff } from '../../account/memberships/read-account.ts'
import { deleteMyData } from '../../account/privacy/delete-my-data.ts'
import { downloadMyData } from '../../account/privacy/download-my-data.ts'
import { emailOfPerson } from '../../people/read-person.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'

/** Mails the way in to the member's page, as if they had asked. @throws ShopError 'not_found', 'not_possible' without one */
export async function sendSignInLink(
  shop: Shop,
  { personId }: AdminInput<'sendSignInLink'>,
  staff: Staff,
): Promise<AdminReply<'sendSignInLink'>> {
  const email = await emailOfPerson(shop, personId)
  if ((await readForStaff(shop, email)).length === 0)
    throw new ShopError('not_possible', 'They have no membership, so there is no page to sign in to.')
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    await tx
      .insert(outbox)
      .values({ kind: 'magic-link', subjectId: randomUUID(), payload: { email }, runAt: now, createdAt: now })
    await audit(tx, staff, now, { action: 'person.sign-in-link', entity: 'people', entityId: personId })
  })
  shop.wakeWorker()
  return { success: true }
}

/** All that is kept of a person, as they would get it themselves; for whoever asks by mail. @throws ShopError 'not_found' */
export async function exportPerson(
  shop: Shop,
  { personId }: AdminInput<'exportPerson'>,
  staff: Staff,
): Promise<AdminReply<'exportPerson'>> {
  const email = await emailOfPerson(shop, personId)
  await shop.db.transaction((tx) =>
    audit(tx, staff, shop.now(), { action: 'person.export', entity: 'people', entityId: personId }),
  )
  return downloadMyData(shop, {}, { email, sessionId: '' })
}

/** Deletes what is kept of a person on their request. @throws ShopError as their own call, 'not_found' */
export async function deletePerson(
  shop: Shop,
  { personId, reason, givesUpCreditCents }: AdminInput<'deletePerson'>,
  staff: Staff,
): Promise<AdminReply<'deletePerson'>> {
  const email = await emailOfPerson(shop, personId)
  const member = { email, sessionId: '' }
  const given = givesUpCreditCents === undefined ? {} : { givesUpCreditCents }
  await deleteMyData(shop, given, member, { address: staff.address ?? '', keep: () => {} })
  // The id says who it was to nobody who does not know the address.
  await shop.db.transaction((tx) =>
    audit(tx, staff, shop.now(), {
      action: 'person.delete',
      entity: 'people',
      entityId: personId,
      after: { reason: reason.trim() },
    }),
  )
  return { success: true }
}
