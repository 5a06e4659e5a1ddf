/** Digits of a box's id that its papers show. Twelve: among a million boxes of a drop two would share them once in 500 drops. */
const digits = 12

/** What a label, a slip and a carrier's file call a box: "3F9A-2C71-04BE", the beginning of its id. */
export function boxReference(boxId: string): string {
  const id = boxId.replaceAll('-', '').slice(0, digits).toUpperCase()
  return [id.slice(0, 4), id.slice(4, 8), id.slice(8)].join('-')
}

/** What was read from a label or a file as the beginning of a box's id, without hyphens; null when it is none. */
export function readBoxReference(typed: string): string | null {
  const id = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  return /^[0-9a-f]{12,32}$/.test(id) ? id.slice(0, digits) : null
}
