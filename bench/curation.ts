import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { addDrops } from '../domain/drop.ts'
import { fillInventory } from '../test/fill-inventory.ts'
import { largestMatching } from '../test/largest-matching.ts'
import { insertMembers } from '../test/many-members.ts'
import { startPostgres } from '../test/postgres.ts'
import { bareShop } from './bare-shop.ts'
import type { Row } from './row.ts'

const sizes = [1_000, 10_000, 100_000]
const drop = '2026-12'
const months = 36
/**
 * The drop's own belts suffice for `ownShare` of the boxes; each of some earlier drops, so many months before, has left
 * over enough for `leftShare` of them.
 */
const ownShare = 0.8
const leftShare = 0.05
const leftFrom = [1, 2, 12, 30]
const belts = { perStyle: 3, ofGender: 9, sizes: 7 }

type Once = {
  milliseconds: number
  bytes: number
  /** the longest time the event loop was blocked, milliseconds */
  deaf: number
  assigned: number
  held: number
  changed: number
}
type Measured = Once & { count: number; bound: number; again: Once; ahead: Once }

/** Seconds for a drop of that many boxes, on a quiet machine. */
const maxSeconds: Record<number, number> = { 100000: 20 }
/** The longest time the event loop may be blocked while curating, milliseconds. */
const maxDeaf = 1_000

/** Curation on PostgreSQL with 36 months of history, compared with the largest matching computed independently. */
export async function benchCuration(): Promise<Row[]> {
  const postgres = await startPostgres()
  const all: Measured[] = []
  for (const count of sizes) {
    const name = `curation_${count}`
    const admin = await bareShop(postgres.url('postgres'))
    await admin.shop.db.execute(sql.raw(`create database ${name}`))
    await admin.close()
    all.push(await measure(postgres.url(name), count))
  }
  await postgres.stop()
  return all.flatMap((each, index) => rowsOf(each, all[index - 1], all[0]!))
}

async function measure(url: string, count: number): Promise<Measured> {
  const { shop, close } = await bareShop(url)
  await fill(shop.db, count)
  const bound = await largest(shop.db)
  await close()
  const first = await curateOnce(url, drop)
  return { ...first, count, bound, again: await curateOnce(url, drop), ahead: await curateOnce(url) }
}

async function curateOnce(...args: string[]): Promise<Once> {
  const script = path.join(import.meta.dirname, 'curate-once.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args])
  return JSON.parse(stdout) as Once
}

export async function fill(db: Database, count: number) {
  for (let back = 0; back <= months; back++) await fillInventory(db, addDrops(drop, -back), belts.perStyle, 0)
  // The constraint is built once over all rows: checking it row by row would take most of the bench.
  const [constraint] = await rows<{ words: string }>(
    db,
    sql`select pg_get_constraintdef(oid) as words from pg_constraint where conname = 'boxes_no_repeat'`,
  )
  await db.execute(sql`alter table boxes drop constraint boxes_no_repeat`)
  await insertMembers(db, { count, drop, months })
  await db.execute(sql.raw(`alter table boxes add constraint boxes_no_repeat ${constraint!.words}`))
  const places = 2 * belts.ofGender * belts.sizes
  await stock(db, drop, (count * ownShare) / places)
  for (const back of leftFrom) await stock(db, addDrops(drop, -back), (count * leftShare) / places)
  for (const table of ['boxes', 'memberships', 'products', 'belt_variants', 'people']) {
    await db.execute(sql.raw(`vacuum analyze ${table}`))
  }
}

// Rounded up or down at random, so that the total is right even with less than one unit of each.
function stock(db: Database, of: string, pieces: number) {
  return db.execute(sql`
    update belt_variants v set stock = floor(${pieces}::numeric + (hashtext(p.sku || v.size) & 1023) / 1024.0)
    from products p where p.id = v.product_id and p.drop = ${of}`)
}

/** Who can get what, queried from the database in a different way than the shop does. */
async function largest(db: Database): Promise<number> {
  const places = await rows<{ id: string; product_id: string; size: string; stock: number }>(
    db,
    sql`select v.id, v.product_id, v.size, v.stock from belt_variants v join products p on p.id = v.product_id
      where v.stock > 0 and p.is_active order by v.id`,
  )
  const numbers = new Map(places.map((place, index) => [place.id, index]))
  const choices: number[][] = []
  for (let part = 0; part < 16; part++) {
    const some = await rows<{ variants: string[] | null }>(
      db,
      sql`select array_agg(v.id::text) filter (where v.id is not null) as variants
        from boxes b join memberships m on m.id = b.membership_id
        left join (belt_variants v join products p on p.id = v.product_id and v.stock > 0 and p.is_active)
          on v.size = m.size and p.gender = m.gender
          and (m.styles ? p.style or m.styles = '["Let Recipient Pick"]')
          and not exists (select 1 from boxes h where h.person_id = m.person_id and h.product_id = p.id
            and to_date(h.drop, 'YYYY-MM') > to_date(${drop}, 'YYYY-MM') - interval '36 months')
        where b.drop = ${drop} and get_byte(uuid_send(b.id), 15) % 16 = ${part} group by b.id`,
    )
    for (const { variants } of some) choices.push((variants ?? []).map((id) => numbers.get(id)!))
  }
  return largestMatching(
    choices,
    places.map((place) => place.stock),
  )
}

async function rows<Found>(db: Database, statement: ReturnType<typeof sql>): Promise<Found[]> {
  return ((await db.execute(statement)) as unknown as { rows: Found[] }).rows
}

function rowsOf(each: Measured, before: Measured | undefined, first: Measured): Row[] {
  const boxes = `${each.count.toLocaleString('en-US')} boxes, ${months} months of history`
  const growth = (figure: (of: Measured) => number) => {
    const nLogN = (of: Measured) => of.count * Math.log2(of.count)
    const grown = figure(each) / figure(first)
    const allowed = nLogN(each) / nLogN(first)
    return { peer: `${allowed.toFixed(0)}× is n log n of the smallest`, ratio: grown / allowed }
  }
  const time = growth((of) => of.milliseconds)
  const memory = growth((of) => of.bytes)
  const ahead = growth((of) => of.ahead.milliseconds)
  return [
    {
      what: `curation of ${boxes}: filled`,
      ours: String(each.assigned),
      peer: `${each.bound} a maximum flow, worked out apart`,
      ratio: (each.assigned / each.bound).toFixed(4),
      limitedBy: `the stock: ${each.held} are held; again, ${each.again.changed} change`,
      isBroken: each.assigned !== each.bound || each.again.changed !== 0,
    },
    {
      what: `curation of ${boxes}: seconds`,
      ours: (each.milliseconds / 1000).toFixed(1),
      peer: [before ? time.peer : '', maxSeconds[each.count] ? `at most ${maxSeconds[each.count]}` : '']
        .filter(Boolean)
        .join('; '),
      ratio: before ? time.ratio.toFixed(2) : '',
      limitedBy: `reading history and writing boxes; again: ${(each.again.milliseconds / 1000).toFixed(1)}`,
      isBroken:
        time.ratio > 1 || each.milliseconds > (maxSeconds[each.count] ?? Number.POSITIVE_INFINITY) * 1_000,
    },
    {
      what: `curation of ${boxes}: memory, MB`,
      ours: (each.bytes / 1e6).toFixed(0),
      peer: before ? memory.peer : '',
      ratio: before ? memory.ratio.toFixed(2) : '',
      limitedBy: 'the boxes of a drop, read at once',
      isBroken: memory.ratio > 1,
    },
    {
      what: `curation of ${boxes}: the process deaf, ms`,
      ours: each.deaf.toFixed(0),
      peer: `at most ${maxDeaf}`,
      ratio: (each.deaf / maxDeaf).toFixed(2),
      limitedBy: `the boxes of one size, settled in one step; the forecast: ${each.ahead.deaf.toFixed(0)}`,
      isBroken: Math.max(each.deaf, each.ahead.deaf) > maxDeaf,
    },
    {
      what: `forecast of six drops for ${each.count.toLocaleString('en-US')} members: seconds`,
      ours: (each.ahead.milliseconds / 1000).toFixed(1),
      peer: before ? ahead.peer : '',
      ratio: before ? ahead.ratio.toFixed(2) : '',
      limitedBy: `reading history, then six curations; ${each.ahead.held} of ${each.ahead.held + each.ahead.assigned} lack a belt`,
      isBroken: ahead.ratio > 1,
    },
  ]
}
