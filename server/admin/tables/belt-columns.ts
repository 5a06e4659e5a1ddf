import type { BeltFields } from '../../../domain/admin/belt-contracts.ts'
import { genderNames, genders, styleNames, styles } from '../../../domain/belt.ts'
import { type Drop, dropTitle } from '../../../domain/drop.ts'

/** One field of a belt as a table cell: how to write it, and how to read typed text; null for text that doesn't fit. */
type Cell<Key extends keyof BeltFields> = {
  title: string
  also?: readonly string[]
  write(value: BeltFields[Key]): string
  read(typed: string): BeltFields[Key] | null
  /** what to tell the owner about an unreadable cell */
  advice: string
}

const words = (title: string, ...also: string[]) => ({
  title,
  also,
  write: (value: string) => value,
  read: (typed: string) => typed,
  advice: '',
})
const picture = (title: string) => ({
  title,
  write: (value: string | null) => value ?? '',
  read: (typed: string) => typed,
  advice: '',
})
const number = (title: string, ...also: string[]) => ({
  title,
  also,
  write: String,
  read: (typed: string) => {
    const figure = /^(\d+(?:\.\d+)?)\s*(?:mm)?$/i.exec(typed)?.[1]
    return figure === undefined ? null : Number(figure)
  },
  advice: 'Write a whole number.',
})

/** A field with a fixed set of values, read by display name or by the value used in calls. */
function oneOf<Value extends string>(
  title: string,
  values: readonly Value[],
  names: Record<Value, string>,
  also: Record<string, Value> = {},
) {
  return {
    title,
    write: (value: Value) => names[value],
    read: (typed: string) => {
      const plain = typed.toLowerCase()
      return (
        values.find((each) => each === plain || names[each].toLowerCase() === plain) ?? also[plain] ?? null
      )
    },
    advice: `Write ${values.map((each) => names[each]).join(' or ')}.`,
  }
}

/** The columns of a belt file besides its drop, in form order. */
export const beltCells: { [Key in keyof BeltFields]: Cell<Key> } = {
  sku: { ...words('SKU'), read: (typed) => typed.toUpperCase() },
  name: words('Name', 'Belt'),
  description: words('Description', 'Story'),
  suits: words('Who it suits', 'Suits'),
  gender: oneOf('For', genders, genderNames, {
    man: 'male',
    m: 'male',
    woman: 'female',
    w: 'female',
    f: 'female',
  }),
  style: oneOf('Style', styles, styleNames),
  material: words('Material', 'Leather'),
  widthMm: number('Width in mm', 'Width', 'Width mm'),
  buckle: words('Buckle'),
  colors: {
    title: 'Colors',
    also: ['Color', 'Colors'],
    write: (colors) => colors.join(colors.some((each) => each.includes(',')) ? ' | ' : ', '),
    read: (typed) =>
      typed
        .split(typed.includes('|') ? '|' : ',')
        .map((color) => color.trim())
        .filter(Boolean),
    advice: '',
  },
  imageUrl: picture('Product picture'),
  imageAlt: words('Product picture words'),
  lifestyleImageUrl: picture('Lifestyle picture'),
  lifestyleAlt: words('Lifestyle picture words'),
  nightImageUrl: picture('Night picture'),
  detailImageUrl: picture('Detail picture'),
  detailAlt: words('Detail picture words'),
  displayOrder: number('Order'),
  isActive: {
    title: 'Active',
    write: (value) => (value ? 'yes' : 'no'),
    read: (typed) =>
      /^(yes|y|true|1|x|active)$/i.test(typed)
        ? true
        : /^(no|n|false|0|put away)$/i.test(typed)
          ? false
          : null,
    advice: 'Write yes or no.',
  },
}

export const beltKeys = Object.keys(beltCells) as (keyof BeltFields)[]

/** A field's value as its cell; import compares cells with this. */
export function writeCell<Key extends keyof BeltFields>(key: Key, belt: BeltFields): string {
  return beltCells[key].write(belt[key]).replaceAll(/\r\n?/g, '\n').trim()
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** "2025-11", and what spreadsheets make of it: "Nov-25", "25-Nov", "11/1/2025", "November 2025". Null: not a month. */
export function readDrop(typed: string): Drop | null {
  const month = (of: number, year: string) =>
    of >= 1 && of <= 12 ? `${year.length === 2 ? `20${year}` : year}-${String(of).padStart(2, '0')}` : null
  const iso = /^(2\d{3})-(\d{1,2})(?:-\d{1,2})?$/.exec(typed)
  if (iso) return month(Number(iso[2]), iso[1]!)
  const slashed = /^(\d{1,2})\/(?:\d{1,2}\/)?(2\d{3}|\d{2})$/.exec(typed)
  if (slashed) return month(Number(slashed[1]), slashed[2]!)
  const named = /^(?:(\d{2})-)?([a-z]{3})[a-z]*(?:[ .-]+(2\d{3}|\d{2}))?$/i.exec(typed)
  const year = named?.[3] ?? named?.[1]
  return named && year ? month(months.indexOf(named[2]!.toLowerCase()) + 1, year) : null
}

export const dropCell = { title: 'Drop', also: ['Month'] } as const
export const dropAdvice = (drop: Drop) => `Write the month as ${drop}, or ${dropTitle(drop)}.`
