import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'
import { timeOrdered, versionAt } from '../../domain/id.ts'

/**
 * The specification's decimals (10 digits, 2 decimals; spec §3), as integer cents in code.
 * @throws RangeError for a value that isn't a whole number of cents
 */
export const cents = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(10, 2)',
  fromDriver: (value) => Math.round(Number(value) * 100),
  toDriver: (value) => {
    if (!Number.isSafeInteger(value)) throw new RangeError(`not whole cents: ${value}`)
    const sign = value < 0 ? '-' : ''
    const digits = String(Math.abs(value)).padStart(3, '0')
    return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
  },
})

/** A length in inches, to a tenth. */
export const inches = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(4, 1)',
  fromDriver: Number,
  toDriver: (value) => value.toFixed(1),
})

/** An instant with its time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** An id that begins with the time, unless code gives one made by `newId` (domain/id.ts). */
export const primaryId = () => uuid('id').primaryKey().default(sql`time_ordered_id()`)
export const createdAt = () => instant('created_at').notNull().defaultNow()
export const updatedAt = () =>
  instant('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date())

/** Raw bytes. They are sent as base64: the embedded database's own way takes a second of this thread for a megabyte. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) =>
    sql`decode(${Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64')}, 'base64')`,
})

/**
 * Text searched by its beginning: compared byte by byte, so that equal beginnings are adjacent in the index, whatever the
 * server's locale.
 */
export const foundBy = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** Our own constants as a list for a check: ('cash', 'check'). */
export const wordsOf = (words: readonly string[]) =>
  sql.raw(`(${words.map((each) => `'${each}'`).join(', ')})`)

/**
 * A tracking number as carriers write it: people type it in groups, as it is printed. Numbers are compared in this form, which
 * is indexed.
 */
export const carriersNumber = (number: SQL | AnyColumn) =>
  sql`upper(regexp_replace(${number}, '[[:space:]-]', '', 'g'))`

/** The last four digits of the reference of a box or a belt's size, which are indexed. */
export const referenceEnd = (id: SQL | AnyColumn) => sql`substr(${id}::text, 10, 4)`

/** The whole reference, as `readBoxReference` reads it (domain/drop.ts). */
export const referenceOf = (id: SQL | AnyColumn) =>
  sql`case substr(${id}::text, ${sql.raw(String(versionAt + 1))}, 1) when ${sql.raw(`'${timeOrdered}'`)} then right(${id}::text, 8)
    else left(${id}::text, 8) end || ${referenceEnd(id)}`

/** Whether this is the one with that reference, by the index of its end. */
export const hasReference = (id: SQL | AnyColumn, reference: string) =>
  sql`(${referenceEnd(id)} = ${reference.slice(-4)} and ${referenceOf(id)} = ${reference})`

declare const stored: unique symbol
/** Whoever a limit is held against, hashed: only server/limits/causer.ts makes one, so no table counts by anything else. */
export type StoredCauser = string & { readonly [stored]: true }
