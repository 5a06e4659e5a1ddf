import { type Gender, type Style, styleNames } from '../belt.ts'
import type { Drop } from '../drop.ts'
import { machine } from '../machine.ts'
import { noRepeat } from '../term-words.ts'

/** A belt that a drop can send. */
export type CurationBelt = {
  id: string
  sku: string
  gender: Gender
  style: Style
  drop: Drop
  /** equal for a belt and its copies in other drops, of which a person gets only one; absent: it has none */
  design?: string
  /** size → units available to these boxes: the stock minus what is promised to others */
  pieces: Record<string, number>
}

/** A box waiting for its belt, with what is known about its wearer. */
export type CurationBox = {
  id: string
  personId: string
  gender: Gender
  /** null until someone chooses one */
  size: string | null
  hasAddress: boolean
  /** empty: any style */
  styles: Style[]
  /** the last drop that brought the person a belt of this style */
  lastSent: Partial<Record<Style, Drop>>
  /** the person's latest feedback on a belt of this style */
  taste: Partial<Record<Style, Taste>>
  /** ids of belts the person can't get: sent within 36 months, or not liked */
  excluded: string[]
  /** the unpacked belt the box already has; it keeps that one if it's just as good */
  belt: string | null
}

/** Feedback on a belt after delivery (club-rules.md "The member's page"). */
export type Taste = 'love' | 'fine' | 'not_for_me'

/** Why a box gets no belt (club-rules.md "The drop"): the values of boxes.hold_reason. */
export const holdReasons = ['size', 'address', 'unseen', 'stock'] as const
export type HoldReason = (typeof holdReasons)[number]

export type HeldBox = { boxId: string; reason: HoldReason }

/** Who gets which belt: every box is either in `belts` (box id → belt id) or in `held`. */
export type Curation = { belts: Map<string, string>; held: HeldBox[] }

/** One curation run of a drop. A run that was killed counts as failed. */
export const curationMachine = machine({ running: ['done', 'failed'], done: [], failed: [] })
export type CurationState = (typeof curationMachine.states)[number]

/**
 * Why a box got no belt, and how to fix it.
 * @param wish the box's size and styles; no styles: any
 */
export function holdSentence(reason: HoldReason, wish: { size: string; styles: Style[] }): string {
  const belt = [styleLabel(wish.styles), `belt in size ${wish.size}`].filter(Boolean).join(' ')
  const sentences: Record<HoldReason, string> = {
    size: 'No size is chosen yet. Ask the member, or set the size.',
    address: 'The address is incomplete. Ask the member, or complete it.',
    unseen: `Every ${belt} on the shelf was sent to this person within ${noRepeat}, or wasn’t for them. Add another belt.`,
    stock: `No ${belt} is left. Add pieces, or another belt.`,
  }
  return sentences[reason]
}

/** "dress or casual"; "" for any style. */
export function styleLabel(styles: Style[]): string {
  const names = styles.map((style) => styleNames[style].toLowerCase())
  return names.length > 2 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : names.join(' or ')
}
