import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type FreezingProxy, startFreezingProxy } from '../test/freezing-proxy.ts'
import { noMigrations } from '../test/no-migrations.ts'
import { type RestoreTarget, restoreTarget } from '../test/restore-target.ts'
import { connectServer } from './connect-server.ts'
import { type OpenDatabase, rowsOf } from './database.ts'
import { withPatience } from './patience.ts'
import { isDatabaseAway } from './server-trouble.ts'

const none = noMigrations()

const tenConnections = Array.from({ length: 10 }, (_, index) => index)
/** Longer than any of these tests may take. */
const forever = 60 * 60_000
// The tests' server tracks no statements; others do.
const tracking = `?options=${encodeURIComponent('-c track_activities=on')}`

describe.runIf(inject('databaseKind') === 'postgres')('a database whose connections go silent', () => {
  let target: RestoreTarget
  let proxy: FreezingProxy
  let opened: OpenDatabase[] = []
  beforeEach(async () => {
    target = await restoreTarget()
    proxy = await startFreezingProxy(target.config.databaseUrl!)
  })
  afterEach(async () => {
    for (const each of opened) await each.close()
    opened = []
    await proxy.close()
    await target.remove()
  })
  const open = async (statement = forever, silence = 300) => {
    const limits = { statement, silence, connect: 2_000 }
    const database = await connectServer(`${proxy.url}${tracking}`, none, { limits })
    opened.push(database)
    return database
  }
  const sleepOnAll = ({ db }: OpenDatabase, seconds: number) =>
    Promise.allSettled(
      tenConnections.map(() => rowsOf(db, sql`select pg_sleep(${seconds}), pg_backend_pid() as pid`)),
    )

  it('answers again over new ones, whether they lay idle or were at work when they went silent', async () => {
    const database = await open()
    expect((await sleepOnAll(database, 0.05)).map(({ status }) => status)).not.toContain('rejected')
    proxy.freeze()
    const error = await rowsOf(database.db, sql`select 1`).catch((reason: unknown) => reason)
    expect(isDatabaseAway(error)).toBe(true)
    // The other nine lay idle: nobody has to find out about each of them.
    const after = await sleepOnAll(database, 0.01)
    expect(after.map(({ status }) => status)).not.toContain('rejected')

    const atWork = sleepOnAll(database, 0.2)
    await rowsOfSide(sql`select pg_sleep(0.1)`)
    proxy.freeze()
    for (const each of await atWork) expect(isDatabaseAway((each as PromiseRejectedResult).reason)).toBe(true)
    expect(await rowsOf(database.db, sql`select 1 as one`)).toEqual([{ one: 1 }])
  })

  it('lets go of what a transaction held on a lost connection', async () => {
    const database = await open()
    await database.db.execute(sql`create table belts (id int primary key)`)
    await database.db.execute(sql`insert into belts values (1)`)
    const lost = database.db.transaction(async (tx) => {
      await tx.execute(sql`update belts set id = id`)
      proxy.freeze()
      await tx.execute(sql`update belts set id = id`)
    })
    await expect(lost).rejects.toThrow()
    await withPatience(forever, () => database.db.execute(sql`update belts set id = 2`))
    expect(await rowsOf(database.db, sql`select id from belts`)).toEqual([{ id: 2 }])
  })

  it('waits for a slow statement as long as whoever sends it has patience', async () => {
    const database = await open(1_000)
    const slow = () => rowsOf(database.db, sql`select 'done' as it from pg_sleep(1.3)`)
    expect(await withPatience(forever, slow)).toEqual([{ it: 'done' }])
    const error = await slow().catch((reason: Error) => reason)
    expect(isDatabaseAway(error)).toBe(true)
    expect(String((error as Error).cause)).toContain('did not answer within 1 seconds')
    await expect
      .poll(() =>
        rowsOf(
          database.db,
          sql`select pid from pg_stat_activity where query like '%pg_sleep(1.3)%' and state = 'active' and pid <> pg_backend_pid()`,
        ),
      )
      .toEqual([])
  })

  async function rowsOfSide(statement: ReturnType<typeof sql>) {
    const side = await connectServer(target.config.databaseUrl!, none)
    await side.db.execute(statement)
    await side.close()
  }
})
