import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { auditLog, membershipPayments } from '../../../db/schema.ts'
import { stateCode } from '../../../domain/address.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { MemberAct } from '../../../domain/admin/member-act-contracts.ts'
import type { CartShipping } from '../../../domain/cart.ts'
import { normalizeEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { givenReference } from '../../../domain/giving.ts'
import { pauseBoxes } from '../../account/memberships/change-membership.ts'
import { changeAddress, changeSize, changeStyles } from '../../account/memberships/change-preferences.ts'
import { readPlans } from '../../catalog/read-plans.ts'
import { correctRecipient } from '../../handovers/correct-recipient.ts'
import { findHandover } from '../../handovers/handover-link.ts'
import { requestHandover, withdrawHandover } from '../../handovers/request-handover.ts'
import { findMembership, lockMembership, type Membership } from '../../ledger/find-membership.ts'
import { insertBoxes } from '../../memberships/apply-invoice.ts'
import { cancelRenewal, saveCancelReason, undoCancel } from '../../memberships/cancel-renewal.ts'
import { changePlan } from '../../memberships/change-plan.ts'
import { extendMembership } from '../../memberships/extend-membership.ts'
import { resumeMembership, skipBox } from '../../memberships/skip-box.ts'
import { worthOfBelts } from '../../memberships/worth-of-belts.ts'
import { enqueueMail } from '../../outbox/enqueue-mail.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'
import { type Gift, giveAway, requireWithin } from '../../staff/give-away.ts'
import { audit, type Staff } from '../../staff/staff.ts'
import { previewAct, whatOf } from './preview-act.ts'

/** Acts whose own function already emails the member. */
const mailsItself: MemberAct['act'][] = ['cancel', 'plan']
/** What an act would change, and who is told. Read only. @throws ShopError 'not_found', 'not_possible' */
export async function previewMemberAct(
  shop: Shop,
  { membershipId, act }: AdminInput<'previewMemberAct'>,
): Promise<AdminReply<'previewMemberAct'>> {
  const { what, lines, mailTo } = await previewAct(shop, await findMembership(shop, membershipId), act)
  return { what, lines, mailTo }
}

/**
 * Does for a member what they can do themselves, through the same functions and with the same refusals. Then it logs the
 * act with its reason and emails the member. A form submitted twice acts once: acts are safe to repeat, and the log entry
 * isn't written again.
 * @throws ShopError as the member's own call, 'not_found', 'not_possible' for a form that did something else before
 */
export async function actForMember(
  shop: Shop,
  { membershipId, act, reason, askedAs }: AdminInput<'actForMember'>,
  staff: Staff,
): Promise<AdminReply<'actForMember'>> {
  const isIt = and(
    eq(auditLog.entity, 'memberships'),
    eq(auditLog.entityId, membershipId),
    sql`${auditLog.after} ->> 'askedAs' = ${askedAs}`,
  )
  const isDone = async () => {
    const [line] = await shop.db.select({ after: auditLog.after }).from(auditLog).where(isIt)
    if (line) await requireSame(shop, { membershipId, act, askedAs }, (line.after as { what: string }).what)
    return line !== undefined
  }
  if (await isDone()) return { success: true }
  try {
    await actOnce(shop, { membershipId, act, reason, askedAs }, staff, isIt)
  } catch (error) {
    // The same form was submitted a moment ago: the refusal only means that the act is done.
    if (!(error instanceof ShopError) || !(await isDone())) throw error
  }
  shop.wakeWorker()
  return { success: true }
}

/**
 * Refuses a form that did something else before: its reply was lost, and whoever changed it thinks that nothing was done.
 * @param done what it did
 * @throws ShopError 'not_possible'
 */
async function requireSame(
  shop: Shop,
  { membershipId, act, askedAs }: Pick<AdminInput<'actForMember'>, 'membershipId' | 'act' | 'askedAs'>,
  done: string,
): Promise<void> {
  const plans = act.act === 'plan' ? await readPlans(shop.db) : []
  const plan = plans.find(({ id }) => act.act === 'plan' && id === act.planId)
  if (whatOf(act, plan?.name) === done && (await hasSameAddress(shop, membershipId, act, askedAs))) return
  throw new ShopError(
    'not_possible',
    `Your first try went through: ${done}. Close this, and look at the membership again.`,
  )
}

/** The log's words name neither address nor email, so these are compared with what is stored. */
async function hasSameAddress(shop: Shop, membershipId: string, act: MemberAct, askedAs: string) {
  if (act.act === 'hand-over')
    return (await findHandover(shop, askedAs))?.toEmail === normalizeEmail(act.email)
  if (act.act !== 'address' && act.act !== 'recipient') return true
  const membership = await findMembership(shop, membershipId)
  if (act.act === 'recipient') return membership.memberEmail === normalizeEmail(act.email)
  const stored = membership.address as Partial<CartShipping>
  const asked = { ...act, state: stateCode(act.state) }
  const parts = ['fullName', 'address', 'address2', 'city', 'state', 'zipCode'] as const
  return parts.every((part) => (stored[part] ?? '') === asked[part])
}

async function actOnce(
  shop: Shop,
  { membershipId, act, reason, askedAs }: AdminInput<'actForMember'>,
  staff: Staff,
  isIt: SQL | undefined,
): Promise<void> {
  const membership = await findMembership(shop, membershipId)
  const told = await previewAct(shop, membership, act)
  const now = shop.now()
  const note = async (tx: Transaction) => {
    const [noted] = await tx.select({ id: auditLog.id }).from(auditLog).where(isIt)
    if (noted) return
    const { what, lines, mailTo, was, is } = told
    await giveAway(tx, shop, staff, await giftOf(tx, membershipId, act))
    await audit(tx, staff, now, {
      action: `membership.${act.act}`,
      entity: 'memberships',
      entityId: membershipId,
      before: was ?? null,
      after: { what, ...is, reason: reason.trim(), askedAs },
    })
    if (!mailTo || mailsItself.includes(act.act)) return
    const payload = { email: mailTo, what, lines }
    await enqueueMail(tx, shop, { kind: 'done-for-you', about: { aboutId: membershipId, askedAs }, payload })
  }
  // An extension moves the charge at the provider before it writes anything.
  if (act.act === 'extend') await shop.db.transaction((tx) => checkGift(tx, shop, staff, membershipId, act))
  await carryOut(shop, membership, act, { askedAs, staff, note })
  await shop.db.transaction(async (tx) => {
    await lockMembership(tx, membershipId)
    await note(tx)
  })
}

/** What free belts are worth. */
async function giftOf(tx: Transaction, membershipId: string, act: MemberAct): Promise<Gift> {
  if (act.act !== 'comp' && act.act !== 'extend') return { kind: 'free-belts', amountCents: 0 }
  const membership = await lockMembership(tx, membershipId)
  return { kind: 'free-belts', amountCents: await worthOfBelts(tx, membership, act.boxes) }
}

/** Refuses what would be over their day, and records nothing. */
async function checkGift(tx: Transaction, shop: Shop, staff: Staff, membershipId: string, act: MemberAct) {
  await requireWithin(tx, shop, staff, await giftOf(tx, membershipId, act))
}

/** Calls the member's own functions. Acts that aren't safe to repeat write their log entry in the same transaction. */
async function carryOut(
  shop: Shop,
  membership: Membership,
  act: MemberAct,
  { askedAs, staff, note }: { askedAs: string; staff: Staff; note: (tx: Transaction) => Promise<void> },
): Promise<void> {
  const { id, memberEmail, payerEmail } = membership
  const wearer = { email: memberEmail ?? payerEmail ?? '', sessionId: '' }
  switch (act.act) {
    case 'skip':
      return skipBox(shop, { membershipId: id, drop: act.drop, seen: membership })
    case 'pause':
      return void (await pauseBoxes(shop, { id, from: act.from, until: act.until }, wearer))
    case 'resume':
      return resumeMembership(shop, { membershipId: id, seen: membership })
    case 'cancel':
      await cancelRenewal(shop, { membershipId: id, by: 'staff', seen: membership })
      return act.why && saveCancelReason(shop, { membershipId: id, reason: act.why })
    case 'undo-cancel':
      return undoCancel(shop, { membershipId: id, seen: membership })
    case 'plan':
      return changePlan(shop, {
        ...{ membershipId: id, planId: act.planId, username: staff.username, seen: membership },
      })
    case 'size':
      return void (await changeSize(shop, { id, size: act.size }, wearer))
    case 'styles':
      return void (await changeStyles(shop, { id, styles: act.styles }, wearer))
    case 'address': {
      const { act: _, ...address } = act
      return void (await changeAddress(shop, { id, ...address }, wearer))
    }
    case 'comp':
      return compBoxes(shop, id, { boxes: act.boxes, reference: `${givenReference.comp}${askedAs}` }, note)
    case 'extend': {
      const reference = `${givenReference.extension}${askedAs}`
      return extendMembership(shop, { membershipId: id, boxes: act.boxes, from: act.from, reference }, note)
    }
    case 'hand-over': {
      const [email, name] = [normalizeEmail(act.email), act.name.trim()]
      return requestHandover(shop, membership, { id: askedAs, email, name, username: staff.username }, note)
    }
    case 'end-hand-over':
      return withdrawHandover(shop, id)
    case 'recipient':
      return correctRecipient(shop, { membershipId: id, email: normalizeEmail(act.email) }, note)
  }
}

/**
 * Gives free belts through a payment of 0 cents, because every box in the ledger needs a payment. They come after the
 * last paid belt; no charge moves.
 * @throws ShopError 'not_possible' for a membership that has ended
 */
async function compBoxes(
  shop: Shop,
  membershipId: string,
  given: { boxes: number; reference: string },
  alongside: (tx: Transaction) => Promise<void>,
) {
  await shop.db.transaction(async (tx) => {
    const membership = await lockMembership(tx, membershipId)
    if (membership.status === 'ended')
      throw new ShopError('not_possible', 'This membership has ended. Make a new order for them instead.')
    const [payment] = await tx
      .insert(membershipPayments)
      .values({
        ...{ membershipId, reference: given.reference, amountCents: 0, boxCount: given.boxes },
        paidAt: shop.now(),
      })
      .onConflictDoNothing()
      .returning({ id: membershipPayments.id })
    if (!payment) return
    const bought = { id: payment.id, priceCents: 0, boxCount: given.boxes, on: shopDay(shop) }
    await insertBoxes(tx, shop, membership, bought)
    await alongside(tx)
  })
}
