import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ShopError } from '../../domain/errors.ts'
import { type Manifest, parseManifest } from './manifest.ts'
import type { DumpFile } from './open-dump.ts'
import { mark } from './packed-writer.ts'
import { readLines } from './read-lines.ts'

/** A backup's file as packedWriter wrote it. */
export function openPacked(place: string, open: () => Readable): DumpFile {
  let last: Manifest | null = null
  return {
    async manifest() {
      if (!last) throw new ShopError('not_possible', `${place} is not whole: its end is missing.`)
      return last
    },
    async *batches() {
      let table = ''
      for await (const lines of unpacked(place, open())) {
        let rows: string[] = []
        for (const line of lines) {
          if (!line.startsWith(mark)) {
            rows.push(line)
            continue
          }
          if (rows.length > 0) yield { table, lines: rows }
          rows = []
          const text = line.slice(mark.length)
          const begun = tableOf(text)
          if (begun === null) last = parseManifest(text, place)
          else {
            table = begun
            yield { table, lines: [] }
          }
        }
        if (rows.length > 0) yield { table, lines: rows }
      }
    },
  }
}

async function* unpacked(place: string, file: Readable): AsyncGenerator<string[]> {
  const bytes = createGunzip()
  pipeline(file, bytes, () => {})
  try {
    yield* readLines(bytes)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ShopError('not_possible', `${place} is not a backup, or is damaged (${reason}).`, { cause })
  }
}

/** The table that a marked line begins; null: it is another line, or not all of one. */
function tableOf(text: string): string | null {
  return /^\{"table":"([^"\\]+)"\}$/.exec(text)?.[1] ?? null
}
