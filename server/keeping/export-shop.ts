import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { ShopError } from '../../domain/errors.ts'
import { audit, commandLine } from '../admin/audit.ts'
import type { Shop } from '../shop.ts'
import { folderWriter } from './folder-writer.ts'
import type { Manifest } from './manifest.ts'
import { writeDump } from './write-dump.ts'
import { writeLists } from './write-lists.ts'

/**
 * Everything that the shop knows, into a folder: the tables as JSON lines, the owner's lists as CSV, and a manifest with
 * counts and checksums. All of one moment. The folder appears when it is whole. Who took it is written down.
 * @param folder absolute path; empty or not there
 * @throws ShopError 'not_possible' when something is there already
 */
export async function exportShop(shop: Shop, folder: string): Promise<Manifest> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new ShopError('not_possible', `${folder} is not empty: name another folder.`)
  }
  await shop.db.transaction((tx) =>
    audit(tx, commandLine, shop.now(), { action: 'shop.export', entity: 'shop', entityId: 'export' }),
  )
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  try {
    const manifest = await writeDump(shop.db, shop.now(), folderWriter(unfinished), (tx) =>
      writeLists(tx, unfinished),
    )
    await rename(unfinished, folder)
    return manifest
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}
