import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { selfItem } from '../test/carts.ts'
import { createTestShop, type TestShop } from '../test/create-test-shop.ts'
import { join } from '../test/members.ts'
import { onSameServer } from '../test/postgres.ts'
import { connectServer } from './connect-server.ts'
import { DatabaseError } from './database.ts'
import { restoreServer } from './restore-server.ts'
import { orders } from './schema.ts'
import { seed } from './seed/seed.ts'

const migrations = path.join(import.meta.dirname, 'migrations')
// The tests’ server has a user called shop with full rights.
const [owner, runner] = [`owner_${process.pid}`, `runner_${process.pid}`]
const roles = readFileSync(path.join(import.meta.dirname, '../deploy/postgres/roles.sql'), 'utf8')
  .replaceAll(/^\\.*$/gm, '')
  .replaceAll(/\bshop_owner\b/g, owner)
  .replaceAll(/\bshop\b/g, runner)
  .replaceAll(":'owner_password'", "'one'")
  .replaceAll(/:'shop_password'|:'\w+_password'/g, "'two'")

const admin = () => inject('databaseTemplate')
const urlOf = (user: string, password: string, name: string) => {
  const url = new URL(admin())
  Object.assign(url, { username: user, password, pathname: `/${name}` })
  return url.href
}

async function asAdmin(statement: string, database = 'template1') {
  const client = new pg.Client({ connectionString: onSameServer(admin(), database) })
  await client.connect()
  await client.query('select pg_advisory_lock(1)')
  await client.query(statement)
  await client.end()
}

describe.runIf(inject('databaseKind') === 'postgres')('a database with two users', () => {
  const name = `roles_${process.pid}`
  const ownerUrl = () => urlOf(owner, 'one', name)
  const runnerUrl = () => urlOf(runner, 'two', name)
  let test: TestShop
  beforeAll(async () => {
    await asAdmin(`create database ${name} template template0`)
    await asAdmin(roles, name)
    const database = await connectServer(runnerUrl(), migrations, { migrateAs: ownerUrl() })
    await seed(database.db)
    test = await createTestShop({ database })
  })
  afterAll(async () => {
    await test?.close()
    await asAdmin(`drop database if exists ${name} with (force)`)
    await asAdmin(`drop role ${owner}, ${runner}`)
  })

  it('is migrated by one role and used by another, neither a superuser', async () => {
    await join(test, [selfItem('monthly')])
    await test.work()
    expect(test.mails.map(({ kind }) => kind)).toContain('order-confirmation')
    const { rows } = (await test.shop.db.execute(
      `select rolname, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as much, current_user as me
       from pg_roles where rolname in ('${owner}', '${runner}') order by rolname`,
    )) as unknown as { rows: object[] }
    expect(rows).toEqual([
      { rolname: owner, much: false, me: runner },
      { rolname: runner, much: false, me: runner },
    ])
  })

  it.each([
    'drop table orders',
    'truncate orders cascade',
    'alter table orders add column mine text',
    'create table mine (id integer)',
    'create schema mine',
    'create extension pg_trgm',
    'alter table orders disable trigger all',
    "copy orders to program 'cat'",
    "insert into drizzle.__drizzle_migrations (hash, created_at) select 'x', 1 where pg_read_file('/etc/passwd') <> ''",
    `set role ${owner}`,
    'drop schema drizzle cascade',
  ])('refuses the shop’s role: %s', async (statement) => {
    await expect(test.shop.db.execute(statement)).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  it('is restored by its owner while nobody else is connected, and used by the other role as before', async () => {
    const other = new pg.Client({ connectionString: runnerUrl() })
    await other.connect()
    await expect(restoreServer(ownerUrl(), 'before')).rejects.toThrow(/stop every process of the shop/)
    await other.end()
    await test.close()
    // One that fails leaves everything as it was.
    const half = await restoreServer(ownerUrl(), 'before-half')
    await (await half.open(migrations)).close()
    await half.abandon()
    const restored = await restoreServer(ownerUrl(), 'before-2026')
    expect(restored.mayHaveOrders).toBe(true)
    const built = await restored.open(migrations)
    await seed(built.db)
    await built.close()
    expect(await restored.finish()).toContain('before-2026')
    test = await createTestShop({ database: await connectServer(runnerUrl(), migrations) })
    await join(test, [selfItem('monthly')])
    expect(await test.shop.db.$count(orders)).toBe(1)
  })

  it('opens for a process that doesn’t know the owner, and says what to do when outdated', async () => {
    const again = await connectServer(runnerUrl(), migrations)
    await again.close()
    await asAdmin('delete from drizzle.__drizzle_migrations', name)
    const refused = connectServer(runnerUrl(), migrations)
    await expect(refused).rejects.toThrow(/run `migrate` with MIGRATION_DATABASE_URL/)
    await expect(refused).rejects.toBeInstanceOf(DatabaseError)
    await expect(refused).rejects.not.toThrow(/two|postgres:\/\//)
  })
})
