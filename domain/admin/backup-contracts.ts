import * as z from 'zod/mini'
import type { Contracts } from '../contract.ts'
import { confirmedBy } from './auth-contracts.ts'
import { done, filled, text } from './fields.ts'

const count = (most: number, sentence: string) =>
  z.int(sentence).check(z.minimum(0, sentence), z.maximum(most, sentence))

const rhythm = {
  hour: count(23, 'Choose an hour.'),
  keptDays: z
    .int('Enter a whole number.')
    .check(z.minimum(1, 'Keep at least one.'), z.maximum(400, 'Keep at most 400.')),
  keptMonths: count(120, 'Enter 0 to 120.'),
}

const place = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), folder: filled(500, 'Write the folder’s path.') }),
  z.object({
    kind: z.literal('s3'),
    endpoint: filled(500, 'Write the service’s address, beginning with https://.'),
    bucket: filled(100, 'Write the bucket’s name.'),
    /** '': none */
    folder: text(200),
    /** '': the service doesn't want one */
    region: text(60),
    keyId: filled(200, 'Write the access key.'),
    /** '': the one that is stored */
    secret: text(500),
  }),
])

const run = z.object({
  task: z.enum(['backup', 'check']),
  /** username; null: it was due */
  askedBy: z.nullable(z.string()),
  at: z.string(),
  /** null: it waits or runs */
  endedAt: z.nullable(z.string()),
  isRunning: z.boolean(),
  rows: z.nullable(z.number()),
  orders: z.nullable(z.number()),
  isVerified: z.boolean(),
  /** '': none */
  error: z.string(),
})

/** Backups that are made by themselves (docs/backup.md). */
export const backupContracts = {
  readBackups: {
    endpoint: 'GET /api/admin/backups',
    reply: z.object({
      /** null: the owner has made no recovery key yet */
      keyMadeAt: z.nullable(z.string()),
      /** null: not set up */
      plan: z.nullable(z.object({ ...rhythm, isPaused: z.boolean(), nextAt: z.string() })),
      /** what the form opens with; the secret is never shown */
      place: z.object({
        kind: z.enum(['folder', 's3']),
        ...{ folder: z.string(), endpoint: z.string(), bucket: z.string(), prefix: z.string() },
        ...{ region: z.string(), keyId: z.string(), hasSecret: z.boolean() },
      }),
      /** the environment says where backups go (BACKUP_PLACE); null: it doesn't */
      fixedPlace: z.nullable(z.string()),
      /** of the newest backup that was verified */
      verifiedTakenAt: z.nullable(z.string()),
      /** the newest first */
      runs: z.array(run),
    }),
  },
  /** What is stored now, newest first. */
  listBackups: {
    endpoint: 'GET /api/admin/backups/files',
    reply: z.object({
      files: z.array(
        z.object({
          name: z.string(),
          takenAt: z.string(),
          bytes: z.number(),
          verifiedAt: z.nullable(z.string()),
        }),
      ),
      /** why the place can't be read; '': it was */
      error: z.string(),
    }),
  },
  /** Makes the recovery key, which is in this reply and nowhere else. Backups made until then need the one before. */
  makeBackupKey: {
    endpoint: 'POST /api/admin/backups/key',
    body: z.object(confirmedBy),
    reply: z.object({ key: z.string() }),
    asksAgain: true,
  },
  /** Saves where and when, once a small file could be stored there, read and deleted. */
  writeBackupPlan: {
    endpoint: 'POST /api/admin/backups/plan',
    body: z.object({ ...rhythm, place: z.optional(place), ...confirmedBy }),
    reply: done,
    asksAgain: true,
  },
  stopBackups: {
    endpoint: 'POST /api/admin/backups/stop',
    body: z.object(confirmedBy),
    reply: done,
    asksAgain: true,
  },
  /** Makes a backup, or checks the newest, as soon as a process is free. */
  runBackup: {
    endpoint: 'POST /api/admin/backups/run',
    body: z.object({ task: z.enum(['backup', 'check']) }),
    reply: done,
  },
  /** A backup as it is stored: encrypted. */
  downloadBackup: {
    endpoint: 'GET /api/admin/backups/files/:name',
    params: z.object({
      name: text(100).check(
        z.regex(/^shop-[0-9a-f]{6}-\d{8}-\d{6}\.jsonl\.gz\.age$/, 'This isn’t the name of a backup.'),
      ),
    }),
    reply: 'file',
    holds: 'people',
  },
} satisfies Contracts
