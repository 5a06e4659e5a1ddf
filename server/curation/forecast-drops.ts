import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/rows.ts'
import { type DropForecast, dropsFrom, forecast, type SentBelts } from '../../domain/curation/forecast.ts'
import { type Drop, firstDrop } from '../../domain/drop.ts'
import { shopDay } from '../billing/shop-day.ts'
import type { Shop } from '../shop.ts'
import { expectedMembers } from './expected-members.ts'
import { idList } from './id-list.ts'
import { barredBelts, type KnownRow, knownPeople, lastSentOf, tasteOf } from './known-people.ts'
import { readShelf } from './read-shelf.ts'
import { atOnce } from './write-curation.ts'

/** Drops that are looked ahead (club.md "Forecast"). */
const ahead = 6

/**
 * What curation would do with the next six drops if they came with the shelf as it is now (club.md "Forecast"): what
 * it could not fill is what to buy. It writes nothing.
 */
export async function forecastDrops(shop: Shop): Promise<DropForecast[]> {
  const drops = dropsFrom(firstDrop(shopDay(shop)), ahead)
  const belts = await readShelf(shop.db, ...drops)
  const members = await expectedMembers(shop, drops)
  const people = [...new Set(members.map((member) => member.personId))]
  const sent = await sentTo(
    shop,
    people,
    drops,
    belts.map((belt) => belt.id),
  )
  const made: DropForecast[] = []
  for (const each of forecast(drops, members, sent, belts)) {
    if (each) made.push(each)
    // Whoever else asks the process is answered between two steps.
    await setImmediate()
  }
  return made
}

async function sentTo(shop: Shop, people: string[], drops: Drop[], beltIds: string[]) {
  const sent = new Map<string, SentBelts>()
  for (let first = 0; first < people.length; first += atOnce) {
    const some = idList(people.slice(first, first + atOnce))
    const rows = await rowsOf<KnownRow & { person_id: string }>(
      shop.db,
      knownPeople(sql`select unnest(${some})`, drops, beltIds),
    )
    for (const row of rows) {
      sent.set(row.person_id, { lastSent: lastSentOf(row), taste: tasteOf(row), barred: barredBelts(row) })
    }
  }
  return sent
}
