import { type Gender, type Style, styleNames } from '../belt.ts'
import type { Drop } from '../drop.ts'
import { machine } from '../machine.ts'

/** A belt that a drop may send. */
export type CurationBelt = {
  id: string
  sku: string
  gender: Gender
  style: Style
  drop: Drop
  /** the same for a belt and its copies in other drops, of which a person gets one; absent: it has none */
  design?: string
  /** size → units for the boxes asked about: what lies on the shelf less what is promised to others */
  pieces: Record<string, number>
}

/** A box that waits for its belt, with what is known of who gets it. */
export type CurationBox = {
  id: string
  personId: string
  gender: Gender
  /** null while nobody has chosen one */
  size: string | null
  hasAddress: boolean
  /** empty: any style */
  styles: Style[]
  /** the last drop that brought the person a belt of the style */
  lastSent: Partial<Record<Style, Drop>>
  /** what the person said last of a belt of the style */
  taste: Partial<Record<Style, Taste>>
  /** ids of belts that the person may not get: sent within 36 months, or not liked */
  excluded: string[]
  /** the belt that the box has already, unpacked; it keeps it where that is as good */
  belt: string | null
}

/** club-rules.md "The member's page": said of a belt after delivery. */
export type Taste = 'love' | 'fine' | 'not_for_me'

/** Why a box gets no belt (club-rules.md "The drop"): the words of boxes.hold_reason. */
export const holdReasons = ['size', 'address', 'unseen', 'stock'] as const
export type HoldReason = (typeof holdReasons)[number]

export type HeldBox = { boxId: string; reason: HoldReason }

/** Who gets which belt: every box is either in `belts` (box id → belt id) or in `held`. */
export type Curation = { belts: Map<string, string>; held: HeldBox[] }

/** One time that a drop is given its belts; one that was killed failed. */
export const curationMachine = machine({ running: ['done', 'failed'], done: [], failed: [] })
export type CurationState = (typeof curationMachine.states)[number]

/**
 * Why a box got no belt, and how to fix it.
 * @param wish size and styles of the box; no styles: any
 */
export function holdSentence(reason: HoldReason, wish: { size: string; styles: Style[] }): string {
  const belt = [styleLabel(wish.styles), `belt in size ${wish.size}`].filter(Boolean).join(' ')
  const sentences: Record<HoldReason, string> = {
    size: 'No size is chosen yet. Ask the member, or set the size.',
    address: 'The address is not complete. Ask the member, or complete it.',
    unseen: `Every ${belt} on the shelf was sent to this person within 36 months, or was not for them. Add another belt.`,
    stock: `No ${belt} is left. Add pieces, or another belt.`,
  }
  return sentences[reason]
}

/** "dress or casual"; no word for any style. */
export function styleLabel(styles: Style[]): string {
  const names = styles.map((style) => styleNames[style].toLowerCase())
  return names.length > 2 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : names.join(' or ')
}
