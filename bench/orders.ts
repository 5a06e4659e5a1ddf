import pg from 'pg'
import { startPostgres } from '../test/postgres.ts'
import { removeData, startShopProcess } from '../test/shop-process.ts'
import { bareClient } from './bare-client.ts'
import { buy, recordPurchase } from './buy.ts'
import { memoryOf, processorOf, processorOfAll } from './processor.ts'
import { cutUnique, replay, type Statement } from './record-sql.ts'
import { atLeast, atMost, type Row } from './row.ts'

const [purchases, rounds] = [6_000, 5]
/** Purchases until V8 has compiled what one runs: the first hundred take twice the CPU time of later ones. */
const warmUp = 2_000
/** Buyers at once, and connections of the peer. The shop has ten connections for any number of buyers. */
const atOnce = Number(process.env.BENCH_BUYERS ?? 16)
/**
 * Limits of a purchase: statements, statements including its event and email, and milliseconds of CPU time on either
 * side.
 */
const [maxStatements, maxWithMail, maxProcessor] = [11, 16, 5]
/** Megabytes of a shop on PostgreSQL before any visitor, and at the end. */
const [maxIdle, maxAfter] = [120, 250]
const waits = 'round trips to the database: one statement waits for the one before'

/**
 * Complete purchases over HTTP on PostgreSQL, compared with the very same statements sent by the driver alone, to a
 * database of its own, where no worker takes the emails of a replay.
 */
export async function benchOrders(): Promise<Row[]> {
  const postgres = await startPostgres()
  const url = postgres.url('postgres')
  const server = await connected(url)
  await server.query('create database peer')
  const statements = await recordPurchase(postgres.url('peer'))
  const all = cutUnique(statements.flat().map(ofOneEmail))
  const shop = await startShopProcess({ env: { DATABASE_URL: url, LOG_LEVEL: 'silent' } })
  // By then, the first repairs after a start are over.
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const idle = memoryOf(shop.pid).now
  const buyers = await Promise.all(Array.from({ length: atOnce }, () => bareClient(shop.address)))
  const buyOverHttp = (worker: number) => buy(buyers[worker]!.post)
  const clients = await Promise.all(Array.from({ length: atOnce }, () => connected(postgres.url('peer'))))
  const replayAlone = (worker: number) => replay(clients[worker]!, all)
  await each(warmUp, buyOverHttp)
  await settled(server)
  await each(warmUp, replayAlone)
  // PostgreSQL would do this within a minute. Until it knows how many rows there are, it reads tables whole.
  for (const client of [server, clients[0]!]) await client.query('vacuum analyze')
  const sums = { ours: 0, theirs: 0, node: 0, postgres: 0 }
  const before = [await written(server), await written(clients[0]!)]
  // In turns, so that other load on the machine affects both.
  for (let round = 0; round < rounds; round++) {
    const [node, database] = [processorOf(shop.pid), processorOfAll(postgres.pid())]
    sums.ours += await each(purchases / rounds, buyOverHttp)
    // The last events and emails take no time of ours, but their CPU time counts, and none of the peer's turn.
    await settled(server)
    sums.node += processorOf(shop.pid) - node
    sums.postgres += processorOfAll(postgres.pid()) - database
    sums.theirs += await each(purchases / rounds, replayAlone)
  }
  for (const [place, client] of [server, clients[0]!].entries()) {
    const more = (await written(client)).map((count, kind) => count - before[place]![kind]!)
    // Two replays that claim at the same moment may leave an email to a later one.
    const [few, many] = [purchases * 0.99, purchases + atOnce]
    if (more.some((count) => count < few || count > many))
      throw new Error(`${more} orders, events and sent emails instead of ${purchases} each`)
  }
  const milliseconds = (seconds: number) => (seconds / purchases) * 1_000
  const after = memoryOf(shop.pid)
  for (const buyer of buyers) buyer.end()
  await shop.stop()
  removeData(shop.dataDir)
  await Promise.all([server, ...clients].map((client) => client.end()))
  await postgres.stop()
  const [ours, theirs] = [purchases / sums.ours, purchases / sums.theirs]
  return [
    atMost(
      'statements of a purchase, the demo provider among them',
      statements[0].length,
      maxStatements,
      waits,
    ),
    atMost('the same with its event and its mail', all.length, maxWithMail, waits),
    {
      ...atLeast(
        `purchases over HTTP by ${atOnce} at once (3 calls each), per second`,
        ours,
        theirs * 0.7,
        waits,
      ),
      peer: `${theirs.toFixed(0)} the same ${all.length} statements, driver alone; at least 0.7`,
      ratio: (ours / theirs).toFixed(2),
    },
    atMost(
      'processor of a purchase with its event and mail, Node, ms',
      milliseconds(sums.node),
      maxProcessor,
      'three calls, their JSON and SQL, and a mail',
    ),
    atMost(
      'the same, PostgreSQL, ms',
      milliseconds(sums.postgres),
      maxProcessor,
      '39 foreign keys, the triggers of an order and 16 trips',
    ),
    atMost('memory of a shop on PostgreSQL before anybody came, MB', idle, maxIdle, 'the code itself'),
    atMost(
      `memory after ${(warmUp + purchases).toLocaleString('en')} purchases, MB`,
      after.now,
      maxAfter,
      `the garbage collector; the most was ${after.peak.toFixed(0)}`,
    ),
  ]
}

/** Seconds for so many, with `atOnce` workers in parallel. Each worker does its share one after another. */
async function each(count: number, work: (worker: number) => Promise<void>): Promise<number> {
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async (_, worker) => {
      for (let done = 0; done < count / atOnce; done++) await work(worker)
    }),
  )
  return (performance.now() - begun) / 1000
}

/** Orders, events and sent emails. */
async function written(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query({
    text: `select (select count(*)::int from orders), (select count(*)::int from payment_events),
      (select count(*)::int from outbox where sent_at is not null)`,
    rowMode: 'array',
  })
  return rows[0]!
}

/** Waits until the shop's worker has handled all events and sent all emails. @throws Error after half a minute */
async function settled(client: pg.Client): Promise<void> {
  for (let looks = 0; looks < 600; looks++) {
    const { rowCount } = await client.query(
      `(select 1 from outbox where sent_at is null limit 1) union all (select 1 from payment_events where handled_at is null limit 1)`,
    )
    if (rowCount === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('events or emails were left over')
}

/** The shop claims up to six emails at once; a replay claims one, so that all of them send as many as they write. */
function ofOneEmail(statement: Statement): Statement {
  if (!statement.text.startsWith('update "outbox"')) return statement
  return { ...statement, values: statement.values.map((value) => (typeof value === 'number' ? 1 : value)) }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
