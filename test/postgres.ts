import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { fastFolder } from './fast-folder.ts'
import { freePort } from './free-port.ts'
import { loadEmbeddedPostgres } from './load-embedded-postgres.ts'

export type TestPostgres = {
  /** the server's main process, the parent of all others */
  pid(): number
  /** URL of a database on the server: postgres://user:password@127.0.0.1:port/name */
  url(database: string): string
  /** the same over the server's socket, which costs a third less than TCP and asks for no password */
  socketUrl(database: string): string
  /** stops the server, cutting its connections, and keeps its data */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** a second server with a copy of what this one has now, which only reads until it's promoted; both then run */
  makeStandby(): Promise<{ url(database: string): string; promote(): Promise<void>; stop(): Promise<void> }>
  stop(): Promise<void>
}

// Tests kill the shop with kill -9, but never cut the database's power.
const hasty = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=32MB',
  'max_wal_size=128MB',
]

/**
 * Starts a PostgreSQL server installed with the tests, with an empty data folder of its own.
 * @param more settings as in postgresql.conf, "name=value"
 * @param isDurable on a disk and writing as in production, for what is measured there
 */
export async function startPostgres(more: string[] = [], isDurable = false): Promise<TestPostgres> {
  const folder = isDurable ? mkdtempSync(path.join(os.tmpdir(), 'belt-bench-')) : fastFolder('postgres')
  // As root, the server runs as another user, who has to be able to enter its folder.
  chmodSync(folder, 0o755)
  const databaseDir = path.join(folder, 'data')
  const port = await freePort()
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const serverIn = (ownDir: string, ownPort: number) =>
    new EmbeddedPostgres({
      databaseDir: ownDir,
      port: ownPort,
      user: 'shop',
      password: 'shop',
      persistent: true,
      // PostgreSQL refuses to run as root; the library then creates a user for it.
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C', '--auth-local=trust'],
      postgresFlags: [
        ...(isDurable ? [] : hasty),
        'max_connections=200',
        `unix_socket_directories=${ownDir}`,
        ...more,
      ].flatMap((setting) => ['-c', setting]),
      onLog: () => {},
    })
  const server = serverIn(databaseDir, port)
  await server.initialise()
  await server.start()
  return {
    pid: () => Number(readFileSync(path.join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]),
    url: (database) => `postgres://shop:shop@127.0.0.1:${port}/${database}`,
    socketUrl: (database) =>
      `postgres://shop@localhost/${database}?host=${encodeURIComponent(databaseDir)}&port=${port}`,
    goAway: () => server.stop(),
    comeBack: () => server.start(),
    async makeStandby() {
      await server.stop()
      const standbyDir = path.join(folder, 'standby')
      // With the owner, who isn't this process's user if that is root.
      execFileSync('cp', ['-a', databaseDir, standbyDir])
      writeFileSync(path.join(standbyDir, 'standby.signal'), '')
      const standbyPort = await freePort()
      const standby = serverIn(standbyDir, standbyPort)
      await server.start()
      // It counts as started once it takes writes.
      void standby.start()
      const url = (database: string) => `postgres://shop:shop@127.0.0.1:${standbyPort}/${database}`
      const ask = async (statement: string) => {
        const client = new pg.Client({ connectionString: url('postgres') })
        await client.connect()
        await client.query(statement).finally(() => client.end())
      }
      const isThere = () =>
        ask('select 1').then(
          () => true,
          () => false,
        )
      while (!(await isThere())) await pause(100)
      return {
        url,
        promote: () => ask('select pg_promote()'),
        stop: () => standby.stop(),
      }
    },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The address of another database on the same server. */
export function onSameServer(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}
