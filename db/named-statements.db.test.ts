import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { onSameServer } from '../test/postgres.ts'
import { clientWithNames, isDirect, StatementNames } from './named-statements.ts'

const isServer = inject('databaseKind') === 'postgres'
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A pool of one connection, whose own tables are gone with it. */
function pool() {
  const names = new StatementNames()
  const connectionString = onSameServer(inject('databaseTemplate'), 'template1')
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

describe.runIf(isServer)('a prepared statement', () => {
  it('is cached by the server when used often, but not when rare', async () => {
    const { send, kept } = pool()
    await times(30, () => send('select $1::int as often', [1]))
    await send('select $1::int as once', [1])
    expect(await kept()).toEqual(['select $1::int as often'])
  })

  it('is cached even after many rare ones, such as the first migrations', async () => {
    const { send, kept } = pool()
    for (let rare = 0; rare < 600; rare++) await send(`select $1::int as rare_${rare}`, [1])
    await times(30, () => send('select $1::int as often', [1]))
    expect(await kept()).toEqual(['select $1::int as often'])
  })

  it('is one of 80 at most, because each takes memory in every connection', async () => {
    const { send, kept } = pool()
    for (let each = 0; each < 100; each++) await times(12, () => send(`select $1::int as n_${each}`, [1]))
    expect(await kept()).toHaveLength(80)
  })

  it('is not cached when a new column would change its result', async () => {
    const { made, send, kept } = pool()
    await made.query('create temporary table belts (price int)')
    await times(30, () => send('insert into belts values ($1) returning *', [5]))
    await times(30, () => send('select * from (select $1::int as one) each', [1]))
    await times(30, () => send('select each.* from (select $1::int as one) each', [1]))
    expect(await kept()).toEqual([])
  })

  it('still works when a pooler swaps the connection, even in a new transaction', async () => {
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

  it('still works after a migration changed its result', async () => {
    const { made, send } = pool()
    await made.query('create temporary table belts (price int); insert into belts values (5)')
    const price = () => send('select price from belts where price > $1', [0])
    await times(20, price)
    await made.query('alter table belts alter price type numeric(10,2)')
    expect(await price()).toEqual([{ price: '5.00' }])
    await times(20, price)
    expect(await price()).toEqual([{ price: '5.00' }])
    // Here it could not be repeated.
    await made.query('begin')
    await times(20, price)
    expect(await price()).toEqual([{ price: '5.00' }])
    await made.query('commit')
  })

  it('still works on a connection of its own when a pooler swaps it', async () => {
    const { made } = pool()
    const client = await made.connect()
    ends.unshift(async () => client.release())
    const plus = async () => (await client.query({ text: 'select $1::int + 1 as sum' }, [1])).rows
    await times(20, plus)
    await client.query('deallocate all')
    expect(await plus()).toEqual([{ sum: 2 }])
  })

  it('asks for its columns once per connection, whichever way its rows are read', async () => {
    const { made } = pool()
    const client = await made.connect()
    ends.unshift(async () => client.release())
    let told = 0
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
    connection.on('rowDescription', () => told++)
    const belts = (count: number) =>
      client.query(
        { text: `select n as belt, date '2026-12-01' as day from generate_series(1, $1::int) n` },
        [count],
      )
    const arrays = (count: number) =>
      client.query({ text: 'select n, null::int from generate_series(1, $1::int) n', rowMode: 'array' }, [
        count,
      ])
    await times(20, async () => {
      await belts(0)
      await arrays(0)
    })
    expect(told).toBe(2 * 10)
    const { rows, fields, rowCount } = await belts(2)
    expect(rows.map(({ belt, day }) => [belt, (day as Date).getDate()])).toEqual([
      [1, 1],
      [2, 1],
    ])
    expect([rowCount, ...fields.map(({ name }) => name)]).toEqual([2, 'belt', 'day'])
    expect((await arrays(2)).rows).toEqual([
      [1, null],
      [2, null],
    ])
    expect(told).toBe(2 * 10)
  })

  it('without a result is sent as often as it is asked', async () => {
    const { made, send } = pool()
    await made.query('create temporary table belts (price int)')
    await times(30, () => send('insert into belts values ($1)', [5]))
    await times(2, () => send('select $1::int as often', [1]))
    expect(await send('select count(*)::int as belts from belts')).toEqual([{ belts: 30 }])
  })

  it('fails as it would without a name', async () => {
    const { send } = pool()
    const divide = (by: number) => send('select 1 / $1::int as part', [by])
    await times(20, () => divide(1))
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect(await divide(1)).toEqual([{ part: 1 }])
  })

  it('has a name only on a direct connection', async () => {
    const { made } = pool()
    const client = await made.connect()
    expect(await isDirect(client)).toBe(true)
    // A pooler greets with an id of its own.
    Object.assign(client, { processID: 7 })
    expect(await isDirect(client)).toBe(false)
    client.release()
  })
})
