import fc from 'fast-check'

/** An id that no row has. */
const nobody = '00000000-0000-4000-8000-000000000000'
/** Ids of existing rows, by the name a call uses for them. */
export type KnownIds = Record<string, string[]>

// All of UTF-16, including lone surrogates and NUL; text that looks like code in some language; characters with special
// meanings.
const wild = fc.oneof(
  // Not fc.string: building its table of a million characters takes longer than the whole test.
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
/** Texts that are valid somewhere, and at the limits of what tables or the calendar can hold. */
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

/** A value that almost fits a schema: mostly what it asks for, often at its limits, and sometimes something else. */
export function nearly(schema: Json, ids: KnownIds, key = ''): fc.Arbitrary<unknown> {
  const other = fc.oneof(fc.jsonValue({ maxDepth: 2 }), wild)
  return fc.oneof({ arbitrary: rightFor(schema, ids, key), weight: 30 }, { arbitrary: other, weight: 1 })
}

/** A value the schema asks for, or would ask for if taken literally. */
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

/** The URL of a call: `:name` and `{name}` filled in, with its query, all encoded. */
export function addressOf(path: string, params: unknown, query: unknown): string {
  const words = (value: unknown) => String(typeof value === 'object' ? JSON.stringify(value) : value)
  const filled = path.replace(
    /:(\w+)|\{(\w+)\}/g,
    (_, one, other) => encode(words((params as Json)[one ?? other])) || '%20',
  )
  const search = Object.entries((query ?? {}) as Json).map(([key, value]) => `${key}=${encode(words(value))}`)
  return search.length > 0 ? `${filled}?${search.join('&')}` : filled
}

// A lone surrogate can't be written in a URL; a single dot would mean a different path.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E').slice(0, 3000).replace(/%.?$/, '')
}
