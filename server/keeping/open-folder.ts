import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ShopError } from '../../domain/errors.ts'
import { manifestFile, rowsFolder } from './folder-writer.ts'
import { parseManifest } from './manifest.ts'
import type { DumpFile } from './open-dump.ts'
import { readLines } from './read-lines.ts'

/** An export's folder as folderWriter wrote it. */
export function openFolder(folder: string): DumpFile {
  async function manifest() {
    const file = path.join(folder, manifestFile)
    if (!existsSync(file)) {
      throw new ShopError(
        'not_possible',
        `${folder} is not an export, or not a whole one: it has no ${manifestFile}.`,
      )
    }
    return parseManifest(await readFile(file, 'utf8'), folder)
  }
  return {
    manifest,
    async *batches() {
      for (const table of Object.keys((await manifest()).tables)) {
        const file = path.join(folder, rowsFolder, `${table}.jsonl`)
        if (!existsSync(file))
          throw new ShopError('not_possible', `${folder} is damaged: ${table}.jsonl is missing.`)
        for await (const lines of readLines(createReadStream(file))) yield { table, lines }
      }
    },
  }
}
