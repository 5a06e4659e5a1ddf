import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import type { MailSource } from '../shop/mail-source.ts'

/** Milliseconds between two looks. */
const lookEvery = 5_000
/** Milliseconds for which a file must have been left alone: it may still be written. */
const settlesIn = 500

/**
 * Mails as `.eml` files in `folder`, for use without a mail server: save one there, and it's in the inbox. What was read
 * moves to `read/` beside it.
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
