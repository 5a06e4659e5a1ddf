import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { clientWithNames, isDirect, StatementNames } from './named-statements.ts'

const isServer = inject('databaseKind') === 'postgres'
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A pool of one connection, whose own tables are gone with it. */
function pool() {
  const names = new StatementNames()
  const connectionString = inject('databaseTemplate').replace(/\/postgres$/, '/template1')
  const made = new pg.Pool({ connectionString, max: 1, Client: clientWithNames(names) })
  ends.push(() => made.end())
  const send = async (text: string, values: unknown[] = []) => (await made.query({ text }, values)).rows
  const kept = async () =>
    (await made.query('select statement from pg_prepared_statements')).rows.map((row) => row.statement)
  return { made, send, kept }
}

const times = async (count: number, send: () => Promise<unknown>) => {
  for (let sent = 0; sent < count; sent++) await send()
}

describe.runIf(isServer)('a statement that is sent often', () => {
  it('is kept by the server, and a rare one is not', async () => {
    const { send, kept } = pool()
    await times(30, () => send('select $1::int as often', [1]))
    await send('select $1::int as once', [1])
    expect(await kept()).toEqual(['select $1::int as often'])
  })

  it('is kept after many others that are rare, as the migrations of a first start are', async () => {
    const { send, kept } = pool()
    for (let rare = 0; rare < 600; rare++) await send(`select $1::int as rare_${rare}`, [1])
    await times(30, () => send('select $1::int as often', [1]))
    expect(await kept()).toEqual(['select $1::int as often'])
  })

  it('is answered where a pooler has given the connection to another meanwhile, also in a transaction that begins then', async () => {
    const { made, send, kept } = pool()
    const plus = () => send('select $1::int + 1 as sum', [1])
    await times(20, plus)
    // What PgBouncer sends between two clients.
    await made.query('deallocate all')
    expect(await plus()).toEqual([{ sum: 2 }])
    await made.query('begin')
    expect(await plus()).toEqual([{ sum: 2 }])
    await made.query('commit')
    await times(20, plus)
    expect(await kept()).toEqual([])
  })

  it('is answered after a migration changed what it answers with', async () => {
    const { made, send } = pool()
    await made.query('create temporary table belts (price int); insert into belts values (5)')
    const price = () => send('select price from belts where price > $1', [0])
    await times(20, price)
    await made.query('alter table belts alter price type numeric(10,2)')
    expect(await price()).toEqual([{ price: '5.00' }])
    await times(20, price)
    expect(await price()).toEqual([{ price: '5.00' }])
  })

  it('fails as it would without a name', async () => {
    const { send } = pool()
    const divide = (by: number) => send('select 1 / $1::int as part', [by])
    await times(20, () => divide(1))
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect(await divide(1)).toEqual([{ part: 1 }])
  })

  it('has a name only where nothing stands before the server', async () => {
    const { made } = pool()
    const client = await made.connect()
    expect(await isDirect(client)).toBe(true)
    // A pooler greets with an id of its own.
    Object.assign(client, { processID: 7 })
    expect(await isDirect(client)).toBe(false)
    client.release()
  })
})
