import { eq } from 'drizzle-orm'
import { boxes, memberships } from '../../db/schema.ts'
import type { CartShipping } from '../../domain/cart.ts'
import { type Drop, dropName } from '../../domain/drop.ts'
import { subjectOf } from '../../domain/mail-subjects.ts'
import { callName } from '../../domain/slug.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import type { Sender } from './layout.tsx'
import { renderNotice } from './notice.tsx'

export type ChoiceWantedView = {
  to: string
  drop: Drop
  missing: 'size' | 'address'
  recipientName: string
  isGift: boolean
}

/** Asks the wearer for what a box is on hold for. No amounts and no links to prices. */
export function renderChoiceWanted(sender: Sender, view: ChoiceWantedView): Promise<MailContent> {
  const { to, drop, missing, isGift } = view
  const name = callName(view.recipientName)
  const wanted = missing === 'size' ? 'your size' : 'your address'
  const sentence = `${dropName(drop)}’s belt is waiting for ${wanted}`
  return renderNotice(sender, {
    to,
    subject: sentence,
    title: name ? `${name}, ${sentence}.` : `${sentence}.`,
    paragraphs: [
      missing === 'size'
        ? 'Your belt size is your pants or waist size plus 2 inches. Choose it on your page and we’ll get your belt in the next shipment.'
        : 'Part of your address is missing, so no carrier could find you. Finish it on your page and we’ll get your belt in the next shipment.',
    ],
    link: {
      words: missing === 'size' ? 'Choose your size' : 'Complete the address',
      href: `${sender.publicUrl}/account`,
    },
    closing: ['Or just reply to this email and we’ll take care of it.'],
    reason: isGift
      ? 'You’re getting this email because someone gave you a membership.'
      : 'You’re getting this email because one of your belts is in this drop.',
    isGift,
  })
}

/** Writes the choice-wanted email. @param subjectId "box:day the owner asked" */
export async function choiceWanted(shop: Shop, subjectId: string): Promise<MailContent | Dropped> {
  const { boxId } = subjectOf('choice-wanted', subjectId)
  const [row] = await shop.db
    .select({ box: boxes, membership: memberships })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .where(eq(boxes.id, boxId))
  if (!row) return { droppedBecause: 'the box is gone' }
  const { holdReason, state, drop } = row.box
  if (state !== 'held' || (holdReason !== 'size' && holdReason !== 'address')) {
    return { droppedBecause: 'nothing is missing any more' }
  }
  const { isGift, memberEmail, payerEmail, address } = row.membership
  const to = isGift ? memberEmail : (memberEmail ?? payerEmail)
  if (!to) return { droppedBecause: 'no one left an email address for it' }
  const { fullName = '' } = address as Partial<CartShipping>
  return renderChoiceWanted(shop.config, { to, drop, missing: holdReason, recipientName: fullName, isGift })
}
