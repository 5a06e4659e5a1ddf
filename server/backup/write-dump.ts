import type { Database, Transaction } from '../../db/database.ts'
import { lastMigration } from '../../db/dump/last-migration.ts'
import { readSequences, readTable, readTables } from '../../db/dump/tables.ts'
import { rowsOf } from '../../db/rows.ts'
import { type DumpWriter, dumpFormat, dumpName, type Manifest, tableSums } from './dump-files.ts'

/**
 * Writes every row of every table as of one moment, while the shop keeps running; memory use doesn't grow with the rows. The
 * embedded database has one connection, so other queries wait until it is done.
 * @param beside reads more in the same transaction
 */
export async function writeDump(
  db: Database,
  takenAt: Date,
  writer: DumpWriter,
  beside: (tx: Transaction) => Promise<void> = async () => {},
): Promise<Manifest> {
  const written = tableSums()
  const manifest = await db.transaction(
    async (tx) => {
      await rowsOf(tx, "set local time zone 'UTC'")
      for (const table of await readTables(tx)) {
        written.begin(table.name)
        await writer.begin(table.name)
        for await (const lines of readTable(tx, table)) {
          const text = `${lines.join('\n')}\n`
          written.add(table.name, text, lines.length)
          await writer.write(text)
        }
      }
      await beside(tx)
      return {
        what: dumpName,
        format: dumpFormat,
        takenAt: takenAt.toISOString(),
        schema: await lastMigration(tx),
        tables: written.result(),
        sequences: await readSequences(tx),
      } satisfies Manifest
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  await writer.finish(manifest)
  return manifest
}
