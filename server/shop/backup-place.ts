import type { Readable } from 'node:stream'

/** A folder on this machine. */
export type FolderAddress = Readonly<{ kind: 'folder'; folder: string }>
/** A bucket that speaks Amazon's S3: Amazon's own, Cloudflare's, Backblaze's, MinIO … */
export type BucketAddress = Readonly<{
  kind: 's3'
  /** https://s3.eu-central-1.amazonaws.com */
  endpoint: string
  bucket: string
  /** the beginning of each file's key, without slashes around it; '': none */
  folder: string
  region: string
  keyId: string
  secret: string
  /** whether it may be on our own network: only if the environment names it */
  mayBeLocal: boolean
}>
export type BackupAddress = FolderAddress | BucketAddress

type StoredFile = { name: string; bytes: number }

/** Where backups are kept. Every call has an end, and throws an Error whose message says what went wrong. */
export type BackupPlace = {
  /** for people: "s3.example.com/belts", "/srv/backups" */
  label: string
  /** where a file is written before it is stored */
  draftFolder: string
  /** makes sure that files can be written there */
  prepare(): Promise<void>
  /** Stores a file of `draftFolder` under a name, whole or not at all. It may be moved. */
  store(file: string, name: string): Promise<void>
  read(name: string): Promise<Readable>
  list(): Promise<StoredFile[]>
  remove(name: string): Promise<void>
  /** where a file of this machine is; null: it has to be fetched */
  pathOf(name: string): string | null
}

/** What it took to restore a backup into a database of its own. */
export type Restored = { rows: number; orders: number; into: 'embedded' | 'server' }

/**
 * Restores a backup's file into a database of its own, next to the shop's, and deletes it again.
 * @param keys that open it
 * @throws DamagedBackup if the file can't be restored; Error if it couldn't be tried
 */
export type TryRestore = (file: string, keys: readonly string[]) => Promise<Restored>

/** The file itself is at fault: no second attempt will restore it. */
export class DamagedBackup extends Error {}

/** What the shop needs for its backups. */
export type Backups = {
  placeAt(address: BackupAddress): BackupPlace | Promise<BackupPlace>
  tryRestore: TryRestore
}
