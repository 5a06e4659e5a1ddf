import { chmodSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fastFolder } from './fast-folder.ts'
import { freePort } from './free-port.ts'
import { loadEmbeddedPostgres } from './load-embedded-postgres.ts'

export type TestPostgres = {
  /** the process of the server, of which all others are children */
  pid(): number
  /** address of a database on the server: postgres://user:password@127.0.0.1:port/name */
  url(database: string): string
  /** stops the server, its connections with it, and keeps its data */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL server that the tests bring themselves, with an empty data folder of its own.
 * @param more settings as in postgresql.conf, "name=value"
 */
export async function startPostgres(more: string[] = []): Promise<TestPostgres> {
  const folder = fastFolder('postgres')
  // The server runs as another user when the tests run as root, and has to reach its folder.
  chmodSync(folder, 0o755)
  const databaseDir = path.join(folder, 'data')
  const port = await freePort()
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'shop',
    password: 'shop',
    persistent: true,
    // PostgreSQL refuses to run as root; as root, the library makes a user for it.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // Tests care for kill -9 of the shop, not for power loss of the database.
    postgresFlags: [
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'shared_buffers=32MB',
      'max_wal_size=128MB',
      'max_connections=200',
      ...more,
    ].flatMap((setting) => ['-c', setting]),
    onLog: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    pid: () => Number(readFileSync(path.join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]),
    url: (database) => `postgres://shop:shop@127.0.0.1:${port}/${database}`,
    goAway: () => server.stop(),
    comeBack: () => server.start(),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
