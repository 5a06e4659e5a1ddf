import type { AdminReply } from '../../../domain/admin/contracts.ts'

export type Backups = AdminReply<'readBackups'>

/** What a change of backups changes, by the beginning of its address. */
export const backupChanges = [
  '/api/admin/backups',
  '/api/admin/setup',
  '/api/admin/health',
  '/api/admin/audit',
]
