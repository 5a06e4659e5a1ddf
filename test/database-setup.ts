import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { connectServer } from '../db/connect-server.ts'
import { seed } from '../db/seed/seed.ts'
import { makeTemplate } from '../db/template.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseKind: 'embedded' | 'postgres'
    /** embedded: gzipped archive of a migrated, empty database; postgres: address of a migrated, seeded database to copy */
    databaseTemplate: string
  }
}

const migrations = path.resolve(import.meta.dirname, '../db/migrations')

/** Runs once per project: makes the database from which every test file copies its own. */
export default async function setup(project: TestProject) {
  if (project.name === 'embedded') {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-template-'))
    const file = path.join(folder, 'template.tar.gz')
    writeFileSync(file, Buffer.from(await (await makeTemplate(migrations)).arrayBuffer()))
    project.provide('databaseTemplate', file)
    return () => rmSync(folder, { recursive: true, force: true })
  }
  const server = await startPostgres()
  const template = await connectServer(server.url('postgres'), migrations, () => {})
  await seed(template.db)
  await template.close()
  project.provide('databaseTemplate', server.url('postgres'))
  return () => server.stop()
}
