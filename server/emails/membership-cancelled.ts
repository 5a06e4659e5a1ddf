import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { outbox } from '../../db/schema.ts'
import { formatDate } from '../../domain/calendar-date.ts'
import type { DropCalendar } from '../../domain/drop-calendar.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { formatCents } from '../../domain/money.ts'
import { unpaidTime } from '../../domain/term-words.ts'
import { dropCalendar } from '../ledger/drop-calendar.ts'
import { type QuotedCharge, quoteNextCharge } from '../memberships/next-charge.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import {
  creditRows,
  dropsToCome,
  handedOverSince,
  loadMembershipView,
  membershipReason,
  queuedAt,
  shipsLines,
  taxRows,
} from './membership-view.ts'
import { manageLink, renderNotice } from './notice.tsx'

export type CancelledView = {
  to: string
  name: string
  drops: string[]
  calendar: DropCalendar
  size: string
  canUndo: boolean
  /** it was cancelled at the payment provider, and we don't know who asked */
  isElsewhere: boolean
  /** to someone else, since it was cancelled */
  isHandedOver?: boolean
  /** a bank is looking into what paid for belts still to come */
  waitsForBank?: boolean
}

/**
 * Writes the membership-cancelled and membership-cancelled-elsewhere emails.
 * @param subjectId `<membership id>:<milliseconds of the cancellation>`
 */
export async function membershipCancelled(
  shop: Shop,
  subjectId: string,
  isElsewhere: boolean,
): Promise<MailContent | Dropped> {
  const { membershipId: id, cancelledAt } = subjectOf('membership-cancelled', subjectId)
  const view = await loadMembershipView(shop, id, new Date(Number(cancelledAt)))
  const { membership, to, name, isHandedOver } = view
  if (membership.cancelledAt?.getTime() !== Number(cancelledAt))
    return { droppedBecause: 'the cancellation was taken back' }
  // The belts still to come, and taking it back, are the new payer's.
  const { drops, waitsForBank } = isHandedOver
    ? { drops: [], waitsForBank: false }
    : await dropsToCome(shop, id)
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  const canUndo = membership.status === 'cancelled' && (drops.length > 0 || waitsForBank)
  return renderCancelled(senderOf(shop), {
    ...{ to, name, drops, calendar, size: membership.size, canUndo, isElsewhere, isHandedOver, waitsForBank },
  })
}

const atBank = 'Belts whose payment you disputed are on hold until your bank has decided.'

export function renderCancelled(sender: Sender, view: CancelledView): Promise<MailContent> {
  const { to, name, drops, canUndo } = view
  return renderNotice(sender, {
    to,
    subject: `Your ${name} is canceled`,
    title: view.isElsewhere ? 'Your membership is canceled.' : 'Canceled, as you asked.',
    paragraphs: [
      `Your ${name} won’t renew. You won’t be charged again.`,
      drops.length > 0
        ? 'You’ll still get the belts you’ve paid for:'
        : view.isHandedOver
          ? 'You’ve handed your membership over since. The belts that hadn’t shipped go to its new owner.'
          : view.waitsForBank
            ? atBank
            : 'Every belt you’ve paid for has shipped.',
    ],
    ...(drops.length > 0 ? { list: { head: 'Still to come', lines: shipsLines(view, sender.today) } } : {}),
    ...(canUndo ? { link: { words: 'Manage your membership', href: `${sender.publicUrl}/account` } } : {}),
    closing: [
      ...(view.waitsForBank && drops.length > 0 ? [atBank] : []),
      ...(view.isElsewhere ? ['Didn’t ask for this? Reply to this email and we’ll look into it.'] : []),
      canUndo
        ? 'Changed your mind? You can undo it on your membership page until the last one ships.'
        : `You can join again anytime: ${sender.publicUrl}`,
    ],
    ...(canUndo ? {} : { leave: { words: 'Manage your membership', href: `${sender.publicUrl}/account` } }),
    reason: membershipReason,
  })
}

export type RenewsAgainView = {
  to: string
  name: string
  taxState: string | null
  /** null: it was handed over since, and someone else is charged */
  charge: Pick<QuotedCharge, 'on' | 'amountCents' | 'creditCents' | 'taxCents'> | null
}

/** Writes the membership-renews-again email if the cancellation email went out. @param subjectId the same as that email's */
export async function renewsAgain(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { membershipId } = subjectOf('membership-renews-again', subjectId)
  const at = await queuedAt(shop, 'membership-renews-again', subjectId)
  const { membership, to, name, taxState, isHandedOver } = await loadMembershipView(shop, membershipId, at)
  const wasTold = and(
    inArray(outbox.kind, ['membership-cancelled', 'membership-cancelled-elsewhere']),
    ...[eq(outbox.subjectId, subjectId), isNotNull(outbox.sentAt), isNull(outbox.droppedBecause)],
  )
  if ((await shop.db.$count(outbox, wasTold)) === 0)
    return { droppedBecause: 'its payer never heard that it was canceled' }
  if (isHandedOver) return renderRenewsAgain(senderOf(shop), { to, name, taxState, charge: null })
  const charge = await quoteNextCharge(shop, membership)
  if (!charge) return { droppedBecause: `the membership is ${membership.status}` }
  return renderRenewsAgain(senderOf(shop), { to, name, taxState, charge })
}

export function renderRenewsAgain(
  sender: Sender,
  { to, name, taxState, charge }: RenewsAgainView,
): Promise<MailContent> {
  if (!charge)
    return renderNotice(sender, {
      to,
      subject: `Your ${name} renews again`,
      title: 'Your cancellation is undone.',
      paragraphs: [`Your ${name} renews again. ${handedOverSince}`],
      ...manageLink(sender),
      reason: membershipReason,
    })
  const { amountCents, creditCents, taxCents } = charge
  return renderNotice(sender, {
    to,
    subject: `Your ${name} renews again`,
    title: 'Your membership continues.',
    paragraphs: [`We’ve undone the cancellation, so your ${name} renews. Here’s what’s next.`],
    rows: [
      ...(creditCents > 0 ? [{ name, amount: formatCents(amountCents) }] : []),
      ...creditRows(creditCents),
      ...taxRows(taxCents, taxState),
      {
        name: `Charged on ${formatDate(charge.on)}`,
        amount: formatCents(amountCents - creditCents + taxCents),
        isTotal: true,
      },
    ],
    link: { words: 'Manage or cancel your membership', href: `${sender.publicUrl}/account` },
    closing: ['Didn’t ask for this? Reply to this email before that day, and you won’t be charged.'],
    reason: membershipReason,
  })
}

type EndedView = { to: string; name: string; drops: string[]; calendar: DropCalendar; size: string }

/** Writes the membership-ended-unpaid email. @param membershipId the outbox row's subject id */
export async function membershipEndedUnpaid(shop: Shop, membershipId: string): Promise<MailContent> {
  const { to, name, membership } = await loadMembershipView(shop, membershipId)
  const { drops } = await dropsToCome(shop, membershipId)
  const calendar = await dropCalendar(shop.db, shop.config.timeZone)
  return renderEndedUnpaid(senderOf(shop), { to, name, drops, calendar, size: membership.size })
}

export function renderEndedUnpaid(sender: Sender, view: EndedView): Promise<MailContent> {
  return renderNotice(sender, {
    to: view.to,
    subject: `Your ${view.name} has ended`,
    title: 'Your membership has ended.',
    paragraphs: [
      `We tried for ${unpaidTime} to charge your last renewal and couldn’t, so your ${view.name} has ended. You don’t owe anything, and we won’t charge your card again.`,
    ],
    ...(view.drops.length > 0
      ? { list: { head: 'Paid and still to come', lines: shipsLines(view, sender.today) } }
      : {}),
    link: { words: 'Join again anytime', href: sender.publicUrl },
    leave: { words: 'Manage your membership', href: `${sender.publicUrl}/account` },
    reason: membershipReason,
  })
}
