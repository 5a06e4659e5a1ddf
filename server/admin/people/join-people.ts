import { and, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { subscriberStatus } from '../../../db/schema/states.ts'
import { newsletterSubscribers, otherMailboxes } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import { normalizeEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { newId } from '../../../domain/id.ts'
import { clearBounce } from '../../bounces/record-bounce.ts'
import { leaveOthers, mailboxesOf, personIdOf } from '../../members/member.ts'
import { enqueueMail, type Mail } from '../../outbox/enqueue-mail.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { emailsOfPerson, getPerson } from './read-person.ts'

/** The first mailbox of the person, and the mailboxes to join to it; none if they're already joined. */
async function pairOf(shop: Shop, personId: string, typed: string) {
  const theirs = await emailsOfPerson(shop, personId)
  const email = normalizeEmail(typed)
  if (theirs.includes(email)) return { first: theirs[0], coming: [] as string[] }
  const others = await emailsOfPerson(shop, personIdOf(email)).catch((error: unknown) => {
    if (error instanceof ShopError && error.code === 'not_found')
      throw new ShopError('not_possible', `We have nothing from ${email}. Check how it’s spelled.`, {
        fields: { email: 'We have nothing from this address. Check how it’s spelled.' },
      })
    throw error
  })
  return { first: theirs[0], coming: [...others] as string[] }
}

/** What joining two people would do. Read only. @throws ShopError 'not_found', 'not_possible' for an unknown address */
export async function previewJoinPeople(
  shop: Shop,
  { personId, email }: AdminInput<'previewJoinPeople'>,
): Promise<AdminReply<'previewJoinPeople'>> {
  const { first, coming } = await pairOf(shop, personId, email)
  if (coming.length === 0) throw new ShopError('not_possible', 'These are one person already.')
  const other = await getPerson(shop, { personId: personIdOf(coming[0]!) })
  const many = other.memberships.length
  return {
    name: other.name,
    lines: [
      `Everything of ${coming.join(' and ')} shows here: ${many === 1 ? '1 membership' : `${many} memberships`}, ${other.orders.length === 1 ? '1 order' : `${other.orders.length} orders`}, messages and emails.`,
      `Both sign-ins go on working, and each opens all of it. Only do this if you’re sure that ${first} and ${coming[0]} are the same human.`,
      'No money moves: each membership keeps its card. Store credit of either address can be spent with both sign-ins.',
      'You can separate them again here at any time.',
    ],
    mailTo: [first, ...coming],
  }
}

const lock = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('other mailboxes', 0))`)

/**
 * Joins two mailboxes into one person; each sign-in then opens everything. No membership row changes, so this can be
 * undone. Safe to repeat.
 * @throws ShopError 'not_found', 'not_possible' for an unknown address
 */
export async function joinPeople(
  shop: Shop,
  { personId, email, reason }: AdminInput<'joinPeople'>,
  staff: Staff,
): Promise<AdminReply<'joinPeople'>> {
  const pair = await pairOf(shop, personId, email)
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    await lock(tx)
    // Reads again under the lock: the second of two simultaneous requests finds them joined.
    const [theirs, coming] = [await mailboxesOf(tx, pair.first), await mailboxesOf(tx, normalizeEmail(email))]
    const first = theirs[0]!
    if (coming[0] === first) return
    const values = { firstEmail: first, username: staff.username, createdAt: now }
    await tx
      .insert(otherMailboxes)
      .values(coming.map((each) => ({ email: each, ...values })))
      .onConflictDoUpdate({ target: otherMailboxes.email, set: values })
    await audit(tx, staff, now, {
      ...{ action: 'person.join', entity: 'people', entityId: personIdOf(first) },
      after: { with: coming.map(personIdOf), reason: reason.trim() },
    })
    await tell(tx, shop, [first, ...coming], {
      what: 'Your two addresses are one account',
      lines: [
        `You can sign in with ${[first, ...coming].join(' or ')}. Each opens everything.`,
        'No money moved, and no card changed.',
      ],
    })
  })
  shop.wakeWorker()
  return { success: true }
}

async function tell(tx: Transaction, shop: Shop, emails: string[], told: { what: string; lines: string[] }) {
  const mails = emails.map((email): Mail => {
    return { kind: 'done-for-you', about: { aboutId: newId() }, payload: { email, ...told } }
  })
  await enqueueMail(tx, shop, ...mails)
}

/**
 * Makes a mailbox a person of its own; the other sign-in no longer opens it. Safe to repeat.
 * @throws ShopError 'not_found'
 */
export async function separateMailbox(
  shop: Shop,
  { personId, email: typed, reason }: AdminInput<'separateMailbox'>,
  staff: Staff,
): Promise<AdminReply<'separateMailbox'>> {
  const [first] = await emailsOfPerson(shop, personId)
  const email = normalizeEmail(typed)
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    await lock(tx)
    const emails = await mailboxesOf(tx, first)
    // Already separated, such as in another tab.
    if (!emails.includes(email) || emails.length < 2) return
    await leaveOthers(tx, email)
    await audit(tx, staff, now, {
      ...{ action: 'person.separate', entity: 'people', entityId: personIdOf(first) },
      after: { without: personIdOf(email), reason: reason.trim() },
    })
    await tell(tx, shop, emails, {
      what: 'Your addresses are two accounts again',
      lines: [`${email} opens what belongs to it alone.`, 'No money moved, and no card changed.'],
    })
  })
  shop.wakeWorker()
  return { success: true }
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
