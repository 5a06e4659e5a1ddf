import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Loaded with `--import` into a shop's process. Its disk is full as long as the file FULL_DISK_SIGN exists, which says
// what fails: `grow`, only writes that would grow a file, as on most disks; or `any` write, as on systems where each
// write takes a new block (Btrfs, ZFS, a container's overlay). A real full disk would need a mount, and so root.
const sign = process.env.FULL_DISK_SIGN ?? ''

function kindOfFull(): string | null {
  try {
    return fs.readFileSync(sign, 'utf8')
  } catch {
    return null
  }
}

const noSpace = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    errno: -28,
    syscall: 'write',
  })

const { writeSync, statfsSync } = fs
const { writeFile } = fs.promises
// biome-ignore lint/suspicious/noExplicitAny: node:fs is called in several ways
function fullWriteSync(...args: any[]) {
  const [file, data, , length, position] = args
  const kind = kindOfFull()
  if (kind) {
    const about = fs.fstatSync(file)
    const end = (position ?? about.size) + (length ?? data.length)
    if (about.isFile() && (kind === 'any' || end > about.size)) throw noSpace()
  }
  return writeSync(...(args as Parameters<typeof writeSync>))
}
fs.writeSync = fullWriteSync as typeof writeSync
fs.promises.writeFile = async (...args) => {
  if (kindOfFull()) throw noSpace()
  return writeFile(...args)
}
fs.statfsSync = ((path: string) => ({
  ...statfsSync(path),
  ...(kindOfFull() ? { bavail: 0 } : {}),
})) as typeof statfsSync
syncBuiltinESMExports()
