import type { Database, Transaction } from '../../db/database.ts'
import { lastMigration } from '../../db/dump/last-migration.ts'
import { readSequences, readTable, readTables } from '../../db/dump/tables.ts'
import { rowsOf } from '../../db/rows.ts'
import { type DumpWriter, dumpFormat, dumpName, type Manifest, sums } from './dump-files.ts'

/**
 * Writes every row of every table as it was at one moment, while the shop goes on; memory stays the same however many
 * there are. The embedded database, being one connection, answers nobody else until it is written.
 * @param beside what is to be read of the same moment
 */
export async function writeDump(
  db: Database,
  takenAt: Date,
  writer: DumpWriter,
  beside: (tx: Transaction) => Promise<void> = async () => {},
): Promise<Manifest> {
  const written = sums()
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
