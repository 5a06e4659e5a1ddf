import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import type { MailSource } from '../shop/mailer.ts'

/** Milliseconds between checks. */
const lookEvery = 5_000
/** Milliseconds a file must be unchanged before it's read: someone may still be writing it. */
const settlesIn = 500

/**
 * Reads inbound email from `.eml` files in `folder`, for use without a mail server: save a file there, and it's in the
 * inbox. Files that were read move to `read/` inside that folder.
 */
export function folderSource(folder: string): MailSource {
  const done = path.join(folder, 'read')
  return {
    folder: 'files',
    lookEvery,
    async read(_since, take) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names.filter((each) => each.toLowerCase().endsWith('.eml')).sort()) {
        const file = path.join(folder, name)
        const { mtime, size } = await stat(file)
        if (Math.abs(Date.now() - mtime.getTime()) < settlesIn) continue
        const raw = await readFile(file)
        const digest = createHash('sha256').update(raw).digest('hex')
        await take({ place: `files/${name}/${digest}`, raw, size, receivedAt: mtime, after: null })
        await mkdir(done, { recursive: true, mode: 0o700 })
        await rename(file, path.join(done, `${digest.slice(0, 8)}-${name}`))
      }
    },
  }
}
