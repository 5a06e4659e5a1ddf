import { createReadStream, statSync } from 'node:fs'
import type { Batch } from '../../db/dump/load-tables.ts'
import { ShopError } from '../../domain/errors.ts'
import type { Manifest } from './manifest.ts'
import { openFolder } from './open-folder.ts'
import { openPacked } from './open-packed.ts'
import { firstDifference, sums } from './sums.ts'

/** What was written once, to be read any number of times; `manifest` is known once all of it was read. */
export type DumpFile = {
  batches(): AsyncGenerator<Batch>
  manifest(): Promise<Manifest>
}

/** A dump of which every row was compared with what its manifest says. */
export type Dump = { manifest: Manifest; batches(): AsyncGenerator<Batch> }

/**
 * Opens an export's folder or a backup's file, and reads all of it once to see that it is whole.
 * @throws ShopError 'not_possible' for one that is missing, cut off or changed
 */
export async function openDump(place: string): Promise<Dump> {
  const dump = isFolder(place) ? openFolder(place) : openPacked(place, () => createReadStream(place))
  const found = sums()
  for await (const { table, lines } of dump.batches()) {
    found.begin(table)
    if (lines.length > 0) found.add(table, `${lines.join('\n')}\n`, lines.length)
  }
  const manifest = await dump.manifest()
  const difference = firstDifference(manifest.tables, found.result())
  if (difference) throw new ShopError('not_possible', `${place} is damaged: ${difference}.`)
  return { manifest, batches: dump.batches }
}

function isFolder(place: string): boolean {
  try {
    return statSync(place).isDirectory()
  } catch {
    throw new ShopError('not_possible', `There is nothing at ${place}, or this user may not read it.`)
  }
}
