import type { Gender } from './belt.ts'
import { beltSizes } from './sizing.ts'

/** Millimeters in an inch. */
export const mmPerInch = 25.4

/** Every bank card, in millimeters (ISO/IEC 7810, ID-1). */
export const bankCard = { width: 85.6, height: 53.98, corner: 3.18 }

/** What a belt can measure from the bar of its buckle to the hole in use, in inches. */
export const measurable = { least: 20, most: 60 }

/** Sizes are two inches apart, so each takes what is at most one inch off. */
const reach = 1

/** Inches to a tenth: neither a thumb on a screen nor a tape is more exact. */
export function toTenth(inches: number): number {
  return Math.round(inches * 10) / 10
}

/**
 * The size of a belt that fits and measures this much, in inches: the nearest, and between two the larger
 * (domain/measuring.ts). Nothing is added: the belt is already two inches longer than the pants.
 * @returns 'short' or 'long' if the shop has none for it
 */
export function sizeOfBelt(gender: Gender, inches: number): string | 'short' | 'long' {
  const sizes = beltSizes[gender]
  const found = sizes.find((size) => inches >= Number(size) - reach && inches < Number(size) + reach)
  return found ?? (inches < Number(sizes[0]) ? 'short' : 'long')
}

/** What the quiz, a page or a cart says was measured, if it is what led to this size; else null. */
export function measuredFor(gender: Gender, size: string, inches: number | null | undefined): number | null {
  if (inches === null || inches === undefined) return null
  const measured = toTenth(inches)
  return sizeOfBelt(gender, measured) === size ? measured : null
}

/** "36, measured 35.8 inches" */
export function sizeAsMeasured(size: string, inches: number | null | undefined): string {
  return inches ? `${size}, measured ${inches} inches` : size
}

/** What a measured length means, in a sentence. */
export function measuredSentence(gender: Gender, inches: number): string {
  const sizes = beltSizes[gender]
  const size = sizeOfBelt(gender, inches)
  const length = `That’s ${inches} inches.`
  if (size === 'short')
    return `${length} Our smallest belt is ${sizes[0]}. Measure once more, or write to us and we’ll help.`
  if (size === 'long')
    return `${length} Our largest belt is ${sizes.at(-1)}. Measure once more, or write to us and we’ll help.`
  return `${length} Your belt size is ${size}.`
}

/** A length that someone typed, as in "36 1/2", "36.5 in" or "92 cm", in inches; null if it isn't one. */
export function typedInches(text: string): number | null {
  const [, whole, part, over, unit] =
    /^\s*(\d{1,3}(?:[.,]\d+)?)(?:\s+(\d)\s*\/\s*(\d))?\s*(in|inch|inches|″|"|cm)?\s*$/i.exec(text) ?? []
  if (!whole || over === '0') return null
  const length = Number(whole.replace(',', '.')) + (part ? Number(part) / Number(over) : 0)
  const inches = toTenth(unit?.toLowerCase() === 'cm' ? (length * 10) / mmPerInch : length)
  return inches >= measurable.least && inches <= measurable.most ? inches : null
}
