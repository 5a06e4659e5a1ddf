import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { extensions, migrateEmbedded } from './connect-embedded.ts'
import * as schema from './schema.ts'

/**
 * A migrated, empty database as a gzipped tar archive of its data folder, from which a new embedded database starts in a
 * second instead of several. Making one takes 10 s of a core, so it's kept in `folder` until a migration or the engine
 * changes.
 * @returns the path of the archive
 */
export async function templateIn(folder: string, migrations: string): Promise<string> {
  const hash = createHash('sha256').update(readFileSync(createRequire(import.meta.url).resolve(engine)))
  for (const file of globSync(['{,baseline/}*.sql', 'meta/_journal.json'], { cwd: migrations }).sort())
    hash.update(`${file}\0`).update(readFileSync(path.join(migrations, file)))
  const file = path.join(folder, `template-${hash.digest('hex')}.tar.gz`)
  if (existsSync(file)) return file
  const unfinished = `${file}.${process.pid}`
  const template = Buffer.from(await (await makeTemplate(migrations)).arrayBuffer())
  // Another process may just have made the same one, and be reading it.
  for (const old of globSync('template-*.tar.gz', { cwd: folder, exclude: [path.basename(file)] }))
    rmSync(path.join(folder, old), { force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(unfinished, template)
  renameSync(unfinished, file)
  return file
}

const engine = '@electric-sql/pglite'

async function makeTemplate(migrations: string): Promise<Blob> {
  const client = await PGlite.create({ extensions })
  await migrateEmbedded(drizzle({ client, schema }), migrations)
  const template = await client.dumpDataDir('gzip')
  await client.close()
  return template
}
