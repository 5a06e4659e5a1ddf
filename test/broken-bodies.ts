type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A body that is wrong in one place, and how, for the test's name. */
export type BrokenBody = { how: string; body: Json }

const wrongTypes: [string, Json][] = [
  ['a number', 7],
  ['true', true],
  ['a list', ['x']],
  ['an object', { x: 'y' }],
]
const wrongTexts: [string, string][] = [
  ['5,000 characters', 'x'.repeat(5_000)],
  ['a NUL character', 'Maya\u0000Ellison'],
  ['half of a surrogate pair', 'Maya \ud83e Ellison'],
]

/**
 * A valid body, broken in every place in every way: each field with another type, each text too long or with characters
 * no database can store, each field missing or null.
 * @param optional paths that may be missing, with * for a list index
 * @param nullable paths that may be null
 */
export function brokenBodies(valid: Json, optional: string[] = [], nullable: string[] = []): BrokenBody[] {
  const broken: BrokenBody[] = []
  for (const path of pathsOf(valid)) {
    const name = path.join('.')
    const anyPlace = path.map((part) => (typeof part === 'number' ? '*' : part)).join('.')
    const value = at(valid, path)
    const put = (how: string, other: Json) =>
      broken.push({ how: `${name} is ${how}`, body: withValue(valid, path, other) })
    for (const [how, wrong] of wrongTypes) if (kindOf(wrong) !== kindOf(value)) put(how, wrong)
    if (typeof value === 'string') for (const [how, wrong] of wrongTexts) put(how, wrong)
    else put('a text', 'x')
    if (!nullable.includes(anyPlace)) put('null', null)
    if (!optional.includes(anyPlace) && typeof path.at(-1) === 'string') {
      broken.push({ how: `${name} is missing`, body: withValue(valid, path, undefined) })
    }
  }
  return broken
}

/** Bodies that are wrong for any call, because they are not a JSON object of the right shape. */
export const brokenTexts: [string, string][] = [
  ['empty', ''],
  ['cut off', '{"cartItems": [{"id": "cart-1"'],
  ['no JSON', 'cartItems=1&planId=monthly'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a list of a list', '[[[]]]'],
  ['a text', '"monthly"'],
  ['a number', '42'],
  ['an empty object', '{}'],
  ['an object of other fields', '{"__proto__": {"cartItems": []}, "constructor": 1}'],
  ['200,000 brackets', '['.repeat(200_000)],
]

type Path = (string | number)[]

function pathsOf(value: Json, prefix: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return prefix.length > 0 ? [prefix] : []
  const entries: [string | number, Json][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  const inner = entries.flatMap(([key, child]) => pathsOf(child, [...prefix, key]))
  return prefix.length > 0 ? [prefix, ...inner] : inner
}

function at(value: Json, path: Path): Json {
  return path.reduce<Json>((current, part) => (current as Record<string | number, Json>)[part] ?? null, value)
}

function withValue(value: Json, path: Path, other: Json | undefined): Json {
  const copy = structuredClone(value)
  const parent = at(copy, path.slice(0, -1)) as Record<string | number, Json>
  const key = path.at(-1)!
  if (other === undefined) delete parent[key]
  else parent[key] = other
  return copy
}

function kindOf(value: Json): string {
  return Array.isArray(value) ? 'list' : typeof value
}
