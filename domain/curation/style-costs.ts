import { type Style, styles } from '../belt.ts'
import type { CurationBox } from './curation.ts'

/** What a style costs that was not for its member: more than any turn, so that it comes after every other. */
const notForMe = 3

/**
 * What a belt of each style costs for a box; the cheapest is wanted. Styles take turns, the one sent longest ago first
 * (club.md "Curate"); a loved one comes a turn earlier, one that was not for the member last. Styles that the member
 * did not choose are absent: they are never sent.
 */
export function styleCosts(box: Pick<CurationBox, 'styles' | 'lastSent' | 'taste'>): Map<Style, number> {
  const liked = styles.filter((style) => box.styles.length === 0 || box.styles.includes(style))
  const sent = (style: Style) => box.lastSent[style] ?? ''
  const turns = [...new Set(liked.map(sent))].sort()
  return new Map(
    liked.map((style) => {
      const turn = turns.indexOf(sent(style))
      if (box.taste[style] === 'not_for_me') return [style, turn + notForMe]
      return [style, box.taste[style] === 'love' ? Math.max(0, turn - 1) : turn]
    }),
  )
}
