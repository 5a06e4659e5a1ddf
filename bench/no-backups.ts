import type { Backups } from '../server/shop/backup-place.ts'

/** For a shop that measures something else. */
export const noBackups: Backups = {
  placeAt() {
    throw new Error('nothing is backed up here')
  },
  tryRestore: () => Promise.reject(new Error('nothing is restored here')),
}
