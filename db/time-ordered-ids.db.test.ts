import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeOrdered, versionAt } from '../domain/id.ts'
import { openTestDatabase } from '../test/open-test-database.ts'
import { type OpenDatabase, rowsOf } from './database.ts'

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.close())

test('every id that the database gives a row begins with the time', async () => {
  const random = await rowsOf(
    opened.db,
    sql`select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type = 'uuid' and column_default like '%gen_random_uuid%'`,
  )
  expect(random).toEqual([])
})

test('ids sort by the millisecond in which they were made, and differ within one', async () => {
  const made = await rowsOf<{ id: string; from: number; to: number }>(
    opened.db,
    sql`select time_ordered_id() as id, floor(extract(epoch from statement_timestamp()) * 1000)::float8 as from,
      floor(extract(epoch from clock_timestamp()) * 1000)::float8 as to from generate_series(1, 2000)`,
  )
  for (const { id, from, to } of made) {
    expect(id[versionAt]).toBe(timeOrdered)
    expect(id[19]).toMatch(/[89ab]/)
    const at = Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
    expect(at).toBeGreaterThanOrEqual(from)
    expect(at).toBeLessThanOrEqual(to)
  }
  expect(new Set(made.map(({ id }) => id)).size).toBe(2_000)
})
