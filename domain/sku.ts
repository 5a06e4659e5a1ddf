import type { Gender, Style } from './belt.ts'
import type { Drop } from './drop.ts'

const genderLetters: Record<Gender, string> = { male: 'M', female: 'W' }
const styleLetters: Record<Style, string> = { dress: 'D', casual: 'C', stretch: 'S' }

/** The part of a SKU that stands for its drop: "202511" (spec §3 "Current-month SKUs"). */
export function dateCode(drop: Drop): string {
  return drop.replace('-', '')
}

/** True when one part of the SKU is the drop's date code. */
export function carriesDateCode(sku: string, drop: Drop): boolean {
  return sku.split('-').includes(dateCode(drop))
}

/**
 * The SKU for a copy of a belt in another drop: the same with the new date code. Null if it doesn't carry its own drop's
 * code.
 */
export function copiedSku(sku: string, from: Drop, to: Drop): string | null {
  if (!carriesDateCode(sku, from)) return null
  const parts = sku.split('-')
  parts[parts.indexOf(dateCode(from))] = dateCode(to)
  return parts.join('-')
}

type Named = { gender: Gender; style: Style; drop: Drop; name: string }

/**
 * The next SKU, built like those in db/seed: gender and style with the next free number in the drop, the date code, and
 * the name without its article. "The Ashbury" → MD1-202511-ASHBURY.
 * @param taken all SKUs of the drop
 */
export function suggestSku({ gender, style, drop, name }: Named, taken: readonly string[]): string {
  const letters = genderLetters[gender] + styleLetters[style]
  const numbers = taken.map((sku) => Number(new RegExp(`^${letters}(\\d+)-`).exec(sku)?.[1] ?? 0))
  const word = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase()
    .replace(/^(THE|A|AN)\s+/, '')
    .replace(/[^A-Z0-9]+/g, '')
    .slice(0, 24)
  return [`${letters}${Math.max(0, ...numbers) + 1}`, dateCode(drop), ...(word ? [word] : [])].join('-')
}
