import type { MemberAct } from '../../../domain/admin/member-act-contracts.ts'
import { formatDay } from '../../../domain/calendar-date.ts'
import { addDrops, dropTitle } from '../../../domain/drop.ts'
import { normalizeEmail } from '../../../domain/email.ts'
import { ShopError } from '../../../domain/errors.ts'
import { handoverDays } from '../../../domain/handover.ts'
import type { MembershipView, OutcomeView } from '../../../domain/membership-view.ts'
import { formatCents } from '../../../domain/money.ts'
import { readForStaff } from '../../account/memberships/read-account.ts'
import { toldAt } from '../../gifts/load-gift.ts'
import { requireCorrectable } from '../../handovers/correct-recipient.ts'
import { needsCard, openHandoverOf, requireMovable } from '../../handovers/request-handover.ts'
import type { Membership } from '../../ledger/find-membership.ts'
import { announcedAt } from '../../ledger/secret-gifts.ts'
import { planChoices } from '../../memberships/change-plan.ts'
import { planExtension } from '../../memberships/extend-membership.ts'
import { type Shop, shopDay } from '../../shop/shop.ts'

/** An act's words for the preview, the log and the email. mailTo: null if no one can be told. */
export type ActPreview = Words & { mailTo: string | null }

/** Acts that only the payer is told about (club-rules.md "Money questions go to the giver"). */
const ofPayer: MemberAct['act'][] = ['cancel', 'undo-cancel', 'plan', 'comp', 'extend', 'recipient']

/** What an act would change, and who is told. @throws ShopError 'not_possible' where it can't be done */
export async function previewAct(shop: Shop, membership: Membership, act: MemberAct): Promise<ActPreview> {
  const { id, memberEmail, payerEmail, noticeOn, isGift } = membership
  const since = announcedAt(shop, noticeOn)
  const isSecret = since !== null && since > shop.now()
  const wearer = isGift ? (isSecret ? payerEmail : memberEmail) : (memberEmail ?? payerEmail)
  const mailTo = ofPayer.includes(act.act) ? payerEmail : wearer
  // A gift's recipient never reads about charges.
  const tellsMoney = mailTo === payerEmail
  const emails = [payerEmail, memberEmail].filter((email) => email !== null)
  const [loaded] = await readForStaff(shop, emails, id)
  const view = loaded?.view
  if (!view) throw new ShopError('not_possible', 'Their data was deleted, so there’s nothing left to change.')
  return { mailTo, ...(await words(shop, membership, view, act, tellsMoney)) }
}

type Words = {
  what: string
  lines: string[]
  /** before and after, for the audit log */
  was?: Record<string, unknown>
  is?: Record<string, unknown>
}

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
      ? [`The next charge is on ${formatDay(outcome.nextChargeOn, shopDay(shop))}.`]
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
      return { what: whatOf(act), lines: days(taste.skip) }
    case 'pause': {
      const pause = taste?.pauses.find(({ until }) => until === act.until)
      if (!pause || next?.drop !== act.from) throw changed()
      return { what: whatOf(act), lines: days(pause.outcome) }
    }
    case 'resume':
      if (!taste?.resume) throw new ShopError('not_possible', 'There’s no pause to end.')
      return { what: whatOf(act), lines: days(taste.resume) }
    case 'cancel':
      if (!money?.canCancel)
        throw new ShopError('not_possible', 'Nothing renews here, so there’s nothing to cancel.')
      return { what: whatOf(act), lines: ['They won’t be charged again.', ...paid] }
    case 'undo-cancel':
      if (!money?.canUndo) throw new ShopError('not_possible', 'You can’t undo this cancellation anymore.')
      return {
        what: whatOf(act),
        lines: [`It renews on ${formatDay(membership.paidUntil, shopDay(shop))}, as before.`, ...paid],
      }
    case 'plan': {
      const plan = (await planChoices(shop, membership)).find(({ planId }) => planId === act.planId)
      if (!plan)
        throw new ShopError('not_possible', 'This plan can’t be chosen. Look at the membership again.')
      const sum = formatCents(plan.amountCents + plan.taxCents)
      return {
        what: whatOf(act, plan.name),
        was: { plan: money?.planName ?? '' },
        is: { plan: plan.name },
        lines: [
          `${sum} is charged on ${formatDay(plan.chargeOn, shopDay(shop))}. Nothing is charged now.`,
          plan.terms,
        ],
      }
    }
    case 'size':
      return {
        what: whatOf(act),
        lines: [`It was ${membership.size}.`, unpacked],
        was: { size: membership.size },
        is: { size: act.size },
      }
    case 'styles':
      return {
        what: whatOf(act),
        lines: [`They were ${membership.styles.join(', ')}.`, unpacked],
        was: { styles: membership.styles },
        is: { styles: act.styles },
      }
    case 'address':
      return {
        what: whatOf(act),
        lines: [
          `Belts go to ${[act.fullName, act.address, act.address2, act.city, `${act.state} ${act.zipCode}`].filter(Boolean).join(', ')}.`,
          unpacked,
        ],
      }
    case 'comp': {
      const from = view.lastDrop ? addDrops(view.lastDrop, 1) : null
      return {
        what: whatOf(act),
        lines: [
          ...(from
            ? [`It comes after the last paid one, in ${dropTitle(from)}${act.boxes > 1 ? ' and after' : ''}.`]
            : []),
          ...(money?.nextChargeOn
            ? [
                `The next charge stays on ${formatDay(money.nextChargeOn, shopDay(shop))}; its belts come after.`,
              ]
            : []),
          'Nothing is charged for it.',
        ],
      }
    }
    case 'extend':
      return extension(shop, membership, view, act, tellsMoney)
    case 'hand-over':
      return handover(shop, membership, view, act)
    case 'recipient':
      return anotherRecipient(shop, membership, normalizeEmail(act.email))
    case 'end-hand-over': {
      const open = await openHandoverOf(shop.db, shop, membership.id)
      if (!open) throw new ShopError('not_possible', 'No one has been asked to take over this membership.')
      return {
        what: whatOf(act),
        lines: [`The link of ${open.toEmail} doesn’t work anymore.`, 'The membership stays as it is.'],
      }
    }
  }
}

/** An act in words, the same before and after it. @param planName of the plan an act changes to */
export function whatOf(act: MemberAct, planName = ''): string {
  switch (act.act) {
    case 'skip':
      return `${dropTitle(act.drop)} is skipped`
    case 'pause':
      return `The membership is paused until ${dropTitle(act.until)}`
    case 'resume':
      return 'The pause is over'
    case 'cancel':
      return 'The membership is canceled'
    case 'undo-cancel':
      return 'The cancellation is undone'
    case 'plan':
      return `The next term is ${planName}`
    case 'size':
      return `The size is ${act.size}`
    case 'styles':
      return `The styles are ${act.styles.join(', ')}`
    case 'address':
      return 'The address is changed'
    case 'comp':
      return `${act.boxes === 1 ? 'A belt is' : `${act.boxes} belts are`} on us`
    case 'extend':
      return `${act.boxes === 1 ? 'A month is' : `${act.boxes} months are`} added, on us`
    case 'hand-over':
      return `${act.name.trim()} was asked to take over the membership`
    case 'end-hand-over':
      return 'The handover is taken back'
    case 'recipient':
      return 'The email address of the gift’s recipient is corrected'
  }
}

const unpacked = 'Belts that are packed already go as they are.'

function changed(): ShopError {
  return new ShopError(
    'not_possible',
    'The next belt has changed. Look at the membership again, then choose.',
  )
}

async function anotherRecipient(shop: Shop, membership: Membership, email: string): Promise<Words> {
  await requireCorrectable(shop.db, shop, membership, email)
  const told = await toldAt(shop, membership.id)
  return {
    what: whatOf({ act: 'recipient', email }),
    lines: [
      `The gift’s emails go to ${email}, and no longer to ${membership.memberEmail}.`,
      told
        ? 'The announcement goes there right away. Links in the one before stop working.'
        : 'Nothing’s announced any sooner than planned.',
    ],
  }
}

async function extension(
  shop: Shop,
  membership: Membership,
  { money }: MembershipView,
  act: Extract<MemberAct, { act: 'extend' }>,
  tellsMoney: boolean,
): Promise<Words> {
  const { boxes, from } = act
  if (from !== (money?.nextChargeOn ?? null)) throw changed()
  const { drops, to } = await planExtension(shop, membership, boxes)
  const [first, last] = [drops[0]!, drops.at(-1)!]
  return {
    ...(from ? { was: { nextCharge: from }, is: { nextCharge: to } } : {}),
    what: whatOf(act),
    lines: [
      first === last
        ? `One more belt comes in ${dropTitle(first)}.`
        : `${boxes} more belts come, from ${dropTitle(first)} to ${dropTitle(last)}.`,
      ...(tellsMoney && from
        ? [
            `The next charge moves from ${formatDay(from, shopDay(shop))} to ${formatDay(to, shopDay(shop))}. It’s the same amount.`,
            'Nothing is charged for the months between.',
          ]
        : ['Nothing is charged for it.']),
    ],
  }
}

async function handover(
  shop: Shop,
  membership: Membership,
  { money, boxes, isGift }: MembershipView,
  act: Extract<MemberAct, { act: 'hand-over' }>,
): Promise<Words> {
  const { name, email } = act
  await requireMovable(shop, membership, normalizeEmail(email))
  const waiting = await openHandoverOf(shop.db, shop, membership.id)
  if (waiting)
    throw new ShopError('not_possible', `${waiting.toEmail} has already been asked. Take that back first.`)
  const coming = boxes.filter(({ state }) => ['owed', 'assigned', 'held'].includes(state))
  const first = coming[0]
  const belts = coming.length === 1 ? 'The paid belt' : `The ${coming.length} paid belts`
  const charge = needsCard(membership) && money?.nextChargeOn ? money : null
  return {
    what: whatOf(act),
    lines: [
      `${name.trim()} (${normalizeEmail(email)}) gets an email with a link, good for ${handoverDays} days. Until they accept, nothing changes.`,
      ...(first
        ? [
            `${belts} to come ${coming.length === 1 ? 'goes' : 'go'} to them, from ${dropTitle(first.drop)} on. They choose size, style and address.`,
          ]
        : ['They choose size, style and address.']),
      ...(charge && !isGift
        ? [
            `They give their own card. The charge ${charge.nextChargeCents === null ? '' : `of ${formatCents(charge.nextChargeCents)} `}on ${formatDay(charge.nextChargeOn!, shopDay(shop))} goes to it, and the card on file isn’t charged again.`,
            'Store credit stays with whoever has it.',
          ]
        : [isGift ? 'They don’t pay anything. The gift’s giver isn’t told.' : 'They don’t pay anything.']),
      'Once they accept, it’s off the page of the person before, whose order and receipts stay theirs. We’ll email both.',
      'No money moves now.',
    ],
  }
}
