import { eq } from 'drizzle-orm'
import { boxes, products } from '../../db/schema.ts'
import { type BoxState, sentStates } from '../../domain/box.ts'
import { type Drop, dropName } from '../../domain/drop.ts'
import { callName, oneLine } from '../../domain/slug.ts'
import { loadGift } from '../gifts/load-gift.ts'
import { nameForGiver } from '../ledger/find-membership.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import type { Sender } from './layout.tsx'
import { loadMembershipView } from './membership-view.ts'
import { manageLink, renderNotice } from './notice.tsx'

export type GiftProgressView = {
  /** the giver */
  to: string
  recipientName: string
  /** belts shipped so far, this one included, of all given */
  sent: number
  belts: number
  /** "The Ashbury"; absent until someone records which belt it is */
  belt?: string
  /** the drop of the last belt */
  lastDrop: Drop
}

/** Writes the gift-progress email. @param boxId the box that shipped */
export async function giftProgress(shop: Shop, boxId: string): Promise<MailContent | Dropped> {
  const [row] = await shop.db
    .select({ box: boxes, belt: products.name })
    .from(boxes)
    .leftJoin(products, eq(boxes.productId, products.id))
    .where(eq(boxes.id, boxId))
  if (!row) throw new Error(`the box ${boxId} is gone`)
  const gift = await loadGift(shop, row.box.membershipId)
  if (!gift || !hasLeft(row.box)) return { droppedBecause: 'the belt has not left after all' }
  const { to } = await loadMembershipView(shop, row.box.membershipId)
  return renderGiftProgress(shop.config, {
    to,
    recipientName: nameForGiver(gift.membership),
    sent: gift.boxes.filter((box) => hasLeft(box) && box.drop <= row.box.drop).length,
    belts: gift.boxes.length,
    ...(row.belt ? { belt: row.belt } : {}),
    lastDrop: gift.boxes.at(-1)!.drop,
  })
}

const hasLeft = ({ state }: { state: BoxState }) => sentStates.includes(state)

/** Tells the giver that a belt of the gift shipped (club-rules.md "Ship"). */
export function renderGiftProgress(sender: Sender, view: GiftProgressView): Promise<MailContent> {
  const { sent, belts, lastDrop } = view
  const name = callName(view.recipientName) || 'your recipient'
  const isLast = sent >= belts
  const belt = oneLine(view.belt) || 'A belt'
  return renderNotice(sender, {
    to: view.to,
    subject: `Belt ${sent} of ${belts} is on its way to ${name}`,
    title: `${belt} is on its way to ${name}.`,
    paragraphs: [
      isLast
        ? `That was ${belts === 1 ? 'the belt' : `the last of the ${belts} belts`} in your gift. It won’t renew, and you won’t be charged again.`
        : `Your gift: ${sent} of ${belts} sent, the last one in ${dropName(lastDrop)} ${lastDrop.slice(0, 4)}. It won’t renew, and you won’t be charged again.`,
    ],
    ...manageLink(sender),
    reason: 'You’re getting this email because you gave a membership.',
  })
}
