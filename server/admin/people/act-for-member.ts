import { and, eq, sql } from 'drizzle-orm'
import { auditLog, membershipPayments, outbox } from '../../../db/schema.ts'
import type { AdminInput, AdminReply } from '../../../domain/admin/contracts.ts'
import type { MemberAct } from '../../../domain/admin/member-act-contracts.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import { addDrops, dropTitle } from '../../../domain/drop.ts'
import { ShopError } from '../../../domain/errors.ts'
import type { MembershipView, OutcomeView } from '../../../domain/membership-view.ts'
import { formatCents } from '../../../domain/money.ts'
import { changeAddress } from '../../account/memberships/change-address.ts'
import { pauseBoxes } from '../../account/memberships/change-membership.ts'
import { changeSize, changeStyles } from '../../account/memberships/change-preferences.ts'
import { readForStaff } from '../../account/memberships/read-account.ts'
import { findMembership, lockMembership, type Membership } from '../../ledger/find-membership.ts'
import { shopDay } from '../../ledger/shop-day.ts'
import { insertBoxes } from '../../memberships/apply-invoice.ts'
import { cancelRenewal, keepCancelReason, undoCancel } from '../../memberships/cancel-renewal.ts'
import { changePlan, planChoices } from '../../memberships/change-plan.ts'
import { resumeMembership } from '../../memberships/resume-membership.ts'
import { announcedAt } from '../../memberships/secret-gifts.ts'
import { skipBox } from '../../memberships/skip-box.ts'
import type { Shop } from '../../shop/shop.ts'
import { audit } from '../../staff/audit.ts'
import type { Staff } from '../../staff/staff.ts'

/** An act as it is previewed, noted and mailed. */
type Told = { what: string; lines: string[]; mailTo: string | null }

/** Acts of which the member's own way mails already. */
const mailsItself: MemberAct['act'][] = ['cancel', 'plan']
/** Acts that are the payer's to hear of (club-rules.md "Money questions go to the giver"). */
const ofPayer: MemberAct['act'][] = ['cancel', 'undo-cancel', 'plan', 'comp']

/** What an act would change, and whom it is told to. Nothing is changed. @throws ShopError 'not_found', 'not_possible' */
export async function previewMemberAct(
  shop: Shop,
  { membershipId, act }: AdminInput<'previewMemberAct'>,
): Promise<AdminReply<'previewMemberAct'>> {
  return tellOf(shop, await findMembership(shop, membershipId), act)
}

/**
 * Does for a member what they can do themselves, by the same functions, which refuse the same; then notes it with its
 * reason and mails the member. A form that is sent twice acts once: acts are safe to repeat, and the note is not written anew.
 * @throws ShopError as the member's own call, 'not_found'
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
  const [done] = await shop.db.select({ id: auditLog.id }).from(auditLog).where(isIt)
  if (done) return { success: true }
  const membership = await findMembership(shop, membershipId)
  const told = await tellOf(shop, membership, act)
  await carryOut(shop, membership, act, { askedAs, staff })
  const now = shop.now()
  await shop.db.transaction(async (tx) => {
    await lockMembership(tx, membershipId)
    const [noted] = await tx.select({ id: auditLog.id }).from(auditLog).where(isIt)
    if (noted) return
    const { what, lines, mailTo } = told
    await audit(tx, staff, now, {
      action: `membership.${act.act}`,
      entity: 'memberships',
      entityId: membershipId,
      after: { what, reason: reason.trim(), askedAs },
    })
    if (!mailTo || mailsItself.includes(act.act)) return
    await tx
      .insert(outbox)
      .values({
        ...{ kind: 'done-for-you', subjectId: `${membershipId}:${askedAs}`, runAt: now, createdAt: now },
        payload: { email: mailTo, what, lines },
      })
      .onConflictDoNothing()
  })
  shop.wakeWorker()
  return { success: true }
}

/** By the member's own functions. */
async function carryOut(
  shop: Shop,
  membership: Membership,
  act: MemberAct,
  { askedAs, staff }: { askedAs: string; staff: Staff },
): Promise<void> {
  const { id, memberEmail, payerEmail } = membership
  const wearer = { email: memberEmail ?? payerEmail ?? '', sessionId: '' }
  switch (act.act) {
    case 'skip':
      return skipBox(shop, { membershipId: id, drop: act.drop })
    case 'pause':
      return void (await pauseBoxes(shop, { id, from: act.from, until: act.until }, wearer))
    case 'resume':
      return resumeMembership(shop, { membershipId: id })
    case 'cancel':
      await cancelRenewal(shop, { membershipId: id, by: 'staff' })
      return act.why && keepCancelReason(shop, { membershipId: id, reason: act.why })
    case 'undo-cancel':
      return undoCancel(shop, { membershipId: id })
    case 'plan':
      return changePlan(shop, { membershipId: id, planId: act.planId, username: staff.username })
    case 'size':
      return void (await changeSize(shop, { id, size: act.size }, wearer))
    case 'styles':
      return void (await changeStyles(shop, { id, styles: act.styles }, wearer))
    case 'address': {
      const { act: _, ...address } = act
      return void (await changeAddress(shop, { id, ...address }, wearer))
    }
    case 'comp':
      return compBoxes(shop, id, { boxes: act.boxes, reference: `comp:${askedAs}` })
  }
}

/**
 * Belts that nobody pays for: a payment of nothing, which buys them, so that the ledger's rule stands. They come after the
 * last belt that is paid; no charge moves.
 * @throws ShopError 'not_possible' for a membership that has ended
 */
async function compBoxes(shop: Shop, membershipId: string, given: { boxes: number; reference: string }) {
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
  })
}

async function tellOf(shop: Shop, membership: Membership, act: MemberAct): Promise<Told> {
  const { id, memberEmail, payerEmail, noticeOn, isGift } = membership
  const since = announcedAt(shop, noticeOn)
  const isSecret = since !== null && since > shop.now()
  const wearer = isGift ? (isSecret ? payerEmail : memberEmail) : (memberEmail ?? payerEmail)
  const mailTo = ofPayer.includes(act.act) ? payerEmail : wearer
  // What a gift's recipient reads names no charge.
  const tellsMoney = mailTo === payerEmail
  const loaded = await readForStaff(shop, payerEmail ?? memberEmail ?? '')
  const view = loaded.find((each) => each.view.id === id)?.view
  if (!view)
    throw new ShopError('not_possible', 'The person’s data was deleted: nothing can be done for them.')
  return { mailTo, ...(await words(shop, membership, view, act, tellsMoney)) }
}

type Words = { what: string; lines: string[] }

async function words(
  shop: Shop,
  membership: Membership,
  view: MembershipView,
  act: MemberAct,
  tellsMoney: boolean,
): Promise<Words> {
  const { money, taste, next } = view
  const days = (outcome: OutcomeView) => [
    ...(outcome.nextDrop ? [`The next belt comes in ${dropTitle(outcome.nextDrop)}.`] : []),
    ...(tellsMoney && outcome.nextChargeOn
      ? [`The next charge is on ${formatDay(outcome.nextChargeOn)}.`]
      : []),
    ...(outcome.lastDrop ? [`The last one so far comes in ${dropTitle(outcome.lastDrop)}.`] : []),
    ...(tellsMoney ? ['Nothing is charged for it.'] : []),
  ]
  const paid =
    view.lastDrop && next?.isPaid
      ? [`Belts that are paid for still ship, the last in ${dropTitle(view.lastDrop)}.`]
      : []
  switch (act.act) {
    case 'skip':
      if (!taste?.skip || next?.drop !== act.drop) throw changed()
      return { what: `${dropTitle(act.drop)} is skipped`, lines: days(taste.skip) }
    case 'pause': {
      const pause = taste?.pauses.find(({ until }) => until === act.until)
      if (!pause || next?.drop !== act.from) throw changed()
      return { what: `The membership is paused until ${dropTitle(act.until)}`, lines: days(pause.outcome) }
    }
    case 'resume':
      if (!taste?.resume) throw new ShopError('not_possible', 'There is no pause that could be ended.')
      return { what: 'The pause is over', lines: days(taste.resume) }
    case 'cancel':
      if (!money?.canCancel)
        throw new ShopError('not_possible', 'Nothing renews here: there is nothing to cancel.')
      return { what: 'The membership is canceled', lines: ['Nothing more is charged.', ...paid] }
    case 'undo-cancel':
      if (!money?.canUndo)
        throw new ShopError('not_possible', 'This cancellation can’t be taken back any more.')
      return {
        what: 'The cancellation is taken back',
        lines: [`It renews on ${formatDay(membership.paidUntil)}, as before.`, ...paid],
      }
    case 'plan': {
      const plan = (await planChoices(shop, membership)).find(({ planId }) => planId === act.planId)
      if (!plan)
        throw new ShopError('not_possible', 'This plan can’t be chosen. Look at the membership again.')
      const sum = formatCents(plan.amountCents + plan.taxCents)
      return {
        what: `The next term is ${plan.name}`,
        lines: [`${sum} is charged on ${formatDay(plan.chargeOn)}. Nothing is charged now.`, plan.terms],
      }
    }
    case 'size':
      return { what: `The size is ${act.size}`, lines: [`It was ${membership.size}.`, unpacked] }
    case 'styles':
      return {
        what: `The styles are ${act.styles.join(', ')}`,
        lines: [`They were ${membership.styles.join(', ')}.`, unpacked],
      }
    case 'address':
      return {
        what: 'The address is changed',
        lines: [
          `Belts go to ${[act.fullName, act.address, act.address2, act.city, `${act.state} ${act.zipCode}`].filter(Boolean).join(', ')}.`,
          unpacked,
        ],
      }
    case 'comp': {
      const from = view.lastDrop ? addDrops(view.lastDrop, 1) : null
      const many = act.boxes === 1 ? 'A belt is' : `${act.boxes} belts are`
      return {
        what: `${many} on us`,
        lines: [
          ...(from
            ? [`It comes after the last paid one, in ${dropTitle(from)}${act.boxes > 1 ? ' and after' : ''}.`]
            : []),
          ...(money?.nextChargeOn
            ? [`The next charge stays on ${formatDay(money.nextChargeOn)}; its belts come after.`]
            : []),
          'Nothing is charged for it.',
        ],
      }
    }
  }
}

const unpacked = 'Belts that are packed already go as they are.'

function changed(): ShopError {
  return new ShopError(
    'not_possible',
    'Something else is the next belt by now. Look at the membership again, then choose.',
  )
}
