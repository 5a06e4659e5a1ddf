import { type Gender, type Style, styles } from './belt.ts'

/** Units of a style in a size, across all belts the coming drop can send. */
export type ShelfPlace = {
  gender: Gender
  style: Style
  size: string
  /** units in stock */
  stock: number
  /** those of them already assigned to boxes */
  promised: number
}

/** Similar boxes of the coming drop that have no belt yet. */
export type StockGoal = {
  gender: Gender
  size: string /** empty: any style */
  styles: readonly Style[]
  boxes: number
}

export type StockNeed = ShelfPlace & {
  /** boxes that will need one, besides those it's promised to */
  expected: number
  /** what is left after the drop; negative: this many are missing */
  left: number
}

/** Units of a style and size that should be left after the coming drop, unless the owner sets another number. */
export const usualLowStock = 3

/**
 * What the coming drop needs of each style and size, and what will be left (docs/decisions/092). Boxes that accept
 * several styles are counted last, where most is left. This is a sum, not a curation: who has had which belt is up to the
 * forecast.
 * @returns one for each style and size in stock or asked for, men first, then by style and size
 */
export function stockNeeds(shelf: readonly ShelfPlace[], wishes: readonly StockGoal[]): StockNeed[] {
  const needs = new Map<string, StockNeed>()
  const place = (gender: Gender, style: Style, size: string) => {
    const key = `${gender} ${style} ${size}`
    const known = needs.get(key) ?? { gender, style, size, stock: 0, promised: 0, expected: 0, left: 0 }
    needs.set(key, known)
    return known
  }
  for (const { gender, style, size, stock, promised } of shelf) {
    const need = place(gender, style, size)
    need.stock += stock
    need.promised += promised
    need.left += stock - promised
  }
  const byChoice = wishes
    .map((wish) => ({ ...wish, styles: wish.styles.length === 0 ? styles : wish.styles }))
    .sort((one, other) => one.styles.length - other.styles.length)
  for (const { gender, size, styles: liked, boxes } of byChoice) {
    const places = styles.filter((style) => liked.includes(style)).map((style) => place(gender, style, size))
    for (let box = 0; box < boxes; box++) {
      const fullest = places.reduce((best, each) => (each.left > best.left ? each : best))
      fullest.expected++
      fullest.left--
    }
  }
  const rank = ({ gender, style, size }: StockNeed) =>
    `${gender === 'male' ? 0 : 1} ${styles.indexOf(style)} ${size.padStart(4)}`
  return [...needs.values()].sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
}

/** Whether so little is left after the drop that the owner is warned. If nobody asks for it, having none is enough. */
export function isLow({ promised, expected, left }: StockNeed, threshold: number): boolean {
  return left < 0 || (promised + expected > 0 && left < threshold)
}
