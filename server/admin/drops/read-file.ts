import { sql } from 'drizzle-orm'
import { type Database, rowsOf, type Transaction } from '../../../db/database.ts'
import { carriersNumber, referenceOf } from '../../../db/schema/columns.ts'
import { boxState } from '../../../db/schema/states.ts'
import { type BoxState, sentStates, voidStates } from '../../../domain/box.ts'
import { addDrops, type Drop, dropTitle } from '../../../domain/drop.ts'
import { plainTracking, trackingOf } from '../../../domain/tracking.ts'
import { readApart } from '../tables/read-apart.ts'
import type { Problem, readTrackingFile, TrackingLine } from './read-tracking-file.ts'

/** Most bad lines listed one by one; the rest are only counted. */
const shown = 500

type TrackingFile = ReturnType<typeof readTrackingFile> & { wants: 'shipped' | 'delivered' }

/** Reads a file of a carrier's tool. Takes its time, so it comes before a transaction. */
export async function readFile(file: Uint8Array, wants: TrackingFile['wants']): Promise<TrackingFile> {
  return {
    ...(await readApart<ReturnType<typeof readTrackingFile>>('tracking file', { file, wants })),
    wants,
  }
}

/** Compares a carrier's file with the boxes of a drop: what it would do, and every bad line by number. */
export async function judgeFile(
  db: Database | Transaction,
  drop: Drop,
  { lines, problems, wants }: TrackingFile,
) {
  const matches = await matchLines(db, drop, lines)
  const judged = wants === 'shipped' ? judgeTracking(lines, matches) : judgeDelivered(lines, matches)
  const all = [...problems, ...judged.problems].sort((one, other) => one.line - other.line)
  return {
    good: judged.good,
    outcome: {
      taken: judged.good.length,
      known: judged.known,
      badLines: all.length,
      problems: all.slice(0, shown),
    },
  }
}

type GoodLine = { line: number; boxId: string; trackingNumber: string; name: string }
type Judged = { good: GoodLine[]; known: number; problems: Problem[] }

const notPacked: Partial<Record<BoxState, string>> = {
  owed: 'isn’t packed yet',
  assigned: 'isn’t packed yet',
  held: 'is on hold',
}

/** Sorts lines into those that ship a box, those already recorded, and problems. */
function judgeTracking(lines: TrackingLine[], matches: Map<number, Match[]>): Judged {
  const lineOfNumber = new Map<string, number>()
  return judge(lines, matches, (line, box) => {
    const number = line.trackingNumber
    if (box.state === 'shipped' || box.state === 'delivered') {
      if (box.trackingNumber && plainTracking(box.trackingNumber) === number) return 'known'
      return `its box is shipped already, with ${box.trackingNumber ?? 'no number'}. Correct that one by hand.`
    }
    if (box.state !== 'packed') return `its box ${notPacked[box.state] ?? `is ${box.state}`}.`
    // An order number is the same every month, so last month's file would fit this month's boxes.
    if (box.usedIn && trackingOf(number))
      return `its number is on a ${dropTitle(box.usedIn)} package already. Check that this is the right file.`
    const other = lineOfNumber.get(number)
    if (other) return `its number is on line ${other} too.`
    lineOfNumber.set(number, line.line)
    return 'good'
  })
}

/** Sorts lines into those that mark a shipped box as delivered, those already recorded, and problems. */
function judgeDelivered(lines: TrackingLine[], matches: Map<number, Match[]>): Judged {
  return judge(lines, matches, (_, box) =>
    box.state === 'delivered'
      ? 'known'
      : box.state === 'shipped'
        ? 'good'
        : box.state === 'returned'
          ? 'its box came back.'
          : 'its box hasn’t shipped yet.',
  )
}

function judge(
  lines: TrackingLine[],
  matches: Map<number, Match[]>,
  verdictOf: (line: TrackingLine, box: Match) => string,
): Judged {
  const judged: Judged = { good: [], known: 0, problems: [] }
  const lineOfBox = new Map<string, number>()
  for (const line of lines) {
    const found = matches.get(line.line) ?? []
    const verdict = found.length === 1 ? verdictOn(line, found[0]!) : nameless(line, found.length)
    if (verdict === 'known') judged.known += 1
    else if (verdict !== 'good') judged.problems.push({ line: line.line, problem: verdict })
    else {
      const { boxId, name } = found[0]!
      const trackingNumber = line.trackingNumber || found[0]!.trackingNumber || ''
      judged.good.push({ line: line.line, boxId, trackingNumber, name })
    }
  }
  return judged

  function verdictOn(line: TrackingLine, box: Match): string {
    const other = lineOfBox.get(box.boxId)
    if (other) return `its box is on line ${other} too.`
    const verdict = verdictOf(line, box)
    if (verdict === 'good') lineOfBox.set(box.boxId, line.line)
    return verdict
  }
}

function nameless(line: TrackingLine, found: number): string {
  if (found > 1) return `${found} boxes of this drop could be meant. Name the box by its reference.`
  const what = line.reference ? 'this reference' : (line.orderNumber ?? line.trackingNumber)
  return `no box of this drop has ${line.reference ? what : `the number ${what}`}.`
}

/** Months for which a number is its package's: later, its carrier may give it out again (domain/parcel.ts `followedDays`). */
const keepsNumber = 3

type Match = {
  line: number
  boxId: string
  state: BoxState
  trackingNumber: string | null
  /** the other drop that has a package with the line's number */
  usedIn: Drop | null
  name: string
}

/** Finds the boxes of the drop that a file's lines mean: by reference, else order number, else tracking number. */
async function matchLines(
  db: Database | Transaction,
  drop: Drop,
  lines: TrackingLine[],
): Promise<Map<number, Match[]>> {
  const byReference = lines.filter((line) => line.reference)
  const byOrder = lines.filter((line) => !line.reference && line.orderNumber)
  const byTracking = lines.filter((line) => !line.reference && !line.orderNumber)
  const all: Match[] = []
  if (byReference.length > 0)
    all.push(...(await find(byReference, sql`${referenceOf(sql`b.id`)} = l.reference`)))
  if (byOrder.length > 0) {
    const found = await find(byOrder, sql`o.order_number = l."orderNumber"`)
    // An order has boxes of many months and items: keep those of this drop that could be meant.
    all.push(...found.filter((match) => match.state === 'packed' || sentStates.includes(match.state)))
  }
  if (byTracking.length > 0)
    all.push(
      ...(await find(
        byTracking,
        sql`${carriersNumber(sql`b.tracking_number`)} = ${carriersNumber(sql`l."trackingNumber"`)}`,
      )),
    )
  return Map.groupBy(all, (match) => match.line)

  function find(some: TrackingLine[], isMeant: ReturnType<typeof sql>) {
    return rowsOf<Match>(
      db,
      sql`select l.line, b.id::text as "boxId", b.state, b.tracking_number as "trackingNumber",
          (select e.drop from boxes e where ${carriersNumber(sql`e.tracking_number`)} = ${carriersNumber(sql`l."trackingNumber"`)}
            and e.drop <> ${drop} and e.drop >= ${addDrops(drop, -keepsNumber)} limit 1) as "usedIn",
          coalesce(b.ship_to, m.address) ->> 'fullName' as name
        from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
            as l(line int, reference text, "orderNumber" text, "trackingNumber" text),
          boxes b join memberships m on m.id = b.membership_id join order_items i on i.id = m.order_item_id
            join orders o on o.id = i.order_id
        where b.drop = ${drop} and b.state not in ${boxState.list(...voidStates)} and ${isMeant}`,
    )
  }
}
