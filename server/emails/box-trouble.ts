import { eq } from 'drizzle-orm'
import { boxes, memberships, orderItems, orders, products } from '../../db/schema.ts'
import { dropName } from '../../domain/drop.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import type { ParcelTrouble } from '../../domain/parcel.ts'
import { callName, oneLine } from '../../domain/slug.ts'
import { terms } from '../../domain/terms.ts'
import { trackingOf } from '../../domain/tracking.ts'
import { exchangeOf } from '../exchanges/sent-box.ts'
import { asSentTo } from '../ledger/find-membership.ts'
import { isSecret } from '../ledger/secret-gifts.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { renderNotice } from './notice.tsx'

type Told = Exclude<ParcelTrouble, 'missing'>

export type BoxTroubleView = {
  to: string
  trouble: Told
  /** "Derby Row", or "December’s belt" if no belt is recorded */
  belt: string
  recipientName: string
  orderNumber: string
  trackingNumber: string
  isGift: boolean
  /** the reader is the giver, because the recipient can't be told */
  isGiver: boolean
  /** the giver's page offers a refund only: the rest is the recipient's, who doesn't know of the gift yet */
  isSecret?: boolean
}

/** Says what went wrong with the package and offers the choices. No amounts: a gift's recipient may read it. */
export function renderBoxTrouble(sender: Sender, view: BoxTroubleView): Promise<MailContent> {
  const { to, trouble, belt, isGift, isGiver, trackingNumber } = view
  const whose = isGiver ? `${belt} from your gift to ${callName(view.recipientName) || 'them'}` : belt
  const choice = isGift
    ? 'we can send it again, or give you store credit for it'
    : view.isSecret
      ? 'we can refund the card that paid, or send it again if you reply to this email'
      : 'we can send it again, or refund the card that paid'
  const words: Record<Told, { subject: string; title: string; paragraphs: [string, ...string[]] }> = {
    problem: {
      subject: `${belt} is held up`,
      title: `${whose} is held up.`,
      paragraphs: [
        'The carrier says there’s a problem with this package. It often clears up in a few days, and we’re watching it.',
        `If it doesn’t arrive, tell us on ${isGiver ? 'your' : 'your member'} page, and we’ll make it right.`,
      ],
    },
    returned: {
      subject: `${belt} is coming back to us`,
      title: `${whose} couldn’t be delivered.`,
      paragraphs: [
        'The carrier’s bringing the package back to us.',
        view.isSecret
          ? `It’s your call: ${choice}.`
          : `Check the address on your membership page, then choose: ${choice}.`,
      ],
    },
    lost: {
      subject: `${belt} looks lost`,
      title: `${whose} looks lost.`,
      paragraphs: [
        `No one’s scanned the package in ${terms.lostAfterDays} days. We’re sorry.`,
        `It’s your call: ${choice}.`,
      ],
    },
  }
  const tracking = trackingOf(trackingNumber)
  return renderNotice(sender, {
    to,
    ...words[trouble],
    list: {
      head: 'The package',
      lines: [
        ...(trackingNumber
          ? [`Tracking number ${trackingNumber}${tracking ? `, ${tracking.carrier}` : ''}`]
          : []),
        `Order ${oneLine(view.orderNumber)}`,
      ],
    },
    link: {
      words: trouble === 'problem' ? 'Open my membership page' : 'Choose what happens next',
      href: `${sender.publicUrl}/account`,
    },
    reason: isGift
      ? 'You’re getting this email because someone gave you a membership.'
      : isGiver
        ? 'You’re getting this email because you gave someone a membership.'
        : 'You’re getting this email because one of your belts has shipped.',
    isGift,
  })
}

/** Writes the box-trouble email. @param subjectId "box:trouble" */
export async function boxTrouble(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { boxId, trouble } = subjectOf('box-trouble', subjectId)
  const [row] = await shop.db
    .select({ box: boxes, membership: memberships, orderNumber: orders.orderNumber, belt: products.name })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(orderItems, eq(memberships.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orderItems.orderId, orders.id))
    .leftJoin(products, eq(boxes.productId, products.id))
    .where(eq(boxes.id, boxId))
  if (!row) return { droppedBecause: 'the box is gone' }
  const { box, orderNumber, belt } = row
  if (box.trouble !== trouble) return { droppedBecause: 'the package went on before the email left' }
  if (await exchangeOf(shop.db, boxId)) return { droppedBecause: 'its member has said what they want' }
  const membership = await asSentTo(shop.db, box, row.membership)
  const { memberEmail, payerEmail } = membership
  const wearer =
    membership.isGift && memberEmail && !isSecret(shop, membership, memberEmail) ? memberEmail : null
  const to = membership.isGift ? (wearer ?? payerEmail) : (memberEmail ?? payerEmail)
  if (!to) return { droppedBecause: 'no one left an email address for it' }
  const address = box.shipTo ?? membership.address
  return renderBoxTrouble(senderOf(shop), {
    ...{ to, trouble, orderNumber },
    belt: belt ?? `${dropName(box.drop)}’s belt`,
    recipientName: address.fullName ?? '',
    trackingNumber: oneLine(box.trackingNumber ?? ''),
    isGift: wearer !== null,
    isGiver: membership.isGift && wearer === null,
    isSecret: membership.isGift && wearer === null && memberEmail !== null,
  })
}
