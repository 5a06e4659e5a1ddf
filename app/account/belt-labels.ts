import { type Style, styleNames } from '../../domain/belt.ts'
import { unshippedStates } from '../../domain/box.ts'
import { dropTitle } from '../../domain/drop.ts'
import type { BoxView, MembershipView, TasteView } from '../../domain/membership-view.ts'
import { callName } from '../../domain/slug.ts'

/** "size 36, dress and casual", for use within a sentence. */
export function tasteLabel({ size, styles }: Pick<TasteView, 'size' | 'styles'>): string {
  return `${sizeLabel(size)}, ${stylesLabel(styles)}`
}

/** "size 36", or that none is chosen yet. */
export function sizeLabel(size: string): string {
  return /^\d+$/.test(size) ? `size ${size}` : 'no size yet'
}

/** "dress and casual", or any style if none is chosen. */
export function stylesLabel(styles: string[]): string {
  const names = styles.flatMap((style) => styleNames[style as Style]?.toLowerCase() ?? [])
  if (names.length === 0) return 'any style'
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
}

/** "418 Alder Street, Portland, OR 97209" */
export function placeLabel({ address, address2, city, state, zipCode }: TasteView['address']): string {
  return [address, address2, city, `${state} ${zipCode}`.trim()].filter(Boolean).join(', ')
}

/** Paid boxes that haven't shipped yet, in the order of their drops. */
export function boxesToCome({ boxes }: Pick<MembershipView, 'boxes'>): BoxView[] {
  return boxes.filter(({ state, isReplacement }) => unshippedStates.includes(state) && !isReplacement)
}

/** "7 belts, through June 2027" */
export function paidLabel(boxes: BoxView[]): string {
  const last = boxes.at(-1)
  if (!last) return 'Every belt has been sent'
  const until = dropTitle(last.drop)
  return boxes.length === 1 ? `1 belt, ${until}` : `${boxes.length} belts, through ${until}`
}

/** Who picks a missing size, as this reader says it: "you", or for a giver "Thomas". */
export function pickerFor({ role, wearer }: Pick<MembershipView, 'role' | 'wearer'>): string {
  return role === 'giver' ? callName(wearer) || 'they' : 'you'
}

/** "Gift for Thomas Ellison"; without a name once someone else has the belts. */
export const giftFor = (wearer: string) => (wearer ? `Gift for ${wearer}` : 'Your gift')
