import type { Gender, Style } from '../belt.ts'
import type { Drop } from '../drop.ts'

const genderLetters: Record<Gender, string> = { male: 'M', female: 'W' }
const styleLetters: Record<Style, string> = { dress: 'D', casual: 'C', stretch: 'S' }

/** The part of a SKU that names its drop: "202511" (spec §3 "Current-month SKUs"). */
export function dateCode(drop: Drop): string {
  return drop.replace('-', '')
}

/** True when a SKU carries its drop's date code as a part of its own. */
export function carriesDateCode(sku: string, drop: Drop): boolean {
  return sku.split('-').includes(dateCode(drop))
}

type Named = { gender: Gender; style: Style; drop: Drop; name: string }

/**
 * The next SKU in the manner of db/seed: gender, style and the next number of both in the drop, the date code, the name
 * without its article. "The Ashbury" → MD1-202511-ASHBURY.
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
