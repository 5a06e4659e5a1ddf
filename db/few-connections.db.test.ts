import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { noMigrations } from '../test/no-migrations.ts'
import { type RestoreTarget, restoreTarget } from '../test/restore-target.ts'
import { connectServer } from './connect-server.ts'
import { type OpenDatabase, rowsOf } from './database.ts'

const role = `few_${process.pid}`

describe.runIf(inject('databaseKind') === 'postgres')(
  'a role with five connections for two processes',
  () => {
    const none = noMigrations()
    let target: RestoreTarget
    let admin: pg.Client
    const url = () => Object.assign(new URL(target.config.databaseUrl!), { username: role }).href
    beforeAll(async () => {
      target = await restoreTarget()
      admin = new pg.Client({ connectionString: target.config.databaseUrl! })
      await admin.connect()
      await admin.query(`create role ${role} login connection limit 5`)
      const { pathname } = new URL(target.config.databaseUrl!)
      await admin.query(`grant create on database ${pathname.slice(1)} to ${role}`)
    })
    afterAll(async () => {
      await admin.end()
      await target.remove()
      const again = new pg.Client({ connectionString: inject('databaseTemplate') })
      await again.connect()
      await again.query(`drop role ${role}`)
      await again.end()
    })

    it('makes work wait for a connection instead of refusing it, and says so at the start', async () => {
      const warnings: string[] = []
      const opened: OpenDatabase[] = []
      for (const _ of [1, 2])
        opened.push(await connectServer(url(), none, { warn: (sentence) => warnings.push(sentence) }))
      expect(warnings[0]).toMatch(new RegExp(`the user ${role} may have 5 connections.+DATABASE_POOL`))
      const all = opened.flatMap(({ db }) =>
        Array.from({ length: 40 }, (_, index) =>
          index % 2
            ? rowsOf(db, sql`select 1 from pg_sleep(0.02)`)
            : db.transaction((tx) => rowsOf(tx, sql`select 1 from pg_sleep(0.02)`)),
        ),
      )
      const refused = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected')
      expect(refused).toEqual([])
      for (const each of opened) await each.close()
    })
  },
)
