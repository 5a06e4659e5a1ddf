import type { Database, Transaction } from '../../../db/database.ts'
import type { Drop } from '../../../domain/drop.ts'
import { judgeDelivered, judgeTracking } from './judge-lines.ts'
import { matchLines } from './match-lines.ts'
import { readTrackingFile } from './read-tracking-file.ts'

/** Bad lines that are shown one by one; the others are counted. */
const shown = 500

/** A carrier's file against the boxes of a drop: what it would do, with every bad line by its number. */
export async function readFile(
  db: Database | Transaction,
  drop: Drop,
  file: Uint8Array,
  wants: 'shipped' | 'delivered',
) {
  const { lines, problems } = readTrackingFile(file, wants)
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
