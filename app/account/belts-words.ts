import type { MembershipView, TasteView } from '../../domain/account/account-view.ts'
import { type Style, styleNames } from '../../domain/belt.ts'
import { type Drop, dropTitle } from '../../domain/drop.ts'

/** "size 36, dress and casual", as it stands within a sentence. */
export function tasteWords({ size, styles }: Pick<TasteView, 'size' | 'styles'>): string {
  return `${sizeWords(size)}, ${stylesWords(styles)}`
}

/** "size 36"; what is not chosen yet, in words. */
export function sizeWords(size: string): string {
  return /^\d+$/.test(size) ? `size ${size}` : 'no size yet'
}

/** "dress and casual"; nothing chosen means any of them. */
export function stylesWords(styles: string[]): string {
  const names = styles.flatMap((style) => styleNames[style as Style]?.toLowerCase() ?? [])
  if (names.length === 0) return 'any style'
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
}

/** "418 Alder Street, Portland, OR 97209" */
export function placeWords({ address, address2, city, state, zipCode }: TasteView['address']): string {
  return [address, address2, city, `${state} ${zipCode}`.trim()].filter(Boolean).join(', ')
}

const unsent = ['owed', 'assigned', 'packed', 'held']

/** The drops of the boxes that are paid and have not left yet, in order. */
export function dropsToCome({ boxes }: Pick<MembershipView, 'boxes'>): Drop[] {
  return boxes.filter(({ state }) => unsent.includes(state)).map(({ drop }) => drop)
}

/** "7 belts, until June 2027" */
export function paidWords(drops: Drop[]): string {
  const last = drops.at(-1)
  if (!last) return 'Every belt has been sent'
  return drops.length === 1 ? `1 belt, ${dropTitle(last)}` : `${drops.length} belts, until ${dropTitle(last)}`
}
