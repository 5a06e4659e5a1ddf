import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import type { DumpWriter } from './write-dump.ts'

/** Begins a line that is no row: a table's name, or at the end the manifest. */
export const mark = '#'

/**
 * One compressed file that `zcat` opens: "#" and the name before the rows of each table, "#" and the manifest at the end.
 * For this user alone, because it is full of addresses.
 */
export function packedWriter(file: string): DumpWriter & { abandon(): void } {
  const packed = createGzip({ level: constants.Z_BEST_SPEED })
  const out = createWriteStream(file, { mode: 0o600, flush: true })
  packed.pipe(out)
  // A full disk is told to whoever waits for the end.
  const written = finished(out)
  written.catch((error: Error) => packed.destroy(error))
  packed.on('error', () => {})
  async function write(text: string) {
    if (out.errored) throw out.errored
    if (!packed.write(text)) await Promise.race([once(packed, 'drain'), written])
  }
  return {
    begin: (table) => write(`${mark}${JSON.stringify({ table })}\n`),
    write,
    async finish(manifest) {
      packed.end(`${mark}${JSON.stringify(manifest)}\n`)
      await written
    },
    abandon() {
      packed.destroy()
      out.destroy()
    },
  }
}
