import { addDays, type CalendarDate, calendarDateIn, instantAt } from './calendar-date.ts'

/** When backups are made, and how many stay. */
export type BackupRhythm = {
  /** of the shop's day, 0 to 23 */
  hour: number
  /** the newest backups of that many days stay */
  keptDays: number
  /** and the newest one of each of that many months */
  keptMonths: number
}

export const usualRhythm: BackupRhythm = { hour: 3, keptDays: 14, keptMonths: 6 }

/** The last instant up to now at which a backup was due. */
export function lastBackupDue(now: Date, hour: number, timeZone: string): Date {
  const today = calendarDateIn(timeZone, now)
  const due = instantAt(today, hour, timeZone)
  return due <= now ? due : instantAt(addDays(today, -1), hour, timeZone)
}

/** Milliseconds a backup may take, with its tries and its check, before its night counts as missed. */
const backupPatience = 4 * 60 * 60_000

/**
 * How many nights have passed without a backup that was verified.
 * @param since when the newest verified one was taken; before the first, when backups were set up
 */
export function missedNights(since: Date, now: Date, hour: number, timeZone: string): number {
  let due = lastBackupDue(new Date(now.getTime() - backupPatience), hour, timeZone)
  let missed = 0
  // More than a month says nothing more.
  while (due > since && missed < 31) {
    missed++
    due = instantAt(addDays(calendarDateIn(timeZone, due), -1), hour, timeZone)
  }
  return missed
}

/**
 * Which backups may go. Days and months are counted among those that have backups, not from today: a shop that was off for a
 * year, or whose clock is wrong, loses none.
 */
export function outdatedBackups<B extends { takenAt: Date }>(
  backups: readonly B[],
  { keptDays, keptMonths }: Pick<BackupRhythm, 'keptDays' | 'keptMonths'>,
  timeZone: string,
): B[] {
  const newestFirst = [...backups].sort((one, other) => other.takenAt.getTime() - one.takenAt.getTime())
  const newestOf = (spanOf: (day: CalendarDate) => string, most: number) => {
    const spans = new Map<string, B>()
    for (const each of newestFirst) {
      const span = spanOf(calendarDateIn(timeZone, each.takenAt))
      if (!spans.has(span) && spans.size < most) spans.set(span, each)
    }
    return [...spans.values()]
  }
  const kept = new Set([
    ...newestFirst.slice(0, 1),
    ...newestOf((day) => day, keptDays),
    ...newestOf((day) => day.slice(0, 7), keptMonths),
  ])
  return newestFirst.filter((each) => !kept.has(each))
}

/**
 * The file name of a shop's backup, from which its time can be read: `shop-3fa9c1-20261121-030000.jsonl.gz.age`.
 * @param mark of the shop, so that two can share a place
 */
export function backupName(mark: string, takenAt: Date): string {
  return `shop-${mark}-${timeInName(takenAt)}.jsonl.gz.age`
}

/** A time as part of a file name: "20261121-150000", in UTC. */
export function timeInName(instant: Date): string {
  return instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
}

/** When a backup of that shop was taken; null for any other file. */
export function backupTakenAt(mark: string, name: string): Date | null {
  const found = /^shop-([0-9a-f]{6})-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.jsonl\.gz\.age$/.exec(name)
  if (found?.[1] !== mark) return null
  const [, , year, month, day, hour, minute, second] = found
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}
