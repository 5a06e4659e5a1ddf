import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { handoverState } from '../../../db/schema/states.ts'
import {
  accountLinks,
  accountRevocations,
  accountSessions,
  approvals,
  boxes,
  checkouts,
  contactMessages,
  deadAddresses,
  delays,
  exchangePhotos,
  handovers,
  letterReaders,
  mailOptouts,
  manualOrders,
  membershipLinks,
  memberships,
  newsletterSubscribers,
  outbox,
  paymentEvents,
  people,
  promotionCodes,
  storeCredit,
} from '../../../db/schema.ts'
import type { AccountInput } from '../../../domain/account/contracts.ts'
import { leftStates } from '../../../domain/box.ts'
import { dropTitle } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import { openHandovers } from '../../../domain/handover.ts'
import { formatCents } from '../../../domain/money.ts'
import { abandonCheckout } from '../../checkout/abandon-checkout.ts'
import { creditOf, holdCredit, peopleOf, releaseCodes } from '../../credit/store-credit.ts'
import { type AccountCaller, leaveOthers, type Member, namesMailbox } from '../../members/member.ts'
import { deleteArchivedMails } from '../../outbox/mail-archive.ts'
import type { Shop } from '../../shop/shop.ts'
import { findPersonalRecords, isSendingBack, type Ties, unshippedDrops } from './find-personal-records.ts'
import { redactOrders, redactSent } from './redact-orders.ts'

/**
 * Removes the person from everything the shop keeps about the signed-in address. Orders stay, as tax law requires,
 * without name, email, street and message. Everything else is deleted, sessions included.
 * @throws ShopError 'not_possible' while a paid box is owed, a membership renews, or a belt is on its way back; and with
 * `creditCents` while they have credit they haven't given up
 */
export async function deleteMyData(
  shop: Shop,
  { givesUpCreditCents, email }: AccountInput<'deleteMyData'>,
  member: Member,
  caller: AccountCaller,
) {
  if (email && email !== member.email) {
    throw new ShopError(
      'not_possible',
      `You’re signed in as ${member.email} now, so we haven’t deleted anything. Reload the page first.`,
    )
  }
  if (givesUpCreditCents) await closePayments(shop, member.email)
  await shop.db.transaction(async (tx) => {
    const ties = await findPersonalRecords(tx, shop, member.email)
    const ids = idsOf(ties)
    // Locks the memberships: whatever adds a renewal or a box locks them too.
    if (ids.length > 0) await tx.select().from(memberships).where(inArray(memberships.id, ids)).for('update')
    await requireDeletable(tx, shop, member.email)
    await giveUpCredit(tx, shop, member.email, givesUpCreditCents)
    // Deletes what staff wrote to them; the amounts stay in the books.
    await tx
      .update(storeCredit)
      .set({ words: null })
      .where(
        and(inArray(storeCredit.personId, await peopleOf(tx, member.email)), isNotNull(storeCredit.words)),
      )
    await redactOrders(tx, ties)
    await forgetAddress(tx, shop, member.email, ties)
  })
  caller.keep(null)
  return { success: true as const }
}

/** Ids of memberships they pay for or wear. After a handover, the former member has only the order. */
function idsOf({ items }: Ties): string[] {
  return items.filter(({ isPayer, isWearer }) => isPayer || isWearer).map(({ membership }) => membership.id)
}

/**
 * Checks that deleting the mailbox would lose nothing that is owed to or by it.
 * @throws ShopError 'not_possible', saying what has to happen first
 */
export async function requireDeletable(db: Database | Transaction, shop: Shop, email: string): Promise<void> {
  const ties = await findPersonalRecords(db, shop, email)
  refuseWhileRenewing(ties)
  const ids = idsOf(ties)
  const [drop] = await unshippedDrops(db, ids)
  if (drop) {
    throw new ShopError(
      'not_possible',
      `You’ve paid for belts that haven’t shipped yet. ${dropTitle(drop)}’s is next. Wait until the last one ships, or ask ${shop.config.supportEmail} for a refund. Then delete your data.`,
    )
  }
  if (await isStillCharged(db, shop, email)) {
    throw new ShopError(
      'not_possible',
      'We’re still taking your card off the membership you handed over. Try again in a few minutes.',
    )
  }
  if (await isSendingBack(db, ids)) {
    throw new ShopError(
      'not_possible',
      'A belt is on its way back to us. Wait until it arrives, or cancel its return. Then delete your data.',
    )
  }
}

/**
 * Whether their card may still be charged for a membership they handed over. A row whose subscription has ended may wait for
 * a bank for months (handovers/their-charges.ts), for which it doesn't need them.
 */
async function isStillCharged(db: Database | Transaction, shop: Shop, email: string): Promise<boolean> {
  const former = await db
    .select({ subscriptionId: handovers.formerSubscriptionId })
    .from(handovers)
    .where(and(eq(handovers.fromEmail, email), isNotNull(handovers.formerSubscriptionId)))
  for (const { subscriptionId } of former) {
    const state = await shop.payments.fetchSubscription(subscriptionId!).catch(() => null)
    if (state?.status !== 'ended') return true
  }
  return false
}

function refuseWhileRenewing({ items }: Ties) {
  const isRenewing = items.some(
    ({ membership, isPayer }) => isPayer && membership.renews && membership.status !== 'ended',
  )
  if (isRenewing) {
    throw new ShopError('not_possible', 'Your membership renews. Cancel it first, then delete your data.')
  }
}

// One that is open in another tab would spend the credit after it was given up.
async function closePayments(shop: Shop, email: string) {
  const { codes } = await creditOf(shop.db, email)
  const names = codes.map(({ code }) => code)
  const open = await shop.db
    .select()
    .from(checkouts)
    .where(and(inArray(checkouts.promotionCode, names), eq(checkouts.status, 'open')))
  for (const checkout of open) await abandonCheckout(shop, checkout)
}

/**
 * Store credit doesn't expire (club-rules.md "The gift"), but no one can spend it once its owner is deleted. So the owner
 * has to agree to give up the exact amount, unused codes included, and the ledger records it.
 * @param givesUpCents the amount the owner agreed to, in integer cents
 * @throws ShopError 'not_possible' with `creditCents` in its details if that isn't the current amount
 */
async function giveUpCredit(
  tx: Transaction,
  shop: Shop,
  email: string,
  givesUpCents: number | undefined,
): Promise<void> {
  // A code may hold credit of another address of theirs, which gets it back. One that is being paid with stays as it is.
  await releaseCodes(tx, shop, email)
  const { balances, balanceCents, codes } = await holdCredit(tx, email)
  const cents = balanceCents + codes.reduce((total, { amountCents }) => total + amountCents, 0)
  if (cents === 0) return
  if (cents !== givesUpCents) {
    throw new ShopError(
      'not_possible',
      `You have ${formatCents(cents)} of store credit, and it doesn’t expire. Once your data is deleted, no one can use it. Spend it first, or give it up.`,
      { details: { creditCents: String(cents) } },
    )
  }
  // A code is credit in another form. The ledger first takes it back as unused, then records it as given up.
  for (const { code, amountCents } of codes) {
    const [made] = await tx
      .select({ personId: storeCredit.personId })
      .from(storeCredit)
      .where(sql`${storeCredit.reference} like ${`code:${code}:%`}`)
      .limit(1)
    if (!made || amountCents === 0) continue
    const line = { personId: made.personId, createdAt: shop.now() }
    await tx.insert(storeCredit).values([
      { ...line, amountCents, reason: 'unused', reference: `unused:${code}` },
      { ...line, amountCents: -amountCents, reason: 'given-up', reference: `given-up:${code}` },
    ])
  }
  if (balances.length === 0) return
  await tx.insert(storeCredit).values(
    balances.map((each) => ({
      personId: each.personId,
      amountCents: -each.balanceCents,
      reason: 'given-up',
      reference: `given-up:${each.personId}:${shop.now().toISOString()}`,
      createdAt: shop.now(),
    })),
  )
}

/** Deletes what we keep about an address besides its orders: newsletter, messages, links, devices, abandoned carts. */
async function forgetAddress(tx: Transaction, shop: Shop, email: string, ties: Ties) {
  const messages = await tx
    .delete(contactMessages)
    .where(sql`lower(trim(${contactMessages.email})) = ${email}`)
    .returning({ id: contactMessages.id })
  const letters = await tx
    .delete(newsletterSubscribers)
    .where(sql`lower(trim(${newsletterSubscribers.email})) = ${email}`)
    .returning({ id: newsletterSubscribers.id })
  const passed = await tx
    .select({ id: handovers.id })
    .from(handovers)
    .where(or(eq(handovers.toEmail, email), eq(handovers.fromEmail, email)))
  await forgetHandovers(tx, email)
  await leaveOthers(tx, email)
  await forgetFormerBoxes(tx, email)
  // As the payer of someone else's belts.
  await tx.update(delays).set({ answeredBy: null }).where(eq(delays.answeredBy, email))
  await tx.delete(exchangePhotos).where(eq(exchangePhotos.email, email))
  const readings = await tx
    .delete(letterReaders)
    .where(eq(letterReaders.email, email))
    .returning({ id: letterReaders.id })
  await tx.delete(deadAddresses).where(eq(deadAddresses.email, email))
  // What they told staff by phone; the resulting order stays, without the person.
  await tx
    .update(manualOrders)
    .set({ email: '', cart: [], reason: '', expiresAt: null, tokenHash: null })
    .where(or(eq(manualOrders.email, email), namesMailbox(sql`${manualOrders.cart}::text`, email)))
  // What staff asked an owner to give them.
  const bought = ties.items.map(({ item }) => item.orderId)
  const isTheirs = bought.length > 0 ? inArray(approvals.orderId, bought) : undefined
  await tx.delete(approvals).where(or(isTheirs, namesMailbox(sql`${approvals.input}::text`, email)))
  await tx.delete(mailOptouts).where(eq(mailOptouts.email, email))
  await tx.delete(accountLinks).where(eq(accountLinks.email, email))
  // No membership has the address now, so every signed link is void without its revocations.
  await tx.delete(accountRevocations).where(eq(accountRevocations.email, email))
  // Without its address, anyone could use a code made from store credit.
  await tx.update(promotionCodes).set({ email: null, isActive: false }).where(eq(promotionCodes.email, email))
  await tx.delete(accountSessions).where(eq(accountSessions.email, email))
  const payerOf = ties.items.filter(({ isPayer }) => isPayer).map(({ membership }) => membership.id)
  if (payerOf.length > 0)
    await tx.delete(membershipLinks).where(inArray(membershipLinks.membershipId, payerOf))
  await tx
    .delete(checkouts)
    .where(
      and(inArray(checkouts.status, ['abandoned']), namesMailbox(sql`${checkouts.snapshot}::text`, email)),
    )
  // Handled provider events are only kept to recognize repeats, which takes nothing but their id.
  await tx
    .update(paymentEvents)
    .set({ payload: {} })
    .where(
      and(
        sql`${paymentEvents.handledAt} is not null`,
        namesMailbox(sql`${paymentEvents.payload}::text`, email),
      ),
    )
  const written = [...messages, ...letters, ...readings].map(({ id }) => id)
  await quietOutbox(tx, shop, email, [...payerOf, ...written])
  const about = ties.items.flatMap(({ membership, item }) => [membership.id, item.orderId])
  await deleteArchivedMails(tx, email, [...about, ...written, ...passed.map(({ id }) => id)])
}

// Boxes sent to them before their membership was handed over.
async function forgetFormerBoxes(tx: Transaction, email: string) {
  const theirs = tx
    .select({ id: people.id })
    .from(people)
    .where(eq(people.key, `email:${email}`))
  const sent = await tx
    .update(boxes)
    .set({ shipTo: null })
    .where(and(inArray(boxes.personId, theirs), inArray(boxes.state, leftStates)))
    .returning({ id: boxes.id })
  await redactSent(
    tx,
    sent.map(({ id }) => id),
  )
  await tx
    .update(people)
    .set({ key: sql`'deleted:' || ${people.id}` })
    .where(eq(people.key, `email:${email}`))
}

// Drops their unsent emails and empties the payloads. The rows stay, to record that each email was decided.
async function quietOutbox(tx: Transaction, shop: Shop, email: string, about: string[]) {
  const isTheirs = or(
    sql`lower(trim(${outbox.payload}->>'email')) = ${email}`,
    sql`${outbox.payload}->>'fromEmail' = ${email}`,
    about.length > 0 ? inArray(sql`left(${outbox.subjectId}, 36)`, about) : undefined,
  )
  await tx
    .update(outbox)
    .set({ sentAt: shop.now(), droppedBecause: 'its reader had their data deleted' })
    .where(and(isTheirs, isNull(outbox.sentAt)))
  await tx.update(outbox).set({ payload: {}, lastError: null }).where(isTheirs)
}

/**
 * Deletes open handovers. One that got as far as a card is withdrawn instead: an interrupted attempt may have left a
 * subscription on it, which the row ends before it charges. A finished one stays without the person: what its payer agreed to, and who paid since, belongs to
 * the membership, and subscriptions on either card may still have to be ended or paid back.
 */
async function forgetHandovers(tx: Transaction, email: string) {
  const isTo = eq(handovers.toEmail, email)
  const isFrom = eq(handovers.fromEmail, email)
  const isOpen = and(or(isTo, isFrom), ne(handovers.state, 'done'))
  await tx.delete(handovers).where(and(isOpen, isNull(handovers.customerId)))
  await tx
    .update(handovers)
    .set({ state: handoverState.to('withdrawn', handovers.state) })
    .where(and(isOpen, inArray(handovers.state, [...openHandovers])))
  await tx.update(handovers).set({ fromEmail: null }).where(isFrom)
  const choice = sql`jsonb_build_object('styles', '[]'::jsonb, 'size', '', 'address', '{}'::jsonb, 'consent', ${handovers.choice} -> 'consent', 'endedCharges', coalesce(${handovers.choice} -> 'endedCharges', '0'))`
  await tx.update(handovers).set({ toEmail: '', toName: '(deleted)', choice }).where(isTo)
}
