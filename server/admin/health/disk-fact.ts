import { leastRoom } from '../../../db/disk-room.ts'
import type { Shop } from '../../shop.ts'
import { type HealthLine, line } from './health-line.ts'

const megabyte = 1024 * 1024
/** Free bytes below which the owner is warned; deploy/monitoring/alerts.yml names the same. */
export const lowDisk = 1024 * megabyte

/** How much room the data folder has: that of the process that is asked, as each may have a disk of its own. */
export async function diskFact(shop: Shop): Promise<HealthLine> {
  const free = await shop.diskFree()
  const wrong = free !== null && free < lowDisk && (free < leastRoom ? 'bad' : 'watch')
  return line(
    'disk-free',
    'Room on the disk of the data folder',
    free === null ? 'unknown' : sizeOf(free),
    wrong,
    {
      advice:
        'Delete old backups that are copied elsewhere, or give the folder a larger disk. Without room backups fail, and a shop without a database server stops selling.',
    },
  )
}

const figures = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

function sizeOf(bytes: number): string {
  return bytes < lowDisk
    ? `${Math.floor(bytes / megabyte)} MB`
    : `${figures.format(bytes / (1024 * megabyte))} GB`
}
