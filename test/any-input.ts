import fc from 'fast-check'

/** The id of nothing. */
const nobody = '00000000-0000-4000-8000-000000000000'
/** Ids of rows that there are, by the name under which a call asks for one. */
export type KnownIds = Record<string, string[]>

// All of UTF-16, lone surrogates and NUL included; what looks like another language's code; what has a meaning elsewhere.
const wild = fc.oneof(
  // Not fc.string: its table of a million characters takes longer than all that is asked.
  fc.array(fc.nat(0x10ffff), { maxLength: 10 }).map((points) => String.fromCodePoint(...points)),
  fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    '',
    ' ',
    '%',
    '\\',
    "'; drop table users;--",
    '=1+1',
    '<img src=x onerror=alert(1)>',
    '../..',
    '\r\nBcc: a@b.c',
  ),
  fc.constant('x'.repeat(5000)),
)
const edges = [0, -1, 1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308]
/** Texts that are right somewhere, and at the edge of what the tables or the calendar hold. */
const days = [
  '2026-11-01',
  '2026-11-30',
  '0000-01-01',
  '0001-01-01',
  '2026-02-30',
  '2026-11-21',
  '2026-12-05',
  '9999-12-30',
  '9999-12-31',
]
const drops = ['0000-01', '0001-01', '2026-12', '2027-01', '9999-12', '2026-11']
const words: Record<string, string[]> = {
  drop: drops,
  cutOffDay: days,
  shipBy: days,
  from: days,
  to: days,
  holidays: days,
  expiresOn: days,
  cursor: [
    nobody,
    `9999-99-99T99:99:99.999999Z_${nobody}`,
    `2026-11-21T15:00:00.000000Z_${'-'.repeat(36)}`,
    `2026-11-21T15:00:00.000000Z_${nobody}`,
    `2026-02-30T15:00:00.000000Z_${nobody}`,
  ],
  slug: ['a-slug', 'dress', 'B'],
  sku: ['MD1-202612-ASHBURY', 'WD1-202611-X'],
  size: ['34', '36', '999'],
  code: ['SPRING-10', 'a b'],
  email: ['jo@example.com', 'a@b.co', '"<script>"@example.com'],
  supportEmail: ['', 'jo@example.com', 'jo@example.com\r\nBcc: a@b.co'],
  csv: [
    'email,name\n"a@b.co,"x',
    'email\na@b.co\n=1+1@b.co',
    'email,__proto__\nb@b.co,x',
    '\ufeffemail;name',
  ],
  imageUrl: ['/pictures/belts/none'],
  search: ['Jo', 'BC-', '#bc-1 x', '%_\\', `${'x'.repeat(99)}😀`],
}
export type Json = Record<string, unknown> & {
  type?: string
  properties?: Record<string, Json>
  items?: Json
}

/** Something that nearly fits a schema: mostly what it asks for, at its edges, and now and then another thing. */
export function nearly(schema: Json, ids: KnownIds, key = ''): fc.Arbitrary<unknown> {
  const other = fc.oneof(fc.jsonValue({ maxDepth: 2 }), wild)
  return fc.oneof({ arbitrary: rightFor(schema, ids, key), weight: 30 }, { arbitrary: other, weight: 1 })
}

/** What a schema asks for, or what it would if its words were taken literally. */
export function rightFor(schema: Json, ids: KnownIds, key = ''): fc.Arbitrary<unknown> {
  const either = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (either) return fc.oneof(...either.map((each) => rightFor(each, ids, key)))
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]))
  if (schema.const !== undefined) return fc.constant(schema.const)
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}).map(([name, each]) => [
        name,
        nearly(each, ids, name),
      ])
      const all: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(properties)
      return fc.record(all, { requiredKeys: (schema.required as string[]) ?? [] })
    }
    case 'array':
      return fc.array(nearly(schema.items ?? {}, ids, key), { maxLength: 3 })
    case 'boolean':
      return fc.boolean()
    case 'number':
    case 'integer': {
      const { minimum = 0, maximum = 60 } = schema as { minimum?: number; maximum?: number }
      return fc.oneof(
        {
          arbitrary: fc.integer({
            min: Math.ceil(Math.max(minimum, 0)),
            max: Math.floor(Math.max(Math.min(maximum, 60), minimum + 1)),
          }),
          weight: 4,
        },
        { arbitrary: fc.constantFrom(minimum, maximum, ...edges), weight: 1 },
      )
    }
    default:
      return textFor(schema, ids, key)
  }
}

function textFor(schema: Json, ids: KnownIds, key: string): fc.Arbitrary<unknown> {
  const id = fc.constantFrom(...[nobody, ...(ids[key] ?? [])])
  if (schema.format === 'uuid') return id
  if (key === 'boxIds') return fc.array(id, { maxLength: 3 }).map((each) => each.join(','))
  const known = words[key] ? fc.constantFrom(...words[key]) : fc.string({ minLength: 1, maxLength: 12 })
  return fc.oneof({ arbitrary: known, weight: 9 }, { arbitrary: wild, weight: 1 })
}

/** The address of a call: `:name` and `{name}` filled, the query behind it, all of it encoded. */
export function addressOf(path: string, params: unknown, query: unknown): string {
  const words = (value: unknown) => String(typeof value === 'object' ? JSON.stringify(value) : value)
  const filled = path.replace(
    /:(\w+)|\{(\w+)\}/g,
    (_, one, other) => encode(words((params as Json)[one ?? other])) || '%20',
  )
  const search = Object.entries((query ?? {}) as Json).map(([key, value]) => `${key}=${encode(words(value))}`)
  return search.length > 0 ? `${filled}?${search.join('&')}` : filled
}

// A lone surrogate cannot be written in an address; a point alone would be another path.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E').slice(0, 3000).replace(/%.?$/, '')
}
