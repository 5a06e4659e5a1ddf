import { formatDay } from '../../domain/calendar-date.ts'
import { type Drop, dropName } from '../../domain/drop.ts'
import { countWords } from './headline.ts'
import { callName, oneLine } from './names.ts'

/** What a gift's own mails know. There is no amount in it, so none can be shown (club.md "The gift"). */
export type GiftView = {
  /** the recipient */
  to: string
  recipientName: string
  senderName: string
  /** belts that were given: 1, 6 or 12 */
  belts: number
  firstDrop: Drop
  /** the day by which the first belt ships */
  shipBy: string
  /** what is left to the recipient: "Let Recipient Pick", "Let Recipient Choose" */
  picksStyle: boolean
  choosesSize: boolean
  /** /gift/:token; null when nothing is left to choose */
  link: string | null
  /** the last day on which a choice counts for the first belt */
  chooseBy: string
}

/** "Maya", or "Somebody" where the giver left no name. */
export function giverOf(view: Pick<GiftView, 'senderName'>): string {
  return callName(view.senderName) || 'Somebody'
}

/** "Thomas, Maya is sending you belts." */
export function giftTitle(view: GiftView): string {
  const name = callName(view.recipientName)
  const words = `${giverOf(view)} is sending you ${view.belts === 1 ? 'a belt' : 'belts'}.`
  return name ? `${name}, ${words}` : words
}

/** "Twelve of them, one each month, never the same one twice." */
export function beltsSentence({ belts }: GiftView): string {
  if (belts === 1) return 'One belt, chosen for you.'
  return `${countWords[belts - 2] ?? belts} of them, one each month, never the same one twice.`
}

/** "The first is in the December drop and ships by December 5." */
export function firstSentence({ belts, firstDrop, shipBy }: GiftView): string {
  const which = belts === 1 ? 'It' : 'The first'
  return `${which} is in the ${dropName(firstDrop)} drop and ships by ${formatDay(shipBy)}.`
}

/** "your style and your size", or null when neither is left to the recipient. */
export function openChoice({ picksStyle, choosesSize }: GiftView): string | null {
  if (picksStyle && choosesSize) return 'your style and your size'
  if (picksStyle) return 'your style'
  return choosesSize ? 'your size' : null
}

/** What happens to who does not choose (club.md: no style means any; no size means that the box waits). */
export function unchosenSentence({ picksStyle, choosesSize, chooseBy }: GiftView): string {
  const day = formatDay(chooseBy)
  if (choosesSize) return `Choose by ${day}: without your size the first belt has to wait for you.`
  return picksStyle ? `Choose by ${day}, or be surprised: then we pick the style.` : ''
}

/** The name that a giver typed, on one line, for a signature. */
export function signatureOf(view: Pick<GiftView, 'senderName'>): string {
  return oneLine(view.senderName) || 'Somebody who likes you'
}

export const giftReason = 'You get this mail because somebody gave you a membership.'
