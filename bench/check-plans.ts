import pg from 'pg'
import { recordStatements } from './record-sql.ts'

/** A table with at most this many rows may be read whole: that is a disk access or two, with or without an index. */
const few = 1_000

/** The statements `work` sends to the database, and the large tables whose plans read them whole. */
export async function checkPlans(url: string, work: () => Promise<unknown>) {
  const statements = await recordStatements(async () => void (await work()))
  // Explaining a statement that writes doesn't write anything.
  const questions = statements.filter(({ text }) => /^\s*(select|with|insert|update|delete)\b/i.test(text))
  const whole = new Set<string>()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const { text, values } of questions) {
    const { rows } = await client.query({ text: `explain ${text}`, values, rowMode: 'array' })
    for (const [, table] of rows.join('\n').matchAll(/Seq Scan on (\w+)/g)) {
      const size = await client.query('select reltuples from pg_class where oid = to_regclass($1)', [table])
      if (Number(size.rows[0]?.reltuples ?? 0) > few) whole.add(table!)
    }
  }
  await client.end()
  return { questions: questions.length, whole: [...whole] }
}
