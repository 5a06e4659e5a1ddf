import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DumpWriter } from './write-dump.ts'

/** The folder of the rows inside an export; `manifest.json` lies beside it. */
export const rowsFolder = 'tables'
export const manifestFile = 'manifest.json'

/** A file of JSON lines for each table; for this user alone, because they are full of addresses. */
export function folderWriter(folder: string): DumpWriter {
  let file: FileHandle | null = null
  async function close() {
    await file?.sync()
    await file?.close()
    file = null
  }
  return {
    async begin(table) {
      await close()
      await mkdir(path.join(folder, rowsFolder), { recursive: true, mode: 0o700 })
      file = await open(path.join(folder, rowsFolder, `${table}.jsonl`), 'w', 0o600)
    },
    async write(text) {
      await file!.writeFile(text)
    },
    async finish(manifest) {
      await close()
      await writeFile(path.join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, {
        mode: 0o600,
        flush: true,
      })
    },
  }
}
