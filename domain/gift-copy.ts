import type { Gender } from './belt.ts'
import { type CalendarDate, formatDay } from './calendar-date.ts'
import { firstNumberWord } from './count.ts'
import { type Drop, dropName } from './drop.ts'
import { type BeltDay, shipsText } from './first-belt.ts'
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
  /** in order, at least one: what comes when */
  boxes: readonly GiftBelt[]
  /** choices left to the recipient: "Let Recipient Pick", "Let Recipient Choose" */
  picksStyle: boolean
  choosesSize: boolean
  /** the last day to choose, and for which belt; null: no such day is ahead */
  choose: { by: CalendarDate; drop: Drop } | null
  /** the shop's day on which it is read */
  today: CalendarDate
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

/** One belt of a gift; 'late': its ship-by day is over; `isOpen`: something can be chosen for it. */
export type GiftBelt = BeltDay & { state: 'coming' | 'late' | 'sent'; isOpen: boolean }

/** "Ships by December 5": the same of every belt, on the gift's page and in its letter. */
export function beltText(belt: GiftBelt, today: CalendarDate): string {
  if (belt.state === 'sent') return 'On its way, or already there'
  return `Ships ${whenText(belt, today)}`
}

function whenText(belt: GiftBelt, today: CalendarDate): string {
  return belt.state === 'late' && !belt.waitsForSize
    ? 'as soon as it’s packed'
    : shipsText(belt, 'you', today)
}

/**
 * Which belts come when: the first one always, because the giver was told of it, and the next one if the first has left.
 * "The first is in the December drop and ships by December 5."
 */
export function beltsWhenSentence({
  belts,
  boxes,
  today,
}: Pick<GiftCopy, 'belts' | 'boxes' | 'today'>): string {
  const [first] = boxes
  if (!first) return ''
  const next = boxes.find((box) => box.state !== 'sent')
  const of = (which: string, belt: GiftBelt) =>
    `${which} is in the ${dropName(belt.drop)} drop and ships ${whenText(belt, today)}.`
  const one = belts === 1 ? 'It' : 'The first'
  if (next === first) return of(one, first)
  const left = `${one} left us in the ${dropName(first.drop)} drop.`
  if (next) return `${left} ${of('The next', next)}`
  return belts === 1 ? left : `The last left us in the ${dropName(boxes.at(-1)!.drop)} drop.`
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
  return `${shopName} sends one leather belt a month, picked for your size and the way you dress. ${beltsWhenSentence(gift)}`
}

/** "your style and your size"; null if the giver chose both. */
export function openChoice({ picksStyle, choosesSize }: GiftCopy): string | null {
  if (picksStyle && choosesSize) return 'your style and your size'
  if (picksStyle) return 'your style'
  return choosesSize ? 'your size' : null
}

/** What happens if the recipient doesn't choose (club-rules.md: no style means any; no size means that the box waits). */
export function unchosenSentence({ picksStyle, choosesSize, choose, boxes, belts, today }: GiftCopy): string {
  const next = boxes.find((box) => box.state !== 'sent')
  const isFirst = next === boxes[0]
  const isInTime = choose !== null && choose.drop === next?.drop
  const by = choose ? `Choose by ${formatDay(choose.by, today)}` : ''
  if (choosesSize) {
    if (isInTime) return `${by}. We can’t send your ${isFirst ? 'first' : 'next'} belt without a size.`
    return `We’re holding your ${belts === 1 ? '' : isFirst ? 'first ' : 'next '}belt until we know your size.`
  }
  if (!picksStyle || !choose) return ''
  // A belt past its cut-off is being packed: the choice is for those after it.
  const surprise = isInTime ? '' : `Your ${isFirst ? 'first' : 'next'} belt’s a surprise. `
  return `${surprise}${by}${isInTime ? ', or let us surprise you.' : ' for the ones after it.'}`
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
