import { eq, sql } from 'drizzle-orm'
import { exchangeState } from '../../db/schema/states.ts'
import { boxes, memberships, products } from '../../db/schema.ts'
import { undoneExchanges } from '../../domain/exchange.ts'
import { fitLabel, fits, starCounts, starLabel } from '../../domain/feedback.ts'
import { callName, oneLine } from '../../domain/slug.ts'
import { wearerEmail } from '../ledger/find-membership.ts'
import { hasOptedOut, optOutLinks } from '../members/opt-out.ts'
import { reviewPath } from '../reviews/write-review.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import type { Shop } from '../shop/shop.ts'
import { type MailPicture, pictureOf, type Sender, senderOf } from './layout.tsx'
import { renderNotice } from './notice.tsx'

export type ReviewWantedView = {
  to: string
  recipientName: string
  belt: string
  picture?: MailPicture
  isGift: boolean
  /** the page to write the review on; `?stars=` and `?fit=` preselect answers */
  link: string
  stopLink: string
}

/** Asks how a belt is. No links to prices. */
export function renderReviewWanted(sender: Sender, view: ReviewWantedView): Promise<MailContent> {
  const { to, link, isGift } = view
  const belt = oneLine(view.belt)
  const name = callName(view.recipientName)
  return renderNotice(sender, {
    to,
    subject: `How’s ${belt}?`,
    title: name ? `${name}, how’s ${belt}?` : `How’s ${belt}?`,
    paragraphs: [
      'You’ve had it a few days now. Two taps and a line help us pick your next belt, and help other people decide.',
    ],
    choices: [
      {
        head: 'How do you like it?',
        links: starCounts.map((stars) => ({
          words: `${stars} ★`,
          spoken: `${stars} ${stars === 1 ? 'star' : 'stars'}, ${starLabel[stars].toLowerCase()}`,
          href: `${link}?stars=${stars}`,
        })),
      },
      {
        head: 'How does it fit?',
        links: fits.map((fit) => ({
          words: fitLabel[fit],
          spoken: fitLabel[fit],
          href: `${link}?fit=${fit}`,
        })),
      },
    ],
    closing: ['Nothing’s sent until you press the button on the next page. You decide who sees it.'],
    leave: { words: 'Stop asking me for reviews', href: view.stopLink },
    ...(view.picture ? { pictures: [view.picture] } : {}),
    reason: isGift
      ? 'You’re getting this email because someone gave you a membership.'
      : 'You’re getting this email because we sent you a belt.',
    isGift,
  })
}

/** Writes the review-wanted email, to the wearer. @param boxId the outbox row's subject id */
export async function reviewWanted(shop: Shop, boxId: string): Promise<MailContent | Dropped> {
  const [row] = await shop.db
    .select({
      box: boxes,
      membership: memberships,
      belt: products,
      isGoingBack: sql<boolean>`exists (select 1 from exchanges e where e.box_id = ${boxes.id} and e.state not in ${exchangeState.list(...undoneExchanges)})`,
      isSaid: sql<boolean>`exists (select 1 from reviews r where r.person_id = ${boxes.personId} and r.product_id = ${boxes.productId})`,
    })
    .from(boxes)
    .innerJoin(memberships, eq(boxes.membershipId, memberships.id))
    .innerJoin(products, eq(boxes.productId, products.id))
    .where(eq(boxes.id, boxId))
  if (!row || row.isGoingBack || row.box.trouble)
    return { droppedBecause: 'the belt is going back, or never came' }
  if (row.isSaid) return { droppedBecause: 'it was reviewed already' }
  const { box, membership, belt } = row
  if (box.personId !== membership.personId) return { droppedBecause: 'the membership was handed over since' }
  const to = wearerEmail(membership)
  if (!to) return { droppedBecause: 'no one left an email address for it' }
  if (await hasOptedOut(shop, to, 'review-requests'))
    return { droppedBecause: 'the wearer asked not to be asked' }
  const stop = await optOutLinks(shop, to, 'review-requests')
  const mail = await renderReviewWanted(senderOf(shop), {
    to,
    recipientName: membership.address.fullName ?? '',
    belt: belt.name,
    ...pictureOf(shop, belt),
    isGift: membership.isGift,
    link: shop.config.publicUrl + (await reviewPath(shop, boxId, to)),
    stopLink: stop.link,
  })
  return { ...mail, headers: stop.headers }
}
