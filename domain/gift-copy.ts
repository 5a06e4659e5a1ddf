import type { Gender } from './belt.ts'
import { formatDay } from './calendar-date.ts'
import { firstNumberWord } from './count.ts'
import { type Drop, dropName } from './drop.ts'
import { beltSizes } from './sizing.ts'
import { callName, oneLine } from './slug.ts'

/**
 * What a gift's emails say to its recipient, and what the giver sees of them. It has no amounts, so none can be shown
 * (club-rules.md "The gift").
 */
export type GiftCopy = {
  recipientName: string
  senderName: string
  /** belts given: 1, 6 or 12; null until the giver has chosen a plan */
  belts: number | null
  firstDrop: Drop
  /** the day by which the first belt ships */
  shipBy: string
  /** choices left to the recipient: "Let Recipient Pick", "Let Recipient Choose" */
  picksStyle: boolean
  choosesSize: boolean
  /** the last day to choose for that belt; null: the day has passed, and the belt waits for its size */
  chooseBy: string | null
  /** set if earlier belts have shipped: `firstDrop` is then the next belt's, or the last one's if all have shipped */
  isUnderway?: 'next' | 'over'
}

/** "Maya", or "Someone" if the giver left no name. */
export function giverOf(gift: Pick<GiftCopy, 'senderName'>): string {
  return callName(gift.senderName) || 'Someone'
}

/** "Thomas, Maya is sending you belts." */
export function giftTitle(gift: Pick<GiftCopy, 'recipientName' | 'senderName' | 'belts'>): string {
  const name = callName(gift.recipientName)
  const words = `${giverOf(gift)} is sending you ${gift.belts === 1 ? 'a belt' : 'belts'}.`
  return name ? `${name}, ${words}` : words
}

/** "Twelve of them, one each month, never the same one twice." */
export function beltsSentence({ belts }: Pick<GiftCopy, 'belts'>): string {
  if (belts === null) return 'One each month, never the same one twice.'
  if (belts === 1) return 'One belt, chosen for you.'
  return `${firstNumberWord(belts)} of them, one each month, never the same one twice.`
}

/** "The first is in the December drop and ships by December 5." */
function firstSentence({ belts, firstDrop, shipBy, isUnderway }: GiftCopy): string {
  if (isUnderway === 'over') return `The last left us in the ${dropName(firstDrop)} drop.`
  const which = belts === 1 ? 'It' : isUnderway ? 'The next' : 'The first'
  return `${which} is in the ${dropName(firstDrop)} drop and ships by ${formatDay(shipBy)}.`
}

/** One belt of a gift, as on its page; 'waiting': late; `isOpen`: something can be chosen for it. */
type GiftBelt = { drop: Drop; shipBy: string; state: 'coming' | 'waiting' | 'sent'; isOpen: boolean }

/** The page's sentence about which belt ships next, and by when. */
export function nextBeltSentence({ boxes }: { boxes: readonly GiftBelt[] }): string {
  const next = boxes.find((box) => box.state !== 'sent')
  if (!next) return ''
  const which = boxes.length === 1 ? 'It' : next === boxes[0] ? 'The first' : 'The next'
  if (next.state === 'waiting')
    return next.isOpen ? `${which} ships once you’ve chosen.` : `${which} ships as soon as it’s packed.`
  return `${which} is in the ${dropName(next.drop)} drop and ships by ${formatDay(next.shipBy)}.`
}

/** What a recipient has not filled in, by field: the messages shown before anything is sent. */
export function openAnswers(
  gender: Gender,
  { styles, size, isConfirmed }: { styles: readonly string[]; size: string; isConfirmed: boolean },
): Record<string, string> {
  return {
    ...(styles.length === 0 ? { styles: 'Choose at least one style.' } : {}),
    ...(size === '' ? { size: 'Choose your size, or tell us you’re not sure.' } : {}),
    ...(beltSizes[gender].includes(size) && !isConfirmed
      ? { confirm: 'Please check the box, so we send the size that fits.' }
      : {}),
  }
}

/** What the shop does, and when it starts. */
export function giftIntro(shopName: string, gift: GiftCopy): string {
  return `${shopName} sends one leather belt a month, picked for your size and the way you dress. ${firstSentence(gift)}`
}

/** "your style and your size"; null if the giver chose both. */
export function openChoice({ picksStyle, choosesSize }: GiftCopy): string | null {
  if (picksStyle && choosesSize) return 'your style and your size'
  if (picksStyle) return 'your style'
  return choosesSize ? 'your size' : null
}

/** What happens if the recipient doesn't choose (club-rules.md: no style means any; no size means that the box waits). */
export function unchosenSentence({ picksStyle, choosesSize, chooseBy, isUnderway }: GiftCopy): string {
  if (chooseBy === null) return choosesSize ? 'We’re holding your belt until we know your size.' : ''
  const day = formatDay(chooseBy)
  const belt = isUnderway ? 'next' : 'first'
  if (choosesSize) return `Choose by ${day}. We can’t send your ${belt} belt without a size.`
  return picksStyle ? `Choose by ${day}, or let us surprise you.` : ''
}

/** The giver's name as typed, on one line, for a signature. */
export function signatureOf(gift: Pick<GiftCopy, 'senderName'>): string {
  return oneLine(gift.senderName) || 'Someone who likes you'
}

/** What the recipient has to do, if anything. */
export function closingOf(gift: GiftCopy): string {
  return openChoice(gift) ? unchosenSentence(gift) : 'You don’t need to do a thing.'
}

export const giftReason = 'You’re getting this email because someone gave you a membership.'
