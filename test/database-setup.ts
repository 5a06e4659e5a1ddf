import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { connectServer } from '../db/connect-server.ts'
import { seed } from '../db/seed/seed.ts'
import { templateIn } from '../db/template.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseKind: 'embedded' | 'postgres'
    /** embedded: gzipped archive of a migrated, empty database; postgres: URL of a migrated, seeded database to copy */
    databaseTemplate: string
  }
}

/**
 * Turns off the server's background work, and plans made for a single value, which a test uses only a few times. Together
 * that is a sixth of its time. Benchmarks that time the database leave all of it on (bench/).
 */
const frugal = [
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'io_method=sync',
  'jit=off',
  'max_parallel_workers_per_gather=0',
  'bgwriter_lru_maxpages=0',
  'track_activities=off',
  'plan_cache_mode=force_generic_plan',
]

const root = path.resolve(import.meta.dirname, '..')
const migrations = path.join(root, 'db/migrations')
const cache = path.join(root, '.cache')

/** Runs once per project: creates the database each test file copies. */
export default async function setup(project: TestProject) {
  if (project.name === 'embedded') {
    project.provide('databaseTemplate', await templateIn(cache, migrations))
    return
  }
  const server = await startPostgres(frugal)
  const template = await connectServer(server.socketUrl('postgres'), migrations, () => {})
  await seed(template.db)
  await template.close()
  project.provide('databaseTemplate', server.socketUrl('postgres'))
  return () => server.stop()
}
