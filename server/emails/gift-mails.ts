import { eq } from 'drizzle-orm'
import { boxes, products } from '../../db/schema.ts'
import { type BoxState, sentStates } from '../../domain/box.ts'
import { type Drop, dropName } from '../../domain/drop.ts'
import {
  beltsSentence,
  closingOf,
  type GiftCopy,
  giftIntro,
  giftReason,
  giftTitle,
  giverOf,
  openChoice,
  signatureOf,
  unchosenSentence,
} from '../../domain/gift-copy.ts'
import { dueGiftReminder, isGiftNoticeDue, type ReminderDay } from '../../domain/gift-notice.ts'
import { callName, oneLine } from '../../domain/slug.ts'
import { returnWindow } from '../../domain/term-words.ts'
import { giftCopyOf, loadGift, nextChoice, toldAt } from '../gifts/load-gift.ts'
import { giftLink } from '../gifts/open-gift.ts'
import { nameForGiver } from '../ledger/find-membership.ts'
import { hasOptedOut, optOutLinks } from '../members/opt-out.ts'
import type { Dropped, MailContent } from '../shop/mailer.ts'
import { type Shop, shopDay } from '../shop/shop.ts'
import { type Sender, senderOf } from './layout.tsx'
import { loadMembershipView } from './membership-view.ts'
import { manageLink, renderNotice } from './notice.tsx'

export type GiftNoticeView = GiftView & {
  /** the giver's message, or null */
  message: string | null
}

const heldByBank = 'the bank is looking into its payment'

/** Writes the gift-notice email. @param membershipId the outbox row's subject id */
export async function giftNotice(shop: Shop, membershipId: string): Promise<MailContent | Dropped> {
  const gift = await loadGift(shop, membershipId)
  if (!gift) throw new Error(`the gift ${membershipId} is gone`)
  const today = shopDay(shop)
  const words = giftCopyOf(gift, today)
  if (!words) return { droppedBecause: 'no belt of the gift is left' }
  if (!gift.membership.memberEmail) return { droppedBecause: 'the gift has no address to write to' }
  if (!isGiftNoticeDue(gift, today)) return { droppedBecause: 'its day is not come, or long gone' }
  if (gift.waitsForBank) return { droppedBecause: heldByBank }
  return renderGiftNotice(senderOf(shop), {
    ...words,
    to: gift.membership.memberEmail,
    link: words.picksStyle || words.choosesSize ? await giftLink(shop, gift) : null,
    message: gift.message || null,
  })
}

/** The notice of a gift, sent at 09:00 shop time on the day the giver chose (club-rules.md "The gift"). */
export function renderGiftNotice(sender: Sender, view: GiftNoticeView): Promise<MailContent> {
  const choice = openChoice(view)
  return renderNotice(sender, {
    to: view.to,
    subject: `${giverOf(view)} is sending you ${view.belts === 1 ? 'a belt' : 'belts'}`,
    title: giftTitle(view),
    paragraphs: [beltsSentence(view), giftIntro(sender.shopName, view)],
    ...(view.message?.trim() ? { letter: { words: view.message, signed: signatureOf(view) } } : {}),
    ...(choice && view.link ? { link: { words: `Choose ${choice}`, href: view.link } } : {}),
    closing: [
      closingOf(view),
      `If it doesn’t fit, just reply to this email. Exchanges are free within ${returnWindow} of delivery.`,
    ],
    pictures: [
      {
        src: `${sender.publicUrl}/pictures/mail-box.jpg`,
        alt: 'An opened box: a coiled belt on tissue paper, and a card',
      },
    ],
    reason: giftReason,
    isGift: true,
  })
}

/** What a gift's emails know. */
type GiftView = GiftCopy & {
  /** the recipient */
  to: string
  /** /gift/:token; null if nothing is left to choose */
  link: string | null
}

export type GiftReminderView = GiftView & {
  link: string
  /** unsubscribes from these reminders */
  stopLink: string
}

/** Writes the gift-reminder-* emails. @param membershipId the outbox row's subject id */
export async function giftReminder(
  shop: Shop,
  membershipId: string,
  day: ReminderDay,
): Promise<MailContent | Dropped> {
  const gift = await loadGift(shop, membershipId)
  const to = gift?.membership.memberEmail
  if (!gift || !to) throw new Error(`the gift ${membershipId} is gone`)
  const told = await toldAt(shop, membershipId)
  const today = shopDay(shop)
  const words = giftCopyOf(gift, today)
  const due =
    told &&
    dueGiftReminder(
      {
        toldOn: shopDay(shop, told),
        isUnchosen: gift.picksStyle || gift.choosesSize,
        chooseBy: nextChoice(gift, today)?.by ?? null,
      },
      today,
    )
  if (!words || due !== day) return { droppedBecause: 'it was chosen, or it is too late for this reminder' }
  if (gift.waitsForBank) return { droppedBecause: heldByBank }
  if (await hasOptedOut(shop, to, 'gift-reminders')) return { droppedBecause: 'reminders were refused' }
  const stop = await optOutLinks(shop, to, 'gift-reminders')
  const mail = await renderGiftReminder(senderOf(shop), day, {
    ...words,
    to,
    link: await giftLink(shop, gift),
    stopLink: stop.link,
  })
  return { ...mail, headers: stop.headers }
}

export function renderGiftReminder(
  sender: Sender,
  day: ReminderDay,
  view: GiftReminderView,
): Promise<MailContent> {
  const choice = openChoice(view) ?? 'your style'
  const name = callName(view.recipientName)
  const again = day === 3 ? 'Your belts are waiting on you.' : 'We still don’t know what to send you.'
  return renderNotice(sender, {
    to: view.to,
    subject: day === 3 ? `Choose ${choice}` : `Last reminder: choose ${choice}`,
    title: name ? `${name}, what do you wear?` : 'What do you wear?',
    paragraphs: [
      `${again} ${giverOf(view)} left ${choice} up to you. It only takes a minute.`,
      unchosenSentence(view),
    ],
    link: { words: `Choose ${choice}`, href: view.link },
    ...(day === 10 ? { closing: ['This is our last reminder, but the link still works.'] } : {}),
    leave: { words: 'No more reminders', href: view.stopLink },
    reason: giftReason,
    isGift: true,
  })
}

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
  return renderGiftProgress(senderOf(shop), {
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
