import { missedNights } from '../../domain/backup-plan.ts'
import { formatCount } from '../../domain/count.ts'
import { readPlan } from '../backup/backup-plan.ts'
import { type BackupFacts, backupFacts } from '../backup/tend-backups.ts'
import type { Shop } from '../shop/shop.ts'
import { type HealthLine, lasting, line } from './health-line.ts'

const link = { label: 'Backups', to: '/admin/backups' }
const label = 'Last verified backup'

/** When a backup was last restored in a rehearsal, and whether the newest one can't be. */
export async function backupLines(shop: Shop): Promise<HealthLine[]> {
  const plan = await readPlan(shop)
  if (!plan) {
    // A demo has nothing to lose.
    const isReal = shop.config.stripe !== null
    const advice = 'Nothing backs this shop up. Say where its backups should go, once: it takes a minute.'
    return [line('backups', label, 'not set up', isReal && 'watch', { advice, link })]
  }
  const facts = await backupFacts(shop)
  const { verified, last } = facts
  const now = shop.now()
  const since = new Date(Math.max(verified?.takenAt?.getTime() ?? 0, plan.since.getTime()))
  const missed = missedNights(since, now, plan.hour, shop.config.timeZone)
  const isWorrying = missed === 1 || plan.isPaused || (last?.error && last.id !== verified?.id)
  const value = verified?.takenAt ? `${lasting(now.getTime() - verified.takenAt.getTime())} ago` : 'none yet'
  const wrong = missed > 1 ? 'bad' : isWorrying && 'watch'
  const damage = last?.damage
  return [
    line('backups', label, value, wrong || false, { advice: adviceOf(facts, plan.isPaused, missed), link }),
    ...(damage
      ? [
          line('backup-damaged', 'A backup that can’t be restored', last.name ?? '', 'bad', {
            advice: `We restored it in a rehearsal, and it failed: ${damage} We make another one within the hour. If that fails, too, write to whoever set up your server.`,
            link,
          }),
        ]
      : []),
  ]
}

function adviceOf({ last }: BackupFacts, isPaused: boolean, missed: number): string {
  if (isPaused)
    return 'This shop was restored from a backup, so it waits until you say that it’s the real one. Start its backups under Backups.'
  const nights = missed > 0 ? `${formatCount(missed)} ${missed === 1 ? 'night' : 'nights'} without one. ` : ''
  const why = last?.error
    ? `The last try failed: ${last.error} `
    : missed > 0
      ? 'None was tried: the log says why. '
      : ''
  return `${nights}${why}We keep trying.`
}
