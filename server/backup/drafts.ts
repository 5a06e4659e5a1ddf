import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Ends the name of a file that isn't whole yet. */
export const draftEnd = '.unfinished'
/** Milliseconds after which a draft was surely left by a process that was killed. */
const abandonedAfter = 24 * 60 * 60_000

/** Deletes what killed backups have left in a folder: as large as a backup, and with everyone's address. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/\.jsonl\.gz(\.age)?\.unfinished$/.test(name)) continue
    const left = path.join(folder, name)
    // Another backup may be done with its own meanwhile.
    const found = await stat(left).catch(() => null)
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(left, { force: true })
  }
}
