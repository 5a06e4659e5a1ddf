import { type SQL, sql } from 'drizzle-orm'

/** Ids as rows of a subquery: one parameter, however many they are. */
export function idsIn(ids: string[]): SQL {
  return sql`select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid`
}
