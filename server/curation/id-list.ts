import { type SQL, sql } from 'drizzle-orm'

/** Ids of rows as one parameter, however many. */
export function idList(ids: string[]): SQL {
  return sql`${`{${ids.join(',')}}`}::uuid[]`
}

/** Words as one parameter; a null is an empty word. */
export function wordList(words: (string | null)[]): SQL {
  return sql`${JSON.stringify(words)}::jsonb`
}
