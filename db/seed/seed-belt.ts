/**
 * The belts a new shop starts with: those of the November 2025 drop, three for each gender and style, in home page order.
 * The first of each three is the one on the card.
 *
 * SKU: gender (M, W), style (D, C, S) and number, then the drop's date code, then the name. MD1-202511-ASHBURY is the
 * first men's dress belt of 2025-11. Pictures are named the same way (`scripts/pictures.ts`).
 */
export type SeedBelt = {
  sku: string
  name: string
  description: string
  material: string
  width: string
  buckle: string
  style: 'dress' | 'casual' | 'stretch'
  gender: 'male' | 'female'
  /** available colors, starting with the one in the pictures */
  colors: string[]
  imageUrl: string
  imageAlt: string
  lifestyleImageUrl: string
  lifestyleAlt: string
  /** who it suits, in a sentence or two */
  suits: string
  nightImageUrl?: string
  detailImageUrl?: string
  detailAlt?: string
  /** the drop's month, YYYY-MM */
  drop: string
  displayOrder: number
}
