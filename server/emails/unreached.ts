import { eq } from 'drizzle-orm'
import { outbox } from '../../db/schema.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { callName } from '../../domain/slug.ts'
import { loadGift } from '../gifts/load-gift.ts'
import { findHandover } from '../handovers/handover-link.ts'
import { findMembership, nameForGiver } from '../ledger/find-membership.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { manageLink, renderNotice } from './notice.tsx'

export type GiftUnreachedView = {
  /** the giver */
  to: string
  recipientName: string
  recipientEmail: string
  /** without it nothing ships */
  choosesSize: boolean
}

/** Tells a giver that the notice of their gift came back. @param subjectId "membership:the notice's row" */
export async function giftUnreached(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { membershipId, mailId } = subjectOf('gift-unreached', subjectId)
  const gift = await loadGift(shop, membershipId)
  const { payerEmail, memberEmail, theirsSince } = gift?.membership ?? {}
  if (!gift || !payerEmail || !memberEmail || payerEmail === memberEmail)
    return { droppedBecause: 'there is no giver to tell' }
  const [mail] = await shop.db
    .select({ recipient: outbox.recipient })
    .from(outbox)
    .where(eq(outbox.id, mailId))
  if (mail?.recipient && mail.recipient !== memberEmail)
    return { droppedBecause: 'its address was corrected since' }
  if (theirsSince) return { droppedBecause: 'someone else wears the belts by now' }
  if (!gift.hasUnshipped) return { droppedBecause: 'all belts have shipped' }
  return renderGiftUnreached(senderOf(shop), {
    ...{ to: payerEmail, recipientName: nameForGiver(gift.membership), recipientEmail: memberEmail },
    choosesSize: gift.choosesSize,
  })
}

export function renderGiftUnreached(
  sender: Sender,
  { to, recipientName, recipientEmail, choosesSize }: GiftUnreachedView,
): Promise<MailContent> {
  const name = callName(recipientName) || 'your recipient'
  return renderNotice(sender, {
    to,
    subject: `Our email to ${name} came back`,
    title: `We couldn’t tell ${name} about your gift.`,
    paragraphs: [
      `We wrote to ${recipientEmail}, and the email came back. Maybe the address has a typo, or the mailbox is full.`,
      choosesSize
        ? 'They were going to choose their size, and nothing ships without it.'
        : 'The belts still ship to the street address you gave us.',
      'Reply to this email with an address that works, and we’ll tell them there.',
    ],
    ...manageLink(sender),
    reason: 'You’re getting this email because you gave a membership.',
  })
}

export type HandoverUnreachedView = {
  /** whose membership it is */
  to: string
  toName: string
  toEmail: string
  isCharged: boolean
  isGift: boolean
}

/** Tells a member that whoever they wanted to take over wasn't reached. @param subjectId "handover:the question's row" */
export async function handoverUnreached(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { handoverId } = subjectOf('handover-unreached', subjectId)
  const handover = await findHandover(shop, handoverId)
  if (handover?.state !== 'asked' || handover.expiresAt <= shop.now())
    return { droppedBecause: 'it is not to be handed over any more' }
  const { fromEmail, toName, toEmail } = handover
  if (!fromEmail || !toEmail) return { droppedBecause: 'there is no address of the person before' }
  const { isGift, renews } = await findMembership(shop, handover.membershipId)
  return renderHandoverUnreached(senderOf(shop), {
    to: fromEmail,
    toName,
    toEmail,
    isCharged: renews,
    isGift,
  })
}

export function renderHandoverUnreached(
  sender: Sender,
  { to, toName, toEmail, isCharged, isGift }: HandoverUnreachedView,
): Promise<MailContent> {
  return renderNotice(sender, {
    to,
    subject: `Our email to ${toName} came back`,
    title: `We couldn’t ask ${toName} to take over.`,
    paragraphs: [
      `You wanted ${toName} to have your membership. We wrote to ${toEmail}, and the email came back.`,
      `So nothing has changed. The membership is still yours${isCharged ? ', and your card is charged as before' : ''}.`,
      'Reply to this email with an address that works, and we’ll ask them there.',
    ],
    ...(isCharged ? manageLink(sender) : {}),
    reason: 'You’re getting this email because you asked us to hand your membership to someone else.',
    isGift,
  })
}
