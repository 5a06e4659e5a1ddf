import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { BackupPlace, FolderAddress } from '../shop/backup-place.ts'

/** Backups in a folder of this machine, or of a disk that it mounts. */
export function backupFolder({ folder }: FolderAddress): BackupPlace {
  return {
    label: folder,
    draftFolder: folder,
    async prepare() {
      // Only the last one: if a disk isn't mounted, nothing may be written in its place.
      await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return
        const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR'
        throw new Error(
          isMissing
            ? `There is no folder ${path.dirname(folder)}: make it, or mount its disk.`
            : `The folder ${folder} can’t be made (${error.code}): let the shop’s user write there.`,
          { cause: error },
        )
      })
    },
    async store(file, name) {
      // It has its name only once it's whole, and survives a power cut.
      await rename(file, path.join(folder, name))
      const opened = await open(folder)
      await opened.sync().finally(() => opened.close())
    },
    async read(name) {
      const file = path.join(folder, name)
      await stat(file)
      return createReadStream(file)
    },
    async list() {
      const files = (await readdir(folder, { withFileTypes: true })).filter((each) => each.isFile())
      return Promise.all(
        files.map(async ({ name }) => ({ name, bytes: (await stat(path.join(folder, name))).size })),
      )
    },
    remove: (name) => rm(path.join(folder, name), { force: true }),
    pathOf: (name) => path.join(folder, name),
  }
}
