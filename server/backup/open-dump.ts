import { createReadStream, existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Batch } from '../../db/dump/tables.ts'
import { ShopError } from '../../domain/errors.ts'
import {
  firstDifference,
  headerMark,
  type Manifest,
  manifestFile,
  parseManifest,
  rowsFolder,
  tableSums,
} from './dump-files.ts'
import { isSealed, unsealed } from './seal.ts'

/** A dump that can be read any number of times; `manifest` is known once all of it was read. */
type DumpFile = {
  batches(): AsyncGenerator<Batch>
  manifest(): Promise<Manifest>
}

/** A dump whose rows all match its manifest. */
export type Dump = { manifest: Manifest; batches(): AsyncGenerator<Batch> }

/**
 * Opens an export's folder or a backup's file, and reads it once to verify that it is complete.
 * @param keys that may open an encrypted one
 * @param moved is called for each batch that was read
 * @throws ShopError 'not_possible' if it is missing, truncated or changed, or if none of the keys opens it
 */
export async function openDump(
  place: string,
  keys: readonly string[] = [],
  moved: () => void = () => {},
): Promise<Dump> {
  const dump = isFolder(place) ? openFolder(place) : openPacked(place, await readerOf(place, keys))
  async function* batches() {
    for await (const batch of dump.batches()) {
      moved()
      yield batch
    }
  }
  const found = tableSums()
  for await (const { table, lines } of batches()) {
    found.begin(table)
    if (lines.length > 0) found.add(table, `${lines.join('\n')}\n`, lines.length)
  }
  const manifest = await dump.manifest()
  const difference = firstDifference(manifest.tables, found.result())
  if (difference) throw new ShopError('not_possible', `${place} is damaged: ${difference}.`)
  return { manifest, batches }
}

function isFolder(place: string): boolean {
  try {
    return statSync(place).isDirectory()
  } catch {
    throw new ShopError('not_possible', `There is nothing at ${place}, or this user may not read it.`)
  }
}

/** An export's folder as folderWriter wrote it. */
function openFolder(folder: string): DumpFile {
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

async function readerOf(place: string, keys: readonly string[]): Promise<() => Promise<Readable>> {
  if (!(await isSealed(place))) return async () => createReadStream(place)
  if (keys.length === 0)
    throw new ShopError(
      'not_possible',
      `${place} is encrypted: give --key-file with a file that holds its recovery key.`,
    )
  return () => unsealed(createReadStream(place), keys, place)
}

/** A backup's file as packedWriter wrote it. */
function openPacked(place: string, open: () => Promise<Readable>): DumpFile {
  let last: Manifest | null = null
  return {
    async manifest() {
      if (!last) throw new ShopError('not_possible', `${place} is not whole: its end is missing.`)
      return last
    },
    async *batches() {
      let table = ''
      for await (const lines of unpacked(place, await open())) {
        let rows: string[] = []
        for (const line of lines) {
          if (!line.startsWith(headerMark)) {
            rows.push(line)
            continue
          }
          if (rows.length > 0) yield { table, lines: rows }
          rows = []
          const text = line.slice(headerMark.length)
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

/** The table a marked line starts; null if it is a different line, or an incomplete one. */
function tableOf(text: string): string | null {
  return /^\{"table":"([^"\\]+)"\}$/.exec(text)?.[1] ?? null
}

/**
 * The lines of a byte stream, several at a time. Only a line feed ends a line: JSON may contain other characters that some
 * readers treat as line ends.
 */
async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let rest: Uint8Array[] = []
  for await (const chunk of bytes) {
    const end = chunk.lastIndexOf(0x0a)
    if (end < 0) {
      rest.push(chunk)
      continue
    }
    const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString('utf8')
    rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : []
    yield text.split('\n')
  }
  if (rest.length > 0) yield [Buffer.concat(rest).toString('utf8')]
}
