import { type FileHandle, mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'csv-stringify/sync'
import type { Transaction } from '../../db/database.ts'
import { readThrough } from '../../db/dump/read-table.ts'
import { type OwnersList, ownersLists } from './owners-lists.ts'

const listsFolder = 'lists'

/** The owner's main lists as CSV files that spreadsheets open. */
export async function writeLists(tx: Transaction, folder: string): Promise<void> {
  await mkdir(path.join(folder, listsFolder), { recursive: true, mode: 0o700 })
  for (const [name, list] of Object.entries(ownersLists)) {
    const file = await open(path.join(folder, listsFolder, `${name}.csv`), 'w', 0o600)
    try {
      await writeList(tx, file, list)
    } finally {
      await file.close()
    }
  }
}

async function writeList(tx: Transaction, file: FileHandle, { columns, from }: OwnersList): Promise<void> {
  const names = Object.keys(columns)
  await file.writeFile(`\uFEFF${stringify([names])}`)
  const cells = Object.entries(columns).map(([name, cell]) => `(${cell})::text as "${name}"`)
  const query = `select ${cells.join(', ')} from ${from}`
  for await (const rows of readThrough<Record<string, string | null>>(tx, query)) {
    const lines = rows.map((row) => names.map((name) => row[name]))
    // A cell that begins like a formula is text to the program that opens it (OWASP CSV Injection).
    await file.writeFile(stringify(lines, { escape_formulas: true }))
  }
}
