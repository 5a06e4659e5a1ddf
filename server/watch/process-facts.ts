import { sql } from 'drizzle-orm'
import { rowsOf } from '../../db/database.ts'
import type { Shop } from '../shop/shop.ts'
import { goneAfter } from './beat.ts'
import { isShared, loopParts, type PartName, parts } from './parts.ts'

/** Milliseconds for which a process that is gone is missed. */
const missedFor = 24 * 60 * 60_000

type Row = { name: string; since: number; seen: number; diskFree: number | null; rounds: Round[] }
type Round = { part: string; ended: number | null; error: string | null }

export type LatePart = {
  part: PartName
  /** milliseconds since a round last ended well, or since its process started */
  silent: number
  /** why the last round failed; null: it didn't end, or never began */
  error: string | null
  /** host and port; null: no process did what one does for all */
  process: string | null
}

export type ProcessFacts = {
  /** names, host and port */
  running: string[]
  missing: { name: string; seenAt: Date }[]
  late: LatePart[]
  /** every running process has ended a round of each loop since it started */
  hasBegun: boolean
  /** milliseconds the longest-running process has run; null: none runs, as in a terminal command */
  up: number | null
  /** the fewest bytes free on any data folder's disk; null: unknown */
  diskFree: number | null
  /** milliseconds since each part last ended a round well, by the process where that is longest */
  silence: Map<PartName, number>
}

/** Which processes run and which are missing, and what parts of their work are late: the same from any process. */
export async function processFacts(shop: Shop): Promise<ProcessFacts> {
  const now = shop.now().getTime()
  const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)
  const known = await rowsOf<Row>(
    shop.db,
    sql`select p.name, ${ms('p.since')} as since, ${ms('p.seen_at')} as seen, p.disk_free::float8 as "diskFree",
      coalesce((select jsonb_agg(jsonb_build_object('part', r.part, 'ended', ${ms('r.ended_at')}, 'error', r.error))
        from worker_rounds r where r.process = p.name), '[]'::jsonb) as rounds
      from worker_processes p order by p.name`,
  )
  const running = known.filter(({ seen }) => now - seen <= goneAfter)
  const all = running.flatMap((process) => roundsOf(process, now))
  const shared = sharedRounds(all)
  const judged = [...all.filter(({ part }) => !isShared(part)), ...shared]
  const silence = new Map<PartName, number>()
  for (const { part, silent } of judged) silence.set(part, Math.max(silent, silence.get(part) ?? 0))
  const disks = running.flatMap(({ diskFree }) => diskFree ?? [])
  return {
    running: running.map(({ name }) => name),
    missing: missingOf(known, running, now),
    late: judged.filter(({ part, silent }) => silent > parts[part].patience),
    hasBegun: running.length > 0 && running.every(hasEndedAll),
    up: running.length > 0 ? Math.max(...running.map(({ since }) => now - since)) : null,
    diskFree: disks.length > 0 ? Math.min(...disks) : null,
    silence,
  }
}

function hasEndedAll({ since, rounds }: Row): boolean {
  return Object.keys(loopParts).every((name) =>
    rounds.some(({ part, ended }) => part === name && ended !== null && ended > since),
  )
}

/** Every part of a process; one without a round yet counts from when the process started. */
function roundsOf({ name, since, rounds }: Row, now: number): LatePart[] {
  const ended = new Map(rounds.map((round) => [round.part, round]))
  return (Object.keys(parts) as PartName[]).map((part) => {
    const round = ended.get(part)
    const silent = now - Math.max(since, round?.ended ?? 0)
    return { part, silent, error: round?.error ?? null, process: name }
  })
}

/** For what one process does for all, the one that did it last. */
function sharedRounds(all: LatePart[]): LatePart[] {
  const least = new Map<PartName, LatePart>()
  for (const each of all.filter(({ part }) => isShared(part))) {
    const known = least.get(each.part)
    const error = known?.error ?? each.error
    const silent = Math.min(each.silent, known?.silent ?? each.silent)
    least.set(each.part, { part: each.part, silent, error, process: null })
  }
  return [...least.values()]
}

/** Processes that went without a goodbye and weren't replaced: each that started since stands in for one. */
function missingOf(known: Row[], running: Row[], now: number) {
  const gone = known
    .filter(({ seen }) => now - seen > goneAfter && now - seen <= missedFor)
    .sort((one, other) => one.seen - other.seen)
  const newcomers = running.map(({ since }) => since).sort((one, other) => one - other)
  return gone.flatMap(({ name, seen }) => {
    const stand = newcomers.findIndex((since) => since > seen)
    if (stand < 0) return [{ name, seenAt: new Date(seen) }]
    newcomers.splice(stand, 1)
    return []
  })
}
