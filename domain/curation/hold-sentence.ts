import { type Style, styleNames } from '../belt.ts'
import type { HoldReason } from './curation.ts'

/**
 * Why a box got no belt, and what mends it.
 * @param wish size and styles of the box; no styles: any
 */
export function holdSentence(reason: HoldReason, wish: { size: string; styles: Style[] }): string {
  const belt = [styleWords(wish.styles), `belt in size ${wish.size}`].filter(Boolean).join(' ')
  const sentences: Record<HoldReason, string> = {
    size: 'No size is chosen yet. Ask the member, or set the size.',
    address: 'The address is not complete. Ask the member, or complete it.',
    unseen: `Every ${belt} on the shelf was sent to this person within 36 months, or was not for them. Add another belt.`,
    stock: `No ${belt} is left. Add pieces, or another belt.`,
  }
  return sentences[reason]
}

/** "dress or casual"; no word for any style. */
export function styleWords(styles: Style[]): string {
  const names = styles.map((style) => styleNames[style].toLowerCase())
  return names.length > 2 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : names.join(' or ')
}
