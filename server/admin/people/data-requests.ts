import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { ShopError } from '../../../domain/errors.ts'
import { newId } from '../../../domain/id.ts'
import { formatCents } from '../../../domain/money.ts'
import { readForStaff } from '../../account/memberships/read-account.ts'
import { deleteMyData, requireDeletable } from '../../account/privacy/delete-my-data.ts'
import { dataFile } from '../../account/privacy/download-my-data.ts'
import { creditOf, releaseCodes } from '../../credit/store-credit.ts'
import { personIdOf } from '../../members/member.ts'
import { enqueueMail } from '../../outbox/enqueue-mail.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, auditAlone, type Staff } from '../../staff/staff.ts'
import { emailsOfPerson, getPerson } from './read-person.ts'

/** Emails a sign-in link to this one of their mailboxes, as if the person had asked. @throws ShopError 'not_found', 'not_possible' without an address */
export async function sendSignInLink(
  shop: Shop,
  { personId }: AdminInput<'sendSignInLink'>,
  staff: Staff,
): Promise<AdminReply<'sendSignInLink'>> {
  const emails = await emailsOfPerson(shop, personId)
  const email = emails.find((each) => personIdOf(each) === personId) ?? emails[0]
  if ((await readForStaff(shop, emails)).length === 0)
    throw new ShopError('not_possible', 'They have no membership, so there’s no page to sign in to.')
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    await enqueueMail(tx, shop, {
      kind: 'magic-link',
      about: { requestId: newId() },
      payload: { email },
    })
    await audit(tx, staff, now, { action: 'person.sign-in-link', entity: 'people', entityId: personId })
  })
  shop.wakeWorker()
  return { success: true }
}

/** Everything stored about a person, as in their own download; for people who ask by email. @throws ShopError 'not_found' */
export async function exportPerson(
  shop: Shop,
  { personId }: AdminInput<'exportPerson'>,
  staff: Staff,
): Promise<AdminReply<'exportPerson'>> {
  const emails = await emailsOfPerson(shop, personId)
  await auditAlone(shop, staff, { action: 'person.export', entity: 'people', entityId: personId })
  return dataFile(shop, emails)
}

/** What a deletion would remove, keep, or have to wait for. Read only. @throws ShopError 'not_found' */
export async function previewDeletePerson(
  shop: Shop,
  { personId }: AdminInput<'previewDeletePerson'>,
): Promise<AdminReply<'previewDeletePerson'>> {
  const person = await getPerson(shop, { personId })
  const emails = await emailsOfPerson(shop, personId)
  const count = (many: number, one: string, more: string) => (many === 1 ? `1 ${one}` : `${many} ${more}`)
  const { messages, orders, memberships, newsletter } = person
  const goes = [
    ...(messages.length > 0 ? [count(messages.length, 'conversation', 'conversations')] : []),
    ...(newsletter ? ['the newsletter sign-up'] : []),
    ...(memberships.length > 0 ? ['names, addresses and sizes', 'sign-ins'] : []),
    'the words of emails we sent',
  ]
  return {
    emails,
    lines: [
      `Gone for good: ${goes.join(', ')}.`,
      orders.length > 0
        ? `Kept for the tax office: ${count(orders.length, 'order', 'orders')}, without name, email and street.`
        : 'They never bought anything, so nothing about them stays.',
      'No money moves, and no email goes out.',
    ],
    creditCents: await creditToGiveUp(shop, emails),
    blockedBy: await blockedBy(shop, emails),
  }
}

async function blockedBy(shop: Shop, emails: string[]): Promise<string | null> {
  try {
    for (const email of emails) await requireDeletable(shop.db, shop, email)
    return null
  } catch (error) {
    if (error instanceof ShopError) return error.message
    throw error
  }
}

/** Integer cents: the balance, plus unused codes made from it. */
async function creditToGiveUp(shop: Shop, emails: string[]): Promise<number> {
  let sum = 0
  for (const email of emails) sum += await creditOfOne(shop, email)
  return sum
}

async function creditOfOne(shop: Shop, email: string): Promise<number> {
  const { balanceCents, codes } = await creditOf(shop.db, email)
  return codes.reduce((sum, { amountCents }) => sum + amountCents, balanceCents)
}

/**
 * Deletes a person's data at their request: for all their mailboxes, or none if one can't be deleted yet.
 * @throws ShopError as their own call, 'not_found'
 */
export async function deletePerson(
  shop: Shop,
  { personId, reason, givesUpCreditCents }: AdminInput<'deletePerson'>,
  staff: Staff,
): Promise<AdminReply<'deletePerson'>> {
  const emails = await emailsOfPerson(shop, personId)
  for (const email of emails) await requireDeletable(shop.db, shop, email)
  const creditCents = await creditToGiveUp(shop, emails)
  if (creditCents > 0 && creditCents !== givesUpCreditCents)
    throw new ShopError(
      'not_possible',
      `They have ${formatCents(creditCents)} of store credit, which they lose. Ask them, then try again.`,
      { details: { creditCents: String(creditCents) } },
    )
  // Credit in a code goes back to each mailbox, as each deletion counts it.
  await shop.db.transaction((tx) => releaseCodes(tx, shop, emails))
  // Deletes the first mailbox last: after a crash, the person's page still finds what is left.
  for (const email of emails.toReversed()) {
    const cents = await creditOfOne(shop, email)
    const given = cents > 0 ? { givesUpCreditCents: cents } : {}
    const caller = { address: staff.address ?? '', keep: () => {} }
    await deleteMyData(shop, given, { email, sessionId: '' }, caller)
  }
  // The id is a hash: it identifies the person only to someone who knows the address.
  await auditAlone(shop, staff, {
    action: 'person.delete',
    entity: 'people',
    entityId: personId,
    after: { reason: reason.trim() },
  })
  return { success: true }
}
