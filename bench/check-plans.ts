import pg from 'pg'
import { recordStatements } from './record-sql.ts'

/** Rows up to which a table may be read whole: that is a trip or two to the disk, index or not. */
const few = 1_000

/** The statements that `work` sends to the database, and the large tables that their plans read whole. */
export async function checkPlans(url: string, work: () => Promise<unknown>) {
  const statements = await recordStatements(async () => void (await work()))
  // To explain a statement that writes writes nothing.
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
